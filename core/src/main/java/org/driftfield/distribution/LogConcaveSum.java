package org.driftfield.distribution;

import java.util.function.DoubleUnaryOperator;

/**
 * E[f] under a one-dimensional density that decays fast at both ends of the real line, by the trapezoidal rule, whose error
 * falls exponentially with the number of points for such integrands.
 */
final class LogConcaveSum {
    private static final int POINTS = 400;

    /** Of a density that reaches far out, as one with a tiny shape does, the bend near its mode is still seen. */
    private static final double WIDEST = 0.25;

    private LogConcaveSum() {}

    /** The expectation of f over the (unnormalised) log density on [lower, upper]. */
    static double expect(DoubleUnaryOperator logDensity, double lower, double upper, DoubleUnaryOperator f) {
        int points = Math.max(POINTS, (int) Math.min(1e5, (upper - lower) / WIDEST));
        double step = (upper - lower) / points;
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i <= points; i++) {
            top = Math.max(top, logDensity.applyAsDouble(lower + i * step));
        }
        double mass = 0;
        double total = 0;
        for (int i = 0; i <= points; i++) {
            double x = lower + i * step;
            double weight = Math.exp(logDensity.applyAsDouble(x) - top);
            if (weight > 0) {
                mass += weight;
                total += weight * f.applyAsDouble(x);
            }
        }
        return total / mass;
    }
}
