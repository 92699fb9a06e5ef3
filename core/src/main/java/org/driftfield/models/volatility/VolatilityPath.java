package org.driftfield.models.volatility;

/**
 * The volatility exp(x/2) over time, one value for each t: posterior mean, median, and 5 % and 95 % quantiles.
 */
public record VolatilityPath(double[] mean, double[] q05, double[] q50, double[] q95) {
    /** The number of times. */
    public int size() {
        return mean.length;
    }
}
