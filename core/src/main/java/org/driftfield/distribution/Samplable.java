package org.driftfield.distribution;

import org.driftfield.kernel.RandomStream;

/** What draws can be taken from. */
@FunctionalInterface
public interface Samplable {
    /** Writes one draw to {@code out[at …]}. */
    void sample(RandomStream random, double[] out, int at);
}
