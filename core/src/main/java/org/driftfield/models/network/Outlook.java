package org.driftfield.models.network;

import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.line.Ridge;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * What a search for networks will probably find, told before its first run, for the time that it will take: as much of what a line
 * leaves as ridge regression on random features explains, rows left out one by one. Nothing else depends on it.
 */
final class Outlook {
    private static final int FEATURES = 100;

    /** There are at least so many rows a feature. */
    private static final int ROWS_EACH = 3;

    /** More rows tell no more. */
    private static final int MOST_ROWS = 2000;

    /** Features that do not learn explain less than networks do: where they explain this part, networks explain most. */
    private static final double MUCH = 0.4;

    /** What chance explains by the best of many penalties is less than this part, and so many rows of all. */
    private static final double NOTHING = 0.01;

    private static final double NOTHING_ROWS = 3;

    private Outlook() {}

    /** @param rows the target being what the line leaves */
    static SearchClock.Found of(EncodedRows rows, long seed) {
        int n = Math.min(rows.count(), MOST_ROWS);
        int inputs = rows.inputs();
        int features = Math.min(FEATURES, n / ROWS_EACH);
        if (features < 1) {
            return SearchClock.Found.NOTHING;
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
        double spread = OneRun.moments(y)[1];
        double explained = 1 - Ridge.of(made, features, y).leaveOneOut() / (spread * spread);
        return explained < NOTHING + NOTHING_ROWS / n
                ? SearchClock.Found.NOTHING
                : explained > MUCH ? SearchClock.Found.MOST : SearchClock.Found.SOME;
    }
}
