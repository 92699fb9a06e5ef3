package org.driftfield.kernel;

import static java.util.Objects.checkFromIndexSize;
import static java.util.Objects.checkIndex;
import static org.driftfield.InputException.require;

import java.util.Arrays;

/**
 * Rows of inputs and their targets, in the order in which a {@link Perceptron} reads them: tiles of rows, feature after
 * feature, with a feature that is always 1 for the biases. Filled by one thread, it may then be read by many.
 */
public final class Minibatch {
    private final int features;
    private final int capacity;
    private final int tileSize;
    private final float[] inputs;
    private final float[] targets;
    private final float[] present;
    private int rows;
    private int tileRows;
    private int tiles;

    /** Room for {@code capacity} rows of {@code features} inputs. */
    public Minibatch(int features, int capacity) {
        require(features >= 1, "features must be at least 1, got %d", features);
        require(capacity >= 1, "capacity must be at least 1, got %d", capacity);
        long floats = floats(features, capacity);
        require(
                floats <= Integer.MAX_VALUE - 8,
                "%d rows of %d features must fit in one array, got %d floats",
                capacity,
                features,
                floats);
        this.features = features;
        this.capacity = capacity;
        this.tileSize = LayerKernels.blocks(features + 1, LayerKernels.SUMS) * LayerKernels.SUMS * LayerKernels.STRIDE;
        this.inputs = new float[(int) floats];
        this.targets = new float[paddedRows(capacity)];
        this.present = new float[targets.length];
    }

    private static int paddedRows(int rows) {
        return LayerKernels.blocks(rows, LayerKernels.PANEL) * LayerKernels.PANEL;
    }

    private static long floats(int features, int capacity) {
        long units = (long) LayerKernels.SUMS * LayerKernels.blocks(features + 1, LayerKernels.SUMS);
        return units * LayerKernels.STRIDE * LayerKernels.blocks(capacity, LayerKernels.TILE);
    }

    /** The memory that a minibatch takes. */
    public static long bytes(int features, int capacity) {
        return Float.BYTES * (floats(features, capacity) + 2L * paddedRows(capacity));
    }

    public int features() {
        return features;
    }

    public int capacity() {
        return capacity;
    }

    /** How many rows were last put in. */
    public int rows() {
        return rows;
    }

    /** Takes {@code count} rows of the row-major {@code x} and of {@code y}: those numbered {@code index[from]} onwards. */
    public void gather(float[] x, float[] y, int[] index, int from, int count) {
        checkFromIndexSize(from, count, index.length);
        resize(count);
        for (int r = 0; r < count; r++) {
            put(r, x, y, index[from + r]);
        }
    }

    /**
     * Takes {@code count} rows from row {@code first} onwards, going round at the end: as {@link #gather} of them, and faster where
     * there are few.
     *
     * @param columns the inputs, one after the other, each with all rows
     * @param weight how often each row counts in a likelihood; null for once
     */
    public void stretch(float[] columns, float[] y, float[] weight, int first, int count) {
        int n = y.length;
        checkFromIndexSize(first, 1, n);
        require(count <= n, "rows must be at most the %d there are, got %d", n, count);
        resize(count);
        for (int t = 0; t < tiles; t++) {
            int done = firstRow(t);
            int here = Math.min(tileRows, count - done);
            for (int f = 0; f < features; f++) {
                round(columns, f * n, n, first + done, inputs, inputsAt(t) + f * LayerKernels.STRIDE, here);
            }
        }
        round(y, 0, n, first, targets, 0, count);
        if (weight != null) {
            round(weight, 0, n, first, present, 0, count);
        }
    }

    private static void round(float[] from, int at, int n, int first, float[] to, int toAt, int count) {
        int start = first % n;
        int before = Math.min(count, n - start);
        System.arraycopy(from, at + start, to, toAt, before);
        System.arraycopy(from, at, to, toAt + before, count - before);
    }

    /** Takes {@code count} rows of the row-major {@code x} and of {@code y}, from row {@code first} onwards. */
    public void range(float[] x, float[] y, int first, int count) {
        checkFromIndexSize(first, count, y.length);
        resize(count);
        for (int r = 0; r < count; r++) {
            put(r, x, y, first + r);
        }
    }

    private void resize(int count) {
        require(count >= 1 && count <= capacity, "rows must be between 1 and %d, got %d", capacity, count);
        rows = count;
        int panels = LayerKernels.blocks(count, LayerKernels.PANEL);
        tiles = LayerKernels.blocks(panels * LayerKernels.PANEL, LayerKernels.TILE);
        tileRows = LayerKernels.PANEL * LayerKernels.blocks(panels, tiles);
        for (int t = 0; t < tiles; t++) {
            int ones = inputsAt(t) + features * LayerKernels.STRIDE;
            Arrays.fill(inputs, ones, ones + LayerKernels.STRIDE, 1);
        }
        Arrays.fill(present, 0, count, 1);
        for (int r = count; r < panels * LayerKernels.PANEL; r++) {
            present[r] = 0;
            targets[r] = 0;
            int at = at(r);
            for (int f = 0; f < features; f++) {
                inputs[at + f * LayerKernels.STRIDE] = 0;
            }
        }
    }

    private int at(int row) {
        return inputsAt(row / tileRows) + row % tileRows;
    }

    private void put(int row, float[] x, float[] y, int source) {
        targets[row] = y[checkIndex(source, y.length)];
        int from = source * features;
        int at = at(row);
        for (int f = 0; f < features; f++) {
            inputs[at + f * LayerKernels.STRIDE] = x[from + f];
        }
    }

    int tiles() {
        return tiles;
    }

    /** The first row of a tile. */
    int firstRow(int tile) {
        return tile * tileRows;
    }

    /** The rows of a tile, padded to whole panels with rows that do not count. */
    int paddedRowsOf(int tile) {
        return Math.min(tileRows, paddedRows(rows) - firstRow(tile));
    }

    int inputsAt(int tile) {
        return tile * tileSize;
    }

    float[] inputs() {
        return inputs;
    }

    float[] targets() {
        return targets;
    }

    float[] present() {
        return present;
    }
}
