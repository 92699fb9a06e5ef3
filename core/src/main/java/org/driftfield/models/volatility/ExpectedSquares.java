package org.driftfield.models.volatility;

import org.driftfield.meanfield.Marginals;

/**
 * E[S] over the cloud of (φ, x), S being the sum of squared innovations, with control variates. The returns say little about
 * σ², so an error of E[S] comes back some twenty to fifty times as large in σ²; the plain average over a cloud is too noisy
 * for that, and a cloud that lags behind σ² holds it back. By Stein's identity E[∇·f + f·∇log q] = 0, so that such a term may
 * be added for any field f.
 *
 * <p>Given φ, x is nearly normal with precision H = λK(φ) + D around some m(φ), and S = (x-μ)ᵀK(x-μ): the field
 * H⁻¹K(x + m - 2μ) turns S into E[S | φ], but for what is not normal; any H near enough does, and is taken from a few
 * computed beforehand. A field b + c(z - z̄) by z, φ on its unconstrained scale,
 * does the same for what of E[S | φ] is linear and quadratic in z; since ∂log q/∂z holds another quadratic form in x, K
 * becomes K less a multiple of its derivative in the field by x, which is called Q. The result is the
 * expectation under the present target even where the cloud has not arrived there. What is taken for m, D, b and c comes from
 * the {@link GaussianFit}, and does not matter for the mean.
 */
final class ExpectedSquares {
    private static final double MOST_ACCELERATION = 40;

    private final Series series;
    private final VolatilityPriors priors;
    private final GaussianFit fit;
    private final int n;
    private final double mu;
    private final double muVariance;
    private final double lambda;
    private final double[] middle;
    private final double[] slope;
    private final double linear;
    private final double quadratic;
    private final PathPrecisions precisions;

    ExpectedSquares(
            Series series, VolatilityPriors priors, GaussianFit fit, double mu, double muVariance, double lambda) {
        this.series = series;
        this.priors = priors;
        this.fit = fit;
        this.n = series.size;
        this.mu = mu;
        this.muVariance = muVariance;
        this.lambda = lambda;
        this.middle = fit.middle().mean;
        this.slope = fit.slope();
        double variance = fit.spread() * fit.spread();
        this.linear = variance * fit.squaresSlope();
        this.quadratic = 0.5 * variance * fit.squaresCurvature();
        this.precisions = new PathPrecisions(fit.middle().curvature, lambda, fit.centre(), fit.spread());
    }

    /** The expectation; within a factor of two of the plain average, which holds it where the cloud is far from settled. */
    double mean(Marginals all) {
        double[] means = all.average(2, scratch(), this::corrected);
        return Math.max(0.5 * means[1], Math.min(2 * means[1], means[0]));
    }

    /** How many numbers of scratch space {@link #corrected} needs. */
    int scratch() {
        return 2 * n + 1 + Series.SUMS;
    }

    /** Writes S plus the control variates at one draw, and S itself. */
    void corrected(double[] draws, int at, double[] scratch, double[] out, int outAt) {
        double phi = draws[at + VolatilityModel.PHI];
        int sums = 2 * n + 1;
        series.logDensity(draws, at + VolatilityModel.X, mu, phi, lambda, scratch, 0, scratch, n, scratch, sums);
        double share = 1 - phi * phi;
        double off = Math.log1p(phi) - Math.log1p(-phi) - fit.centre();
        double field = linear + quadratic * off;
        double byPhi = priors.slopeByPhi(phi) - phi / share - 0.5 * lambda * muVariance * series.levelSlope(phi);
        double byZ = 0.5 * share;
        double mixed = 0.5 * lambda * byZ * field;
        double bySlope = scratch[sums + Series.BY_PHI];
        double plain = scratch[sums + Series.SQUARES] + muVariance * series.level(phi);
        out[outAt + 1] = plain;
        out[outAt] = plain
                - mixed * bySlope
                + ofPath(draws, at + VolatilityModel.X, phi, mixed, off, scratch)
                + field * (byZ * byPhi - phi)
                + quadratic;
    }

    /** f·g + ∇·f for f = H⁻¹Q(x + m - 2μ), g the gradient by x, which stands first in the scratch space. */
    private double ofPath(double[] draws, int xAt, double phi, double mixed, double off, double[] scratch) {
        double inner = 1 + phi * phi - 2 * phi * mixed;
        double link = mixed - phi;
        for (int t = 0; t < n; t++) {
            scratch[n + t] = draws[xAt + t] + middle[t] + slope[t] * off - 2 * mu;
        }
        return precisions.ofField(off, inner, link, scratch);
    }

    /**
     * How many times further than its optimum q(σ²) should go to arrive where alternating between the factors leads: with
     * q(φ, x) ∝ exp(-λS/2)…, dE[S]/dλ = -Var[S]/2, so that one round takes an error of log λ times r = λ² Var[S] / (4 shape),
     * and 1/(1-r) rounds at once are right.
     */
    double acceleration(double inverseGammaShape) {
        double r = lambda * lambda * fit.squaresVariance(lambda, mu) / (4 * inverseGammaShape);
        return 1 / Math.max(1 - r, 1 / MOST_ACCELERATION);
    }
}
