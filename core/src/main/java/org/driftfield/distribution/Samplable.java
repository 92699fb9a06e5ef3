package org.driftfield.distribution;

import org.driftfield.random.RandomStream;

/** What draws can be taken from. */
@FunctionalInterface
public interface Samplable {
    /** Writes one draw to {@code out[at …]}. */
    void sample(RandomStream random, double[] out, int at);
}
