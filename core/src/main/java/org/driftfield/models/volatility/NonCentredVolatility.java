package org.driftfield.models.volatility;

import java.util.List;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/**
 * The posterior of the stochastic volatility model in the parameters and the innovations of a {@link DecoupledPath}. With the
 * innovations of the prior this is the usual non-centred form, in which μ and e_1 hang together ever closer as φ approaches 1,
 * and a sampler misses the tail of μ there; this form is free of that.
 */
final class NonCentredVolatility implements Model {
    /** μ, φ and σ² come before the innovations. */
    static final int SCALARS = 3;

    /** Where the likelihood is expanded: any plausible values serve. */
    private static final double PLAUSIBLE_PHI = 0.95;

    private static final double PLAUSIBLE_SIGMA2 = 0.05;

    private final int size;
    private final VolatilityPriors priors;
    private final ThreadLocal<DecoupledPath.Chain> chains;
    private final ThreadLocal<DecoupledPath.Work> works;

    private NonCentredVolatility(DecoupledPath path, VolatilityPriors priors) {
        this.size = path.size;
        this.priors = priors;
        this.chains = ThreadLocal.withInitial(() -> path.new Chain());
        this.works = ThreadLocal.withInitial(() -> path.new Work());
    }

    /** The model of a series of returns. */
    static NonCentredVolatility of(Returns returns, VolatilityPriors priors) {
        double mu = Math.log(returns.meanSquare());
        LookAhead expansion = new LookAhead(returns.toArray());
        expansion.approximate(mu, PLAUSIBLE_PHI, PLAUSIBLE_SIGMA2);
        double[] slope = expansion.slope;
        for (int t = 0; t < slope.length; t++) {
            // From deviations to the log variances themselves.
            slope[t] += expansion.curvature[t] * mu;
        }
        return of(new DecoupledPath(new Series(returns), slope, expansion.curvature), priors);
    }

    /** The same model with the innovations of the prior. */
    static NonCentredVolatility plain(Returns returns, VolatilityPriors priors) {
        int n = returns.size();
        return of(new DecoupledPath(new Series(returns), new double[n], new double[n]), priors);
    }

    /** The same model with the given innovations. */
    static NonCentredVolatility of(DecoupledPath path, VolatilityPriors priors) {
        return new NonCentredVolatility(path, priors);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.real("mu"),
                Parameter.interval("phi", -1, 1),
                Parameter.positive("sigma2"),
                Parameter.real("e", size));
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        DecoupledPath.Chain chain = chains.get();
        DecoupledPath.Work work = works.get();
        double sum = priors.logDensity(theta[0], theta[1], theta[2], gradient)
                + chain.at(theta[0], theta[1], theta[2])
                + work.likelihood(chain, theta, SCALARS);
        for (int j = SCALARS; j < theta.length; j++) {
            sum -= 0.5 * theta[j] * theta[j];
            gradient[j] = -theta[j];
        }
        work.clear();
        work.byInnovations(chain, 1, gradient, SCALARS);
        work.byCoefficients(chain, 1, theta, SCALARS);
        work.byParameters(chain, gradient, 0);
        return sum;
    }

    /** Writes the log variances x over the innovations of the draw at {@code draws[at …]}. */
    void toLogVariances(double[] draws, int at) {
        DecoupledPath.Chain chain = chains.get();
        chain.at(draws[at], draws[at + 1], draws[at + 2]);
        chain.path(draws, at + SCALARS, draws, at + SCALARS);
    }
}
