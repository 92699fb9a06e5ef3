package org.driftfield.models.network.line;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Ridge regression on random features, rows left out one by one: a look at what networks may find, before any is made. */
public final class RandomFeatures {
    private static final int FEATURES = 100;

    /** There are at least so many rows a feature. */
    private static final int ROWS_EACH = 3;

    /** More rows tell no more. */
    public static final int MOST_ROWS = 2000;

    private RandomFeatures() {}

    /** The part of the variance of the target that is explained; below 0 where that is less than its mean explains. */
    public static double explained(EncodedRows rows, long seed) {
        int n = Math.min(rows.count(), MOST_ROWS);
        int inputs = rows.inputs();
        int features = Math.min(FEATURES, n / ROWS_EACH);
        if (features < 1) {
            return 0;
        }
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.NETWORK_OUTLOOK, 0);
        double[] slopes = new double[features * (inputs + 1)];
        for (int k = 0; k < features; k++) {
            // Of one input, of two, or of all of them.
            int some = k % 3 == 2 ? inputs : Math.min(k % 3 + 1, inputs);
            int at = k * (inputs + 1);
            for (int j = 0; j < some; j++) {
                int input = some == inputs ? j : random.nextInt(inputs);
                slopes[at + input] = random.nextNormal() * Math.sqrt(2.0 / some);
            }
            slopes[at + inputs] = random.nextNormal();
        }
        float[] made = new float[n * features];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            int row = (int) ((long) i * rows.count() / n);
            y[i] = rows.y()[row];
            for (int k = 0; k < features; k++) {
                int at = k * (inputs + 1);
                double sum = slopes[at + inputs];
                for (int j = 0; j < inputs; j++) {
                    sum += slopes[at + j] * rows.x()[row * inputs + j];
                }
                made[i * features + k] = (float) Math.tanh(sum);
            }
        }
        double mean = Arrays.stream(y).average().orElseThrow();
        double variance =
                Arrays.stream(y).map(each -> (each - mean) * (each - mean)).sum() / Math.max(1, n - 1);
        return variance > 0 ? 1 - Ridge.of(made, features, y).leaveOneOut() / variance : 0;
    }
}
