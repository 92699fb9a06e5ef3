package org.driftfield.sampler;

/** What a sampler learns of the posterior's shape while warming up. */
public enum Metric {
    /** The variance of each coordinate: cheap, blind to correlation. */
    DIAGONAL,
    /** The whole covariance: d² work a step, but strong correlation costs nothing more. */
    DENSE,
    /** The whole covariance with as much of its correlations as draws bear out that did not teach them; work as for dense. */
    AUTOMATIC;

    /** Up to here the last window of a usual warm-up holds several times as many draws as a covariance has columns. */
    private static final int LARGEST_DENSE = 100;

    /** The metric for a density of which nothing is known but its dimension: automatic unless that is large. */
    public static Metric suited(int dimension) {
        return dimension <= LARGEST_DENSE ? AUTOMATIC : DIAGONAL;
    }
}
