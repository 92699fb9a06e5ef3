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
    public static int firstAtLeast(double[] sorted, double value) {
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

    /** The quantiles at several probabilities of values in any order, what sorting them would give and many times faster. */
    public static void select(double[] values, double[] probabilities, double[] out) {
        Buckets buckets = Buckets.of(values);
        if (buckets == null) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            for (int q = 0; q < probabilities.length; q++) {
                out[q] = ofSorted(sorted, probabilities[q]);
            }
            return;
        }
        for (int q = 0; q < probabilities.length; q++) {
            double position = probabilities[q] * (values.length - 1);
            int below = (int) position;
            double low = buckets.ranked(below);
            out[q] = between(low, below < values.length - 1 ? buckets.ranked(below + 1) : 0, position - below);
        }
    }

    /** The largest of some values in ascending order: the end of the sorted values, many times faster than by sorting all. */
    static double[] largest(double[] values, int count) {
        Buckets buckets = Buckets.of(values);
        double[] sorted = buckets == null ? values.clone() : buckets.highest(count);
        Arrays.sort(sorted);
        return Arrays.copyOfRange(sorted, sorted.length - count, sorted.length);
    }

    /** Values told apart by where they are between the smallest and the largest, in equal steps: only few need to be sorted. */
    private static final class Buckets {
        private static final int STEPS = 256;

        private final double[] values;
        private final int[] bucket;
        private final int[] counts = new int[STEPS];
        private final double[] held;
        private int before;
        private int size;

        private Buckets(double[] values, double low, double scale) {
            this.values = values;
            this.bucket = new int[values.length];
            this.held = new double[values.length];
            for (int i = 0; i < values.length; i++) {
                int step = (int) ((values[i] - low) * scale);
                bucket[i] = step;
                counts[step]++;
            }
        }

        /** Null where there is nothing to be won, or a value is no finite number. */
        static Buckets of(double[] values) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (double value : values) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            double scale = (STEPS - 1) / (high - low);
            return values.length > STEPS / 4 && scale > 0 && scale < Double.POSITIVE_INFINITY
                    ? new Buckets(values, low, scale)
                    : null;
        }

        /** The value that stands at a place, counted from 0, once all are sorted. */
        double ranked(int rank) {
            if (rank < before || rank >= before + size) {
                hold(rank);
            }
            return held[rank - before];
        }

        /** The values of the last buckets, so many or a few more. */
        double[] highest(int count) {
            int from = STEPS;
            int found = 0;
            while (found < count) {
                found += counts[--from];
            }
            double[] highest = new double[found];
            int at = 0;
            for (int i = 0; i < values.length; i++) {
                if (bucket[i] >= from) {
                    highest[at++] = values[i];
                }
            }
            return highest;
        }

        private void hold(int rank) {
            int current = 0;
            before = 0;
            while (before + counts[current] <= rank) {
                before += counts[current++];
            }
            size = 0;
            for (int i = 0; i < values.length; i++) {
                if (bucket[i] == current) {
                    held[size++] = values[i];
                }
            }
            Arrays.sort(held, 0, size);
        }
    }
}
