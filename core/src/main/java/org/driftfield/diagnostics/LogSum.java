package org.driftfield.diagnostics;

/** Sums of exponentials that neither overflow nor underflow. */
public final class LogSum {
    private LogSum() {}

    /** log sum_i exp(x_i). */
    public static double exp(double[] x) {
        double max = Double.NEGATIVE_INFINITY;
        for (double v : x) {
            max = Math.max(max, v);
        }
        if (Double.isInfinite(max)) {
            return max;
        }
        double sum = 0;
        for (double v : x) {
            sum += Math.exp(v - max);
        }
        return max + Math.log(sum);
    }
}
