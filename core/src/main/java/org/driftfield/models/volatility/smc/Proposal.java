package org.driftfield.models.volatility.smc;

/**
 * Where a particle filter proposes the deviations v of the log variances from their level: a linear-Gaussian chain, v_t = gain_t v_t-1 +
 * shift_t + spread_t ε_t, that the model is replaced by, and what it differs from it. One instance serves one thread.
 */
interface Proposal {
    /** How many log variances there are. */
    int times();

    /** Takes the parameters; returns the log of the integral over all paths of the replacement. */
    double take(double[] theta);

    double gain(int t);

    double shift(int t);

    double spread(int t);

    /** Whether the model differs from its replacement at a time. */
    boolean differs(int t);

    /**
     * Writes the log of the model over its replacement for the first n particles.
     *
     * @param before where each particle was at the time before
     */
    void logRatios(int t, double[] before, double[] v, double[] out, int n);
}
