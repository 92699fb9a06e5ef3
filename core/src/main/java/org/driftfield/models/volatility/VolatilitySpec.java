package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.model.Parameter;
import org.driftfield.model.Support;
import org.driftfield.random.RandomStream;

/**
 * Which stochastic volatility model: y_t = X_t β + exp(h_t/2) ε_t with h_t = x_t + W_t γ, x the autoregression. Errors ε have
 * variance 1; they are normal or, with heavy tails, Student's t with ν > 2 degrees of freedom. With leverage ε_t is correlated with the next
 * innovation η_t+1 of x: ε_t = ρ η_t+1 + √(1-ρ²) ζ_t, where ζ has the distribution of the errors.
 *
 * @param heavyTails whether ν is estimated rather than infinite
 * @param leverage whether ρ is estimated rather than 0
 * @param mean what the columns X are
 * @param logVariance W, further columns of the log variance; the constant is μ
 * @param priors of μ, φ and σ²
 * @param further priors of the rest
 */
public record VolatilitySpec(
        boolean heavyTails,
        boolean leverage,
        MeanEquation mean,
        Regressors logVariance,
        VolatilityPriors priors,
        FurtherPriors further) {
    public static final int MU = 0;
    public static final int PHI = 1;
    public static final int SIGMA2 = 2;

    /** The degrees of freedom are above this, so that there is a variance. */
    static final double FEWEST_DEGREES = 2;

    public VolatilitySpec {
        require(
                mean != null && logVariance != null && priors != null && further != null,
                "regressors and priors must be given");
    }

    /** The plain model: normal errors around zero, and nothing else. */
    public static VolatilitySpec plain(VolatilityPriors priors) {
        return new VolatilitySpec(false, false, MeanEquation.ZERO, Regressors.NONE, priors, FurtherPriors.defaults());
    }

    public VolatilitySpec withHeavyTails(boolean chosen) {
        return new VolatilitySpec(chosen, leverage, mean, logVariance, priors, further);
    }

    public VolatilitySpec withLeverage(boolean chosen) {
        return new VolatilitySpec(heavyTails, chosen, mean, logVariance, priors, further);
    }

    public VolatilitySpec withMean(MeanEquation chosen) {
        return new VolatilitySpec(heavyTails, leverage, chosen, logVariance, priors, further);
    }

    public VolatilitySpec withLogVariance(Regressors chosen) {
        return new VolatilitySpec(heavyTails, leverage, mean, chosen, priors, further);
    }

    public VolatilitySpec withPriors(VolatilityPriors chosen) {
        return new VolatilitySpec(heavyTails, leverage, mean, logVariance, chosen, further);
    }

    public VolatilitySpec withFurther(FurtherPriors chosen) {
        return new VolatilitySpec(heavyTails, leverage, mean, logVariance, priors, chosen);
    }

    /** The same for the first so many times of a series. */
    public VolatilitySpec first(int size) {
        return withMean(new MeanEquation(
                        mean.constant(), mean.lags(), mean.columns().first(size)))
                .withLogVariance(logVariance.first(size));
    }

    /** What tells two models apart, in few words. */
    public String fingerprint() {
        String plain = priors.toString();
        return isPlain()
                ? plain
                : plain + ", " + further + ", parameters "
                        + parameters().stream().map(Parameter::name).toList() + ", columns "
                        + Arrays.deepHashCode(mean.columns().columns()) + " "
                        + Arrays.deepHashCode(logVariance.columns());
    }

    /** Whether there is nothing but μ, φ and σ². */
    public boolean isPlain() {
        return count() == SIGMA2 + 1;
    }

    /** The parameters in their order: mu, phi, sigma2, nu, rho, those of the mean and those of the log variance. */
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(
                List.of(Parameter.real("mu"), Parameter.interval("phi", -1, 1), Parameter.positive("sigma2")));
        if (heavyTails) {
            all.add(Parameter.of("nu", Support.above(FEWEST_DEGREES)));
        }
        if (leverage) {
            all.add(Parameter.interval("rho", -1, 1));
        }
        mean.names().forEach(name -> all.add(Parameter.real("mean." + name)));
        logVariance.names().forEach(name -> all.add(Parameter.real("logvar." + name)));
        return all;
    }

    /** How many parameters there are. */
    public int count() {
        return SIGMA2 + 1 + (heavyTails ? 1 : 0) + (leverage ? 1 : 0) + mean.count() + logVariance.count();
    }

    int nu() {
        return SIGMA2 + 1;
    }

    int rho() {
        return nu() + (heavyTails ? 1 : 0);
    }

    int beta() {
        return rho() + (leverage ? 1 : 0);
    }

    int gamma() {
        return beta() + mean.count();
    }

    /** Draws parameters from the prior. */
    public double[] drawPrior(RandomStream random) {
        double[] theta = new double[count()];
        priors.sample(random, theta);
        further.sample(this, random, theta);
        return theta;
    }

    /** The log density of the prior of parameter j alone; minus infinity where it cannot be. */
    public double logPriorOf(int j, double value) {
        if (!parameters().get(j).support().contains(value)) {
            return Double.NEGATIVE_INFINITY;
        }
        return j <= SIGMA2 ? priors.logDensityOf(j, value) : further.logDensityOf(this, j, value);
    }

    /** Adds what the columns of the log variance add to it, at each time that they are known for. */
    public void addLogVariance(double[] theta, double[] path) {
        for (int j = 0; j < logVariance.count(); j++) {
            double[] column = logVariance.columns()[j];
            for (int t = 0; t < column.length; t++) {
                path[t] += Double.isNaN(column[t]) ? 0 : theta[gamma() + j] * column[t];
            }
        }
    }

    /** The log density of the prior, normalised. */
    public double logPrior(double[] theta) {
        return logPrior(theta, 0, null, 0);
    }

    /** The same, and its gradient unless null. */
    double logPrior(double[] theta, int at, double[] gradient, int to) {
        double[] slopes = gradient == null ? null : new double[SIGMA2 + 1];
        double sum = priors.logDensity(theta[at + MU], theta[at + PHI], theta[at + SIGMA2], slopes);
        if (gradient != null) {
            System.arraycopy(slopes, 0, gradient, to, slopes.length);
        }
        return isPlain() ? sum : sum + further.logDensity(this, theta, at, gradient, to);
    }
}
