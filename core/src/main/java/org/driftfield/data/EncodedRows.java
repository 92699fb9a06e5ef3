package org.driftfield.data;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Rows of a table as an {@link Encoding} codes them, the input of a network.
 *
 * @param x the inputs, row after row; NaN in a flagged row
 * @param y the target: numbers, or positions in {@link Encoding#classes}; null where the table has none
 * @param rows the rows of the table, one for each row here
 * @param inputs how many numbers a row of {@code x} has
 * @param flagged the rows with a category the training data did not have
 */
public record EncodedRows(float[] x, double[] y, int[] rows, int inputs, BitSet flagged) {
    public int count() {
        return rows.length;
    }

    /** Some of these rows, by their places among them. */
    public EncodedRows some(int[] chosen) {
        float[] someX = new float[chosen.length * inputs];
        double[] someY = y == null ? null : new double[chosen.length];
        int[] numbers = new int[chosen.length];
        BitSet some = new BitSet();
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(x, chosen[i] * inputs, someX, i * inputs, inputs);
            numbers[i] = rows[chosen[i]];
            some.set(i, flagged.get(chosen[i]));
            if (y != null) {
                someY[i] = y[chosen[i]];
            }
        }
        return new EncodedRows(someX, someY, numbers, inputs, some);
    }

    /** These rows and then others of the same inputs. */
    public EncodedRows and(EncodedRows others) {
        float[] allX = Arrays.copyOf(x, x.length + others.x.length);
        System.arraycopy(others.x, 0, allX, x.length, others.x.length);
        double[] allY = Arrays.copyOf(y, count() + others.count());
        System.arraycopy(others.y, 0, allY, count(), others.count());
        int[] numbers = Arrays.copyOf(rows, count() + others.count());
        System.arraycopy(others.rows, 0, numbers, count(), others.count());
        BitSet all = (BitSet) flagged.clone();
        others.flagged.stream().forEach(i -> all.set(count() + i));
        return new EncodedRows(allX, allY, numbers, inputs, all);
    }
}
