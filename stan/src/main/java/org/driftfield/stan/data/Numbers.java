package org.driftfield.stan.data;

import java.util.Arrays;

/**
 * What a source holds under one name: numbers with sizes, the last index fastest, or the reason why it can't be one.
 *
 * @param fault null where there are numbers
 */
record Numbers(int[] shape, double[] values, String fault) {
    static Numbers of(int[] shape, double[] values) {
        return new Numbers(shape, values, null);
    }

    static Numbers unusable(String fault) {
        return new Numbers(null, null, fault);
    }

    String sizes() {
        return shape.length == 0 ? "a single number" : "sizes " + Arrays.toString(shape);
    }

    /** Collects a nested list of numbers of which each level has one length. */
    static final class Builder {
        private static final int DEEPEST = 16;

        private double[] values = new double[16];
        private int count;
        private final int[] extents = new int[DEEPEST];
        private final int[] open = new int[DEEPEST];
        private int depth;
        private int rank = -1;
        private String fault;

        Builder() {
            Arrays.fill(extents, -1);
        }

        void begin() {
            element();
            if (depth == DEEPEST) {
                fail("is nested more than " + DEEPEST + " deep");
                return;
            }
            open[depth++] = 0;
        }

        void end() {
            depth--;
            if (extents[depth] < 0) {
                extents[depth] = open[depth];
            } else if (extents[depth] != open[depth]) {
                fail("has rows of different lengths, " + extents[depth] + " and " + open[depth]);
            }
        }

        void number(double x) {
            element();
            if (rank >= 0 && rank != depth) {
                fail("mixes numbers and lists");
            }
            rank = depth;
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = x;
        }

        private void element() {
            if (depth > 0 && depth <= DEEPEST) {
                open[depth - 1]++;
            }
        }

        void fail(String reason) {
            if (fault == null) {
                fault = reason;
            }
        }

        boolean failed() {
            return fault != null;
        }

        Numbers build() {
            if (fault != null) {
                return unusable(fault);
            }
            int levels = rank;
            if (levels < 0) {
                levels = 0;
                while (levels < DEEPEST && extents[levels] >= 0) {
                    levels++;
                }
            }
            return of(Arrays.copyOf(extents, levels), Arrays.copyOf(values, count));
        }
    }
}
