package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;

/**
 * The priors: μ ~ N(muMean, muVariance), (1+φ)/2 ~ Beta(phiA, phiB), and σ² ~ inverse-gamma(sigma2Shape, sigma2Scale) or, with
 * that family, gamma with shape sigma2Shape and rate sigma2Scale.
 */
public record VolatilityPriors(
        double muMean,
        double muVariance,
        double phiA,
        double phiB,
        double sigma2Shape,
        double sigma2Scale,
        Sigma2Family family) {
    /** The family of the prior of σ². */
    public enum Sigma2Family {
        INVERSE_GAMMA,
        GAMMA
    }

    /** With an inverse-gamma prior of σ². */
    public VolatilityPriors(
            double muMean, double muVariance, double phiA, double phiB, double sigma2Shape, double sigma2Scale) {
        this(muMean, muVariance, phiA, phiB, sigma2Shape, sigma2Scale, Sigma2Family.INVERSE_GAMMA);
    }

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
            gradient[2] = switch (family) {
                case INVERSE_GAMMA -> (sigma2Scale / sigma2 - sigma2Shape - 1) / sigma2;
                case GAMMA -> (sigma2Shape - 1) / sigma2 - sigma2Scale;
            };
        }
        return expectedLogDensityOfMu(mu, 0) + logDensityOfSigma2(sigma2) + logDensityOfPhi(phi);
    }

    private double logDensityOfSigma2(double sigma2) {
        return switch (family) {
            case INVERSE_GAMMA -> expectedLogDensityOfSigma2(Math.log(sigma2), 1 / sigma2);
            case GAMMA ->
                sigma2Shape * Math.log(sigma2Scale)
                        - LogGamma.value(sigma2Shape)
                        + (sigma2Shape - 1) * Math.log(sigma2)
                        - sigma2Scale * sigma2;
        };
    }

    /** The log density of μ, φ or σ² alone, normalised. */
    double logDensityOf(int j, double value) {
        return switch (j) {
            case VolatilitySpec.MU -> expectedLogDensityOfMu(value, 0);
            case VolatilitySpec.PHI -> logDensityOfPhi(value);
            default -> logDensityOfSigma2(value);
        };
    }

    /** Draws μ, φ and σ², in that order. */
    public void sample(RandomStream random, double[] theta) {
        theta[0] = muMean + Math.sqrt(muVariance) * random.nextNormal();
        theta[1] = betaOnSymmetric(random, phiA, phiB);
        double gamma = gamma(random, sigma2Shape);
        theta[2] = switch (family) {
            case INVERSE_GAMMA -> sigma2Scale / gamma;
            case GAMMA -> gamma / sigma2Scale;
        };
    }

    /** A number between -1 and 1, half of one more than which has a beta distribution. */
    static double betaOnSymmetric(RandomStream random, double a, double b) {
        double above = gamma(random, a);
        double below = gamma(random, b);
        double value = (above - below) / (above + below);
        return Math.max(Math.nextUp(-1.0), Math.min(Math.nextDown(1.0), value));
    }

    private static double gamma(RandomStream random, double shape) {
        return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1).sample();
    }

    /** The log density of (μ, σ²), normalised, in expectation over the two. */
    public double expectedLogDensity(
            double meanOfMu, double varianceOfMu, double meanLogSigma2, double meanInverseOfSigma2) {
        return expectedLogDensityOfMu(meanOfMu, varianceOfMu)
                + expectedLogDensityOfSigma2(meanLogSigma2, meanInverseOfSigma2);
    }

    private double expectedLogDensityOfMu(double meanOfMu, double varianceOfMu) {
        double off = meanOfMu - muMean;
        return -0.5 * ((off * off + varianceOfMu) / muVariance + Math.log(2 * Math.PI * muVariance));
    }

    /** Of the inverse-gamma family. */
    private double expectedLogDensityOfSigma2(double meanLogSigma2, double meanInverseOfSigma2) {
        return sigma2Shape * Math.log(sigma2Scale)
                - LogGamma.value(sigma2Shape)
                - (sigma2Shape + 1) * meanLogSigma2
                - sigma2Scale * meanInverseOfSigma2;
    }

    /** The log density of φ, normalised. */
    public double logDensityOfPhi(double phi) {
        return (phiA - 1) * Math.log(0.5 * (1 + phi))
                + (phiB - 1) * Math.log(0.5 * (1 - phi))
                - LogBeta.value(phiA, phiB)
                - Math.log(2);
    }

    /** The derivative of {@link #logDensityOfPhi}. */
    public double slopeByPhi(double phi) {
        return (phiA - 1) / (1 + phi) - (phiB - 1) / (1 - phi);
    }
}
