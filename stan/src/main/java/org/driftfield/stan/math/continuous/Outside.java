package org.driftfield.stan.math.continuous;

import java.util.Arrays;

/** Values beside the support of a density: probability zero or one, and no slope. */
final class Outside {
    private Outside() {}

    /** log 0. */
    static double zero(double[] d) {
        one(d);
        return Double.NEGATIVE_INFINITY;
    }

    /** log 1. */
    static double one(double[] d) {
        if (d != null) {
            Arrays.fill(d, 0);
        }
        return 0;
    }
}
