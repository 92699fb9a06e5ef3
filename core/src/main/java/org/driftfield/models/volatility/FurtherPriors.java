package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.LogBeta;
import org.driftfield.random.RandomStream;

/**
 * The priors of what extends the plain model: ν - 2 ~ exponential(nuRate), (1+ρ)/2 ~ Beta(rhoA, rhoB), coefficients of the mean
 * ~ N(0, meanSd²) and of the log variance ~ N(0, logVarianceSd²), each.
 */
public record FurtherPriors(double nuRate, double rhoA, double rhoB, double meanSd, double logVarianceSd) {
    public FurtherPriors {
        positive(nuRate, "the rate of the prior of nu");
        positive(rhoA, "the first parameter of the beta prior of rho");
        positive(rhoB, "the second parameter of the beta prior of rho");
        positive(meanSd, "the prior standard deviation of the coefficients of the mean");
        positive(logVarianceSd, "the prior standard deviation of the coefficients of the log variance");
    }

    private static void positive(double value, String what) {
        require(value > 0 && Double.isFinite(value), "%s must be positive, got %s", what, value);
    }

    /** Exponential(0.1) and Beta(4, 4), as in Kastner's stochvol; N(0, 10²) for coefficients. */
    public static FurtherPriors defaults() {
        return new FurtherPriors(0.1, 4, 4, 10, 10);
    }

    /** The log density, normalised; the gradient is written unless null. */
    double logDensity(VolatilitySpec spec, double[] theta, int at, double[] gradient, int to) {
        double sum = 0;
        for (int j = VolatilitySpec.SIGMA2 + 1; j < spec.count(); j++) {
            double value = theta[at + j];
            sum += logDensityOf(spec, j, value);
            if (gradient != null) {
                gradient[to + j] = slope(spec, j, value);
            }
        }
        return sum;
    }

    /** The log density of parameter j alone, normalised. */
    double logDensityOf(VolatilitySpec spec, int j, double value) {
        if (isNu(spec, j)) {
            return Math.log(nuRate) - nuRate * (value - VolatilitySpec.FEWEST_DEGREES);
        }
        if (isRho(spec, j)) {
            return (rhoA - 1) * Math.log(0.5 * (1 + value))
                    + (rhoB - 1) * Math.log(0.5 * (1 - value))
                    - LogBeta.value(rhoA, rhoB)
                    - Math.log(2);
        }
        double sd = sd(spec, j);
        double u = value / sd;
        return -0.5 * u * u - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
    }

    private double slope(VolatilitySpec spec, int j, double value) {
        if (isNu(spec, j)) {
            return -nuRate;
        }
        double sd = sd(spec, j);
        return isRho(spec, j) ? (rhoA - 1) / (1 + value) - (rhoB - 1) / (1 - value) : -value / (sd * sd);
    }

    private static boolean isNu(VolatilitySpec spec, int j) {
        return spec.heavyTails() && j == spec.nu();
    }

    private static boolean isRho(VolatilitySpec spec, int j) {
        return spec.leverage() && j == spec.rho();
    }

    private double sd(VolatilitySpec spec, int j) {
        return j < spec.gamma() ? meanSd : logVarianceSd;
    }

    /** Draws what extends the plain model. */
    void sample(VolatilitySpec spec, RandomStream random, double[] theta) {
        if (spec.heavyTails()) {
            theta[spec.nu()] = VolatilitySpec.FEWEST_DEGREES - Math.log(1 - random.nextDouble()) / nuRate;
        }
        if (spec.leverage()) {
            theta[spec.rho()] = VolatilityPriors.betaOnSymmetric(random, rhoA, rhoB);
        }
        for (int k = spec.beta(); k < spec.count(); k++) {
            theta[k] = (k < spec.gamma() ? meanSd : logVarianceSd) * random.nextNormal();
        }
    }
}
