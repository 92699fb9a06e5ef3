package org.driftfield.sampler;

/** What a sampler learns of the posterior's shape while warming up. */
public enum Metric {
    /** The variance of each coordinate: cheap, blind to correlation. */
    DIAGONAL,
    /** The whole covariance: d² work a step, but strong correlation costs nothing more. */
    DENSE
}
