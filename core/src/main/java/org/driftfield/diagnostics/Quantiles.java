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
        return between(sorted[below], below < sorted.length - 1 ? sorted[below + 1] : 0, position - below);
    }

    /** The place of the first of sorted values that is not below a value. */
    static int firstAtLeast(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double between(double low, double high, double fraction) {
        return fraction == 0 ? low : low + fraction * (high - low);
    }

    /** The quantile at {@code probability} of values in any order; the array is left as it is. */
    public static double of(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted, probability);
    }

    /**
     * The quantiles at ascending probabilities of values in any order, several times faster than by sorting them; changes the
     * order of the values.
     */
    public static void select(double[] values, double[] probabilities, double[] out) {
        int from = 0;
        for (int q = 0; q < probabilities.length; q++) {
            double position = probabilities[q] * (values.length - 1);
            int below = (int) position;
            select(values, from, below);
            double next = Double.POSITIVE_INFINITY;
            for (int i = below + 1; i < values.length; i++) {
                next = Math.min(next, values[i]);
            }
            out[q] = between(values[below], next, position - below);
            from = below;
        }
    }

    /** Hoare's algorithm: afterwards the value of that rank is in its place, none after it smaller, none before it larger. */
    private static void select(double[] values, int from, int rank) {
        int low = from;
        int high = values.length - 1;
        while (low < high) {
            double a = values[low];
            double b = values[(low + high) >>> 1];
            double c = values[high];
            double pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swap = values[i];
                    values[i++] = values[j];
                    values[j--] = swap;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                return;
            }
        }
    }
}
