package org.driftfield.data;

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
}
