package org.driftfield.reproduce;

import java.util.Arrays;

/**
 * A mean over replicates and their standard deviation (that of a sample, with n - 1); NaN where there is none.
 *
 * @param n how many replicates have the value
 */
record Estimate(double mean, double sd, int n) {
    static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, 0);

    /** Of the values that are not NaN. */
    static Estimate of(double... values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
        if (known.length == 0) {
            return NONE;
        }
        double mean = Arrays.stream(known).sum() / known.length;
        double squares = Arrays.stream(known).map(v -> (v - mean) * (v - mean)).sum();
        return new Estimate(
                mean, known.length > 1 ? Math.sqrt(squares / (known.length - 1)) : Double.NaN, known.length);
    }
}
