package org.driftfield.models.volatility;

import org.driftfield.meanfield.Marginals;

/**
 * E[S] over the cloud of (φ, x), S being the sum of squared innovations, with control variates. The returns say little about
 * σ², so an error of E[S] comes back some twenty to fifty times as large in σ²; the plain average over a cloud is too noisy
 * for that, and a cloud that lags behind σ² holds it back. By Stein's identity E[∇·f + f·∇log q] = 0, so that such a term may
 * be added for any field f.
 *
 * <p>Given φ, x is nearly normal with precision H = λK(φ) + D around some m(φ), and S = (x-μ)ᵀK(x-μ): the field
 * H⁻¹K(x + m - 2μ) turns S into E[S | φ], but for what is not normal. A field b + c(z - z̄) by z, φ on its unconstrained scale,
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
    private final double[] curvature;
    private final double linear;
    private final double quadratic;

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
        this.curvature = fit.middle().curvature;
        double variance = fit.spread() * fit.spread();
        this.linear = variance * fit.squaresSlope();
        this.quadratic = 0.5 * variance * fit.squaresCurvature();
    }

    /** The expectation; within a factor of two of the plain average, which holds it where the cloud is far from settled. */
    double mean(Marginals all) {
        double[] means = all.average(2, 3 * n, (draws, at, scratch, out, outAt) -> {
            corrected(draws, at, scratch, out, outAt);
        });
        return Math.max(0.5 * means[1], Math.min(2 * means[1], means[0]));
    }

    /** Writes S plus the control variates at one draw, and S itself. */
    void corrected(double[] draws, int at, double[] scratch, double[] out, int outAt) {
        double phi = draws[at + VolatilityModel.PHI];
        double[] sums = new double[3];
        series.logDensity(draws, at + VolatilityModel.X, mu, phi, lambda, scratch, 0, sums);
        double share = 1 - phi * phi;
        double off = Math.log1p(phi) - Math.log1p(-phi) - fit.centre();
        double field = linear + quadratic * off;
        double byPhi = priors.slopeByPhi(phi) - phi / share - 0.5 * lambda * muVariance * series.levelSlope(phi);
        double byZ = 0.5 * share;
        double mixed = 0.5 * lambda * byZ * field;
        double plain = sums[Series.SQUARES] + muVariance * series.level(phi);
        out[outAt + 1] = plain;
        out[outAt] = plain
                - mixed * sums[Series.BY_PHI]
                + ofPath(draws, at + VolatilityModel.X, phi, mixed, off, scratch)
                + field * (byZ * byPhi - phi)
                + quadratic;
    }

    /**
     * f·g + ∇·f for f = H⁻¹Q(x + m - 2μ), g the gradient by x, which stands first in the scratch space; H is factored into
     * unit lower bidiagonal times diagonal.
     */
    private double ofPath(double[] draws, int xAt, double phi, double mixed, double off, double[] scratch) {
        int inverseAt = n;
        int ratioAt = 2 * n;
        double inner = 1 + phi * phi;
        double innerQ = inner - 2 * phi * mixed;
        double linkQ = mixed - phi;
        double link = -lambda * phi;
        double inverse = 0;
        double lastGradient = 0;
        double lastField = 0;
        double product = 0;
        double before = 0;
        double own = draws[xAt] + middle[0] + slope[0] * off - 2 * mu;
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            double after = t < n - 1 ? draws[xAt + t + 1] + middle[t + 1] + slope[t + 1] * off - 2 * mu : 0;
            double ratio = t == 0 ? 0 : link * inverse;
            inverse = 1 / (lambda * (end ? 1 : inner) + curvature[t] - ratio * link);
            lastGradient = scratch[t] - ratio * lastGradient;
            lastField = (end ? own : innerQ * own) + linkQ * (before + after) - ratio * lastField;
            product += lastGradient * lastField * inverse;
            scratch[inverseAt + t] = inverse;
            scratch[ratioAt + t] = ratio;
            before = own;
            own = after;
        }
        double variance = scratch[inverseAt + n - 1];
        double trace = variance;
        for (int t = n - 2; t >= 0; t--) {
            double ratio = scratch[ratioAt + t + 1];
            double neighbour = -ratio * variance;
            variance = scratch[inverseAt + t] - ratio * neighbour;
            trace += (t == 0 ? 1 : innerQ) * variance + 2 * linkQ * neighbour;
        }
        return product + trace;
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
