package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import java.util.List;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.NoisyLikelihood;

/**
 * The posterior of (μ, φ, σ²) of the stochastic volatility model, the log variances integrated out by a particle filter.
 */
public final class VolatilityLikelihood implements NoisyLikelihood {
    private final double[] y;
    private final VolatilityPriors priors;
    private final boolean lookAhead;

    private VolatilityLikelihood(double[] y, VolatilityPriors priors, boolean lookAhead) {
        this.y = y;
        this.priors = priors;
        this.lookAhead = lookAhead;
    }

    /** With a filter whose proposals have all returns in view: a few particles are enough. */
    public static VolatilityLikelihood of(Returns returns, VolatilityPriors priors) {
        return new VolatilityLikelihood(returns.toArray(), priors, true);
    }

    /** With the bootstrap filter, which proposes from the model alone, as is most often done in the literature. */
    public static VolatilityLikelihood bootstrap(Returns returns, VolatilityPriors priors) {
        return new VolatilityLikelihood(returns.toArray(), priors, false);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("mu"), Parameter.interval("phi", -1, 1), Parameter.positive("sigma2"));
    }

    @Override
    public double logPrior(double[] theta) {
        return priors.logDensity(theta[0], theta[1], theta[2], null);
    }

    @Override
    public void samplePrior(RandomStream random, double[] theta) {
        priors.sample(random, theta);
    }

    @Override
    public String fingerprint() {
        return "returns " + Arrays.hashCode(y) + ", " + priors
                + (lookAhead ? ", look-ahead filter" : ", bootstrap filter");
    }

    @Override
    public Estimator estimator() {
        return new ParticleFilter(y, lookAhead);
    }
}
