package org.driftfield.driver;

import java.util.Arrays;
import java.util.List;

/** What was recorded of each iteration: a table of numbers with named columns, the first of which is the iteration. */
public final class Trace {
    /** The column that counts iterations. */
    public static final String ITERATION = "iteration";

    private final List<String> columns;
    private final int[] lowest;
    private double[] values;
    private int rows;

    Trace(List<String> columns) {
        this.columns = List.copyOf(columns);
        this.lowest = new int[columns.size()];
        Arrays.fill(lowest, -1);
        this.values = new double[64 * columns.size()];
    }

    /** A trace that was recorded before: its columns, and its values row after row. */
    public static Trace of(List<String> columns, double[] values) {
        Trace trace = new Trace(columns);
        trace.decode(values);
        return trace;
    }

    public List<String> columns() {
        return columns;
    }

    public int rows() {
        return rows;
    }

    public boolean has(String column) {
        return columns.contains(column);
    }

    public double get(int row, String column) {
        return values[row * columns.size() + index(column)];
    }

    /** The values of one column, oldest first. */
    public double[] column(String column) {
        return lastOf(column, rows);
    }

    /** The last {@code count} values of one column, oldest first. */
    public double[] lastOf(String column, int count) {
        int index = index(column);
        double[] out = new double[count];
        for (int i = 0; i < count; i++) {
            out[i] = values[(rows - count + i) * columns.size() + index];
        }
        return out;
    }

    /** The last {@code count} values of one column that are not NaN, oldest first; fewer when there are not so many. */
    public double[] lastKnown(String column, int count) {
        int index = index(column);
        double[] out = new double[count];
        int at = count;
        for (int row = rows - 1; row >= 0 && at > 0; row--) {
            double value = values[row * columns.size() + index];
            if (!Double.isNaN(value)) {
                out[--at] = value;
            }
        }
        return Arrays.copyOfRange(out, at, count);
    }

    /** The first row with the lowest value of a column; -1 when it has none but NaN. */
    public int rowOfLowest(String column) {
        return lowest[index(column)];
    }

    private int index(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("no column '" + column + "' in the trace; it has " + columns);
        }
        return index;
    }

    void add(double[] row) {
        int width = columns.size();
        if ((rows + 1) * width > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        System.arraycopy(row, 0, values, rows * width, width);
        for (int c = 0; c < width; c++) {
            double best = lowest[c] < 0 ? Double.NaN : values[lowest[c] * width + c];
            if (row[c] < best || (Double.isNaN(best) && !Double.isNaN(row[c]))) {
                lowest[c] = rows;
            }
        }
        rows++;
    }

    double[] encode() {
        return Arrays.copyOf(values, rows * columns.size());
    }

    void decode(double[] saved) {
        int width = columns.size();
        for (int from = 0; from < saved.length; from += width) {
            add(Arrays.copyOfRange(saved, from, from + width));
        }
    }
}
