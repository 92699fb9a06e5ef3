package org.driftfield.models.volatility.paper;

import org.driftfield.kernel.Kernels;

/**
 * The precision H = λK(φ) + D of x given φ, for some values of φ over the range of its factor, each factored into unit lower
 * bidiagonal times diagonal: a particle takes the one nearest to its own φ.
 */
final class PathPrecisions {
    private static final int NODES = 17;
    private static final int MIDDLE = NODES / 2;

    /** The distance of neighbouring values, in standard deviations of φ on its unconstrained scale. */
    private static final double APART = 0.5;

    private final int n;
    private final double spread;

    /** One over the pivots, and the ratios below the diagonal; value after value. */
    private final double[] inverse;

    private final double[] ratio;

    /** For each value the sums over H⁻¹ of the diagonal but for its ends, of the ends, and of the elements beside it. */
    private final double[] traces = new double[3 * NODES];

    /**
     * Factors them all.
     *
     * @param curvature D
     * @param centre the mean of φ on its unconstrained scale
     * @param spread its standard deviation
     */
    PathPrecisions(double[] curvature, double lambda, double centre, double spread) {
        this.n = curvature.length;
        this.spread = spread;
        this.inverse = new double[NODES * n];
        this.ratio = new double[NODES * n];
        for (int k = 0; k < NODES; k++) {
            double off = (k - MIDDLE) * APART * spread;
            factor(k * n, curvature, lambda, Math.tanh(0.5 * (centre + off)));
            trace(k);
        }
    }

    private void factor(int at, double[] curvature, double lambda, double phi) {
        double link = -lambda * phi;
        double last = 0;
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            double below = link * last;
            last = 1 / (lambda * (end ? 1 : 1 + phi * phi) + curvature[t] - below * link);
            ratio[at + t] = below;
            inverse[at + t] = last;
        }
    }

    private void trace(int k) {
        int at = k * n;
        double variance = inverse[at + n - 1];
        double inner = 0;
        double ends = variance;
        double beside = 0;
        for (int t = n - 2; t >= 0; t--) {
            double below = ratio[at + t + 1];
            double neighbour = -below * variance;
            variance = inverse[at + t] - below * neighbour;
            beside += neighbour;
            inner += t == 0 ? 0 : variance;
            ends += t == 0 ? variance : 0;
        }
        traces[3 * k] = inner;
        traces[3 * k + 1] = ends;
        traces[3 * k + 2] = beside;
    }

    /**
     * gᵀH⁻¹Qv + tr(H⁻¹Q), where Q is tridiagonal with {@code link} beside the diagonal, on which stand ones at the ends and
     * {@code inner} between.
     *
     * @param off φ on its unconstrained scale, less its mean
     * @param gv the vectors g and v, one after the other; overwritten
     */
    double ofField(double off, double inner, double link, double[] gv) {
        int k = Math.max(0, Math.min(NODES - 1, (int) Math.rint(off / (APART * spread)) + MIDDLE));
        int at = k * n;
        double lastGradient = 0;
        double lastField = 0;
        double before = 0;
        double own = gv[n];
        for (int t = 0; t < n; t++) {
            double after = t < n - 1 ? gv[n + t + 1] : 0;
            double field = (t == 0 || t == n - 1 ? own : inner * own) + link * (before + after);
            double below = -ratio[at + t];
            lastGradient = Math.fma(below, lastGradient, gv[t]);
            lastField = Math.fma(below, lastField, field);
            gv[t] = lastGradient;
            gv[n + t] = lastField * inverse[at + t];
            before = own;
            own = after;
        }
        return Kernels.dot(gv, 0, gv, n, n) + inner * traces[3 * k] + traces[3 * k + 1] + 2 * link * traces[3 * k + 2];
    }
}
