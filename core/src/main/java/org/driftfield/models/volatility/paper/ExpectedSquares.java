package org.driftfield.models.volatility.paper;

import org.driftfield.kernel.Kernels;
import org.driftfield.meanfield.Marginals;
import org.driftfield.models.volatility.VolatilityPriors;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/**
 * E[S] over the cloud of (φ, x), S being the sum of squared innovations, with control variates. The returns say little about
 * σ², so an error of E[S] comes back some twenty to fifty times as large in σ²; the plain average over a cloud is too noisy
 * for that, and a cloud that lags behind σ² holds it back. By Stein's identity E[∇·f + f·∇log q] = 0, so that such a term may
 * be added for any field f.
 *
 * <p>Given φ, x is nearly normal with precision H = λK(φ) + D around some m(φ), and S = (x-μ)ᵀK(x-μ): the field
 * H⁻¹K(x + m - 2μ) turns S into E[S | φ], but for what is not normal; any H near enough does, and is taken from a few
 * computed beforehand. A field b + c(z - z̄) by z, φ on its unconstrained scale, does the same for what of E[S | φ] is linear
 * and quadratic in z; since ∂log q/∂z holds another quadratic form in x, K becomes K less a multiple of its derivative in the
 * field by x, which is called Q. What is left is mostly cubic in x, since the likelihood is not normal: it is regressed on the
 * terms of three more fields, H⁻¹D1 and VD((x-m)² - V1) by x, V being the diagonal of H⁻¹, and z - z̄ by z. The result is the
 * expectation under the present target even where the cloud has not arrived there. What is taken for m, D, b and c comes from
 * the {@link GaussianFit}, and does not matter for the mean.
 */
final class ExpectedSquares {
    /** What is written for each draw: the corrected S, S itself, and the terms of the regression. */
    private static final int CORRECTED = 0;

    private static final int PLAIN = 1;
    private static final int TERMS = 2;
    private static final int TERM_COUNT = 3;
    static final int NUMBERS = TERMS + TERM_COUNT;

    private static final double RIDGE = 1e-6;

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

    /** H⁻¹D1, V1, VD1, and the products of the last with m and with the slope. */
    private final double[] shifts;

    private final double[] variance;
    private final double[] weight;
    private final double weightedMiddle;
    private final double weightedSlope;

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
        double spread2 = fit.spread() * fit.spread();
        this.linear = spread2 * fit.squaresSlope();
        this.quadratic = 0.5 * spread2 * fit.squaresCurvature();
        double[] curvature = fit.middle().curvature;
        this.precisions = new PathPrecisions(curvature, lambda, fit.centre(), fit.spread());
        this.shifts = curvature.clone();
        this.variance = new double[n];
        Tridiagonal precision = fit.precision(lambda);
        precision.solve(shifts);
        precision.inverse(variance, new double[n]);
        this.weight = new double[n];
        for (int t = 0; t < n; t++) {
            weight[t] = variance[t] * curvature[t];
        }
        this.weightedMiddle = Kernels.dot(weight, 0, middle, 0, n);
        this.weightedSlope = Kernels.dot(weight, 0, slope, 0, n);
    }

    /** The expectation; within a factor of two of the plain average, which holds it where the cloud is far from settled. */
    double mean(Marginals all) {
        int rows = TERM_COUNT + 1;
        double[] means = all.average(NUMBERS + TERM_COUNT * rows, scratch(), (draws, at, scratch, out, outAt) -> {
            corrected(draws, at, scratch, out, outAt);
            for (int j = 0; j < TERM_COUNT; j++) {
                double term = out[outAt + TERMS + j];
                for (int k = 0; k < TERM_COUNT; k++) {
                    out[outAt + NUMBERS + j * rows + k] = term * out[outAt + TERMS + k];
                }
                out[outAt + NUMBERS + j * rows + TERM_COUNT] = term * out[outAt + CORRECTED];
            }
        });
        double regressed = means[CORRECTED];
        double[] slopes = slopes(means, rows);
        for (int j = 0; j < TERM_COUNT; j++) {
            regressed -= slopes[j] * means[TERMS + j];
        }
        return Math.max(0.5 * means[PLAIN], Math.min(2 * means[PLAIN], regressed));
    }

    /** The slopes of the regression of the corrected S on the terms; 0 for all where these do not differ enough. */
    private static double[] slopes(double[] means, int rows) {
        DMatrixRMaj covariance = new DMatrixRMaj(TERM_COUNT, TERM_COUNT);
        DMatrixRMaj cross = new DMatrixRMaj(TERM_COUNT, 1);
        for (int j = 0; j < TERM_COUNT; j++) {
            double mean = means[TERMS + j];
            for (int k = 0; k < TERM_COUNT; k++) {
                covariance.set(j, k, means[NUMBERS + j * rows + k] - mean * means[TERMS + k]);
            }
            covariance.set(j, j, covariance.get(j, j) * (1 + RIDGE) + Double.MIN_NORMAL);
            cross.set(j, 0, means[NUMBERS + j * rows + TERM_COUNT] - mean * means[CORRECTED]);
        }
        DMatrixRMaj slopes = new DMatrixRMaj(TERM_COUNT, 1);
        boolean solved = CommonOps_DDRM.solve(covariance, cross, slopes) && !MatrixFeatures_DDRM.hasUncountable(slopes);
        return solved ? slopes.data : new double[TERM_COUNT];
    }

    /** How many numbers of scratch space {@link #corrected} needs. */
    int scratch() {
        return 2 * n + 1 + Series.SUMS;
    }

    /** Writes S plus the control variates at one draw, S itself, and the terms of the regression. */
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
        double slopeByZ = byZ * (byPhi - 0.5 * lambda * bySlope) - phi;
        out[outAt + PLAIN] = plain;
        out[outAt + TERMS] = Kernels.dot(scratch, 0, shifts, 0, n);
        out[outAt + TERMS + 1] = ofSquares(draws, at + VolatilityModel.X, off, scratch);
        out[outAt + TERMS + 2] = off * slopeByZ + 1;
        out[outAt + CORRECTED] = plain
                - mixed * bySlope
                + ofPath(draws, at + VolatilityModel.X, phi, mixed, off, scratch)
                + field * (byZ * byPhi - phi)
                + quadratic;
    }

    /** f·g + ∇·f for f = VD((x-m)² - V1). */
    private double ofSquares(double[] draws, int xAt, double off, double[] scratch) {
        for (int t = 0; t < n; t++) {
            double own = draws[xAt + t] - middle[t] - slope[t] * off;
            scratch[n + t] = weight[t] * (own * own - variance[t]);
        }
        double divergence = Kernels.dot(weight, 0, draws, xAt, n) - weightedMiddle - off * weightedSlope;
        return Kernels.dot(scratch, 0, scratch, n, n) + 2 * divergence;
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
}
