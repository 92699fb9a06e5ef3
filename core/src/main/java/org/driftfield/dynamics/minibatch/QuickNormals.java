package org.driftfield.dynamics.minibatch;

import org.apache.commons.numbers.gamma.InverseErf;
import org.driftfield.random.RandomStream;

/**
 * Normal variates from a table of 4096 equally probable values, five to a random word, scaled to variance 1. A Langevin move
 * adds thousands of them up, of which only the first moments matter (Kloeden and Platen 1992, weak approximation); exact ones
 * would cost as much as the gradient of a small network.
 */
final class QuickNormals {
    private static final int BITS = 12;
    private static final int EACH = 64 / BITS;
    private static final int MASK = (1 << BITS) - 1;
    private static final float[] TABLE = table();

    private QuickNormals() {}

    private static float[] table() {
        int size = 1 << BITS;
        double[] values = new double[size];
        double squares = 0;
        for (int k = 0; k < size; k++) {
            values[k] = Math.sqrt(2) * InverseErf.value((2 * k + 1.0) / size - 1);
            squares += values[k] * values[k] / size;
        }
        float[] table = new float[size];
        for (int k = 0; k < size; k++) {
            table[k] = (float) (values[k] / Math.sqrt(squares));
        }
        return table;
    }

    static void fill(RandomStream random, float[] out, int count) {
        int whole = count - count % EACH;
        for (int j = 0; j < whole; j += EACH) {
            long bits = random.nextLong();
            out[j] = TABLE[(int) bits & MASK];
            out[j + 1] = TABLE[(int) (bits >>> BITS) & MASK];
            out[j + 2] = TABLE[(int) (bits >>> (2 * BITS)) & MASK];
            out[j + 3] = TABLE[(int) (bits >>> (3 * BITS)) & MASK];
            out[j + 4] = TABLE[(int) (bits >>> (4 * BITS)) & MASK];
        }
        for (int j = whole; j < count; j++) {
            out[j] = TABLE[(int) random.nextLong() & MASK];
        }
    }
}
