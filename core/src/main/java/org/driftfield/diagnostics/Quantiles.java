package org.driftfield.diagnostics;

import java.util.Arrays;
import org.driftfield.InputException;

/** Sample quantiles by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996). */
public final class Quantiles {
    private Quantiles() {}

    /** The quantile at {@code probability} of values that are already sorted in ascending order. */
    public static double ofSorted(double[] sorted, double probability) {
        InputException.require(sorted.length > 0, "values must not be empty, got none");
        InputException.require(
                probability >= 0 && probability <= 1, "probability must lie in [0, 1], got %s", probability);
        double position = probability * (sorted.length - 1);
        int below = (int) position;
        double fraction = position - below;
        return fraction == 0 ? sorted[below] : sorted[below] + fraction * (sorted[below + 1] - sorted[below]);
    }

    /** The quantile at {@code probability} of values in any order; the array is left as it is. */
    public static double of(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted, probability);
    }
}
