package org.driftfield.data.text;

import java.util.Arrays;

/** The line each row starts on, kept as the rows where (line - row) changes: none in most files. */
public final class Lines {
    private int[] rows = new int[4];
    private long[] shifts = new long[4];
    private int size;

    /** Rows come in increasing order. */
    public void add(int row, long line) {
        long shift = line - row;
        if (size > 0 && shifts[size - 1] == shift) {
            return;
        }
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            shifts = Arrays.copyOf(shifts, 2 * size);
        }
        rows[size] = row;
        shifts[size++] = shift;
    }

    public long of(int row) {
        int at = Arrays.binarySearch(rows, 0, size, row);
        return row + shifts[at >= 0 ? at : -at - 2];
    }
}
