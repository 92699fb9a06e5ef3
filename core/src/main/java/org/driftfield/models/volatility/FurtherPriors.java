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
        if (spec.heavyTails()) {
            sum += Math.log(nuRate) - nuRate * (theta[at + spec.nu()] - VolatilitySpec.FEWEST_DEGREES);
            put(gradient, to + spec.nu(), -nuRate);
        }
        if (spec.leverage()) {
            double rho = theta[at + spec.rho()];
            sum += (rhoA - 1) * Math.log(0.5 * (1 + rho))
                    + (rhoB - 1) * Math.log(0.5 * (1 - rho))
                    - LogBeta.value(rhoA, rhoB)
                    - Math.log(2);
            put(gradient, to + spec.rho(), (rhoA - 1) / (1 + rho) - (rhoB - 1) / (1 - rho));
        }
        for (int k = spec.beta(); k < spec.count(); k++) {
            double sd = k < spec.gamma() ? meanSd : logVarianceSd;
            double u = theta[at + k] / sd;
            sum -= 0.5 * u * u + Math.log(sd) + 0.5 * Math.log(2 * Math.PI);
            put(gradient, to + k, -u / sd);
        }
        return sum;
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

    private static void put(double[] gradient, int at, double value) {
        if (gradient != null) {
            gradient[at] = value;
        }
    }
}
