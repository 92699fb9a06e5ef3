package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The priors: μ ~ N(muMean, muVariance), (1+φ)/2 ~ Beta(phiA, phiB), σ² ~ inverse-gamma(sigma2Shape, sigma2Scale).
 */
public record VolatilityPriors(
        double muMean, double muVariance, double phiA, double phiB, double sigma2Shape, double sigma2Scale) {
    public VolatilityPriors {
        require(Double.isFinite(muMean), "the prior mean of mu must be a finite number, got %s", muMean);
        positive(muVariance, "the prior variance of mu");
        positive(phiA, "the first parameter of the beta prior of phi");
        positive(phiB, "the second parameter of the beta prior of phi");
        positive(sigma2Shape, "the shape of the prior of sigma2");
        positive(sigma2Scale, "the scale of the prior of sigma2");
    }

    private static void positive(double value, String what) {
        require(value > 0 && Double.isFinite(value), "%s must be positive, got %s", what, value);
    }

    /** Those of Kim, Shephard and Chib (1998): N(0, 10), Beta(20, 1.5) and inverse-gamma(2.5, 0.025). */
    public static VolatilityPriors defaults() {
        return new VolatilityPriors(0, 10, 20, 1.5, 2.5, 0.025);
    }

    /**
     * The log density of (μ, φ, σ²), normalised, and its gradient.
     *
     * @param gradient receives the derivatives by μ, φ and σ², in that order; null when they are not wanted
     */
    public double logDensity(double mu, double phi, double sigma2, double[] gradient) {
        if (gradient != null) {
            gradient[0] = -(mu - muMean) / muVariance;
            gradient[1] = slopeByPhi(phi);
            gradient[2] = (sigma2Scale / sigma2 - sigma2Shape - 1) / sigma2;
        }
        return expectedLogDensity(mu, 0, Math.log(sigma2), 1 / sigma2) + logDensityOfPhi(phi);
    }

    /** The log density of (μ, σ²), normalised, in expectation over the two. */
    double expectedLogDensity(double meanOfMu, double varianceOfMu, double meanLogSigma2, double meanInverseOfSigma2) {
        double off = meanOfMu - muMean;
        return -0.5 * ((off * off + varianceOfMu) / muVariance + Math.log(2 * Math.PI * muVariance))
                + sigma2Shape * Math.log(sigma2Scale)
                - LogGamma.value(sigma2Shape)
                - (sigma2Shape + 1) * meanLogSigma2
                - sigma2Scale * meanInverseOfSigma2;
    }

    /** The log density of φ, normalised. */
    double logDensityOfPhi(double phi) {
        return (phiA - 1) * Math.log(0.5 * (1 + phi))
                + (phiB - 1) * Math.log(0.5 * (1 - phi))
                - LogBeta.value(phiA, phiB)
                - Math.log(2);
    }

    /** The derivative of {@link #logDensityOfPhi}. */
    double slopeByPhi(double phi) {
        return (phiA - 1) / (1 + phi) - (phiB - 1) / (1 - phi);
    }
}
