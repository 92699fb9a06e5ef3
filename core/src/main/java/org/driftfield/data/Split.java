package org.driftfield.data;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Rows dealt out at random, reproducibly, to training, validation and test; each part in ascending order. */
public record Split(int[] train, int[] validation, int[] test) {

    /**
     * Deals out rows so that each class has its share of each part, to within one row.
     *
     * @param rows the rows to deal out
     * @param classes the class of each of them, as a number; null to deal out without regard to any
     * @param validation the fraction for validation, from 0 to below 1
     * @param test the fraction for test
     */
    public static Split of(int[] rows, double[] classes, double validation, double test, long seed) {
        require(validation >= 0 && validation < 1, "the validation fraction must be in [0, 1), got %s", validation);
        require(test >= 0 && test < 1, "the test fraction must be in [0, 1), got %s", test);
        require(
                validation + test < 1,
                "the validation and test fractions must leave rows for training, got %s and %s",
                validation,
                test);
        int n = rows.length;
        int[] order = shuffled(n, seed);
        if (classes != null) {
            // A stable sort by class of shuffled rows: every stretch of the result has the classes in proportion.
            order = Arrays.stream(order)
                    .boxed()
                    .sorted((a, b) -> Double.compare(classes[a], classes[b]))
                    .mapToInt(i -> i)
                    .toArray();
        }
        int[] part = new int[n];
        int[] counts = new int[3];
        for (int from = 0; from < n; ) {
            int to = from + 1;
            while (to < n && (classes == null || classes[order[to]] == classes[order[from]])) {
                to++;
            }
            int forTest = (int) Math.round(test * (to - from));
            int forValidation = (int) Math.round(validation * (to - from));
            for (int i = from; i < to; i++) {
                int p = i - from < forTest ? 2 : i - from < forTest + forValidation ? 1 : 0;
                part[order[i]] = p;
                counts[p]++;
            }
            from = to;
        }
        require(
                counts[0] > 0 && (counts[1] > 0 || validation == 0) && (counts[2] > 0 || test == 0),
                "%d rows are too few for validation %s and test %s: they give %d rows for training, %d and %d",
                n,
                validation,
                test,
                counts[0],
                counts[1],
                counts[2]);
        return new Split(pick(rows, part, 0), pick(rows, part, 1), pick(rows, part, 2));
    }

    private static int[] pick(int[] rows, int[] part, int wanted) {
        int count = 0;
        int[] out = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            if (part[i] == wanted) {
                out[count++] = rows[i];
            }
        }
        return Arrays.copyOf(out, count);
    }

    /** The numbers 0 … n-1 in a random order. */
    public static int[] shuffled(int n, long seed) {
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.SPLIT, 0);
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
