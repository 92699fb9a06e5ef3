package org.driftfield.spark.rows;

import java.util.SplittableRandom;
import org.driftfield.engine.Rows;
import org.driftfield.models.glm.GlmRows;

/** Rows of a logistic regression with an intercept, each chunk from its number alone. */
public final class SimulatedRows {
    public static final int COLUMNS = 20;

    private SimulatedRows() {}

    /**
     * The rows of a chunk.
     *
     * @param count how many rows there are in all
     */
    public static GlmRows chunk(long number, long count) {
        int n = (int) Math.min(Rows.CHUNK, count - number * Rows.CHUNK);
        SplittableRandom random = new SplittableRandom(number);
        double[] x = new double[n * COLUMNS];
        double[] y = new double[n];
        double[] eta = new double[n];
        for (int j = 0; j < COLUMNS; j++) {
            for (int i = 0; i < n; i++) {
                x[j * n + i] = j == 0 ? 1 : 2 * random.nextDouble() - 1;
                eta[i] += x[j * n + i] * (j % 3 - 1) * 0.5;
            }
        }
        for (int i = 0; i < n; i++) {
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta[i])) ? 1 : 0;
        }
        return new GlmRows(x, n, 0, n, y, null, null);
    }
}
