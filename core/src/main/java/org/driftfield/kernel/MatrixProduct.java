package org.driftfield.kernel;

/**
 * Products of matrices that are held row after row, by the loops of a {@link Perceptron}'s layers: in float, whatever is put in,
 * and the same bits on the Vector API and without. What it needs is kept from call to call; one thread uses it at a time.
 */
public final class MatrixProduct {
    private final LayerKernels kernels;
    private float[] packed = {};
    private float[] below = {};
    private float[] above = {};
    private int rows;
    private int inner;
    private int columns;

    public MatrixProduct() {
        this(Perceptron.CHOSEN);
    }

    MatrixProduct(LayerKernels kernels) {
        this.kernels = kernels;
    }

    /** Takes a matrix as the left one. */
    public MatrixProduct left(double[] a, int at, int height, int width) {
        return left(height, width, width, 1, a, at);
    }

    /** Takes the transpose of a matrix as the left one. */
    public MatrixProduct leftTransposed(double[] a, int at, int height, int width) {
        return left(width, height, 1, width, a, at);
    }

    private MatrixProduct left(int height, int width, int down, int along, double[] a, int at) {
        rows = height;
        inner = width;
        int blocks = LayerKernels.blocks(rows, LayerKernels.UNITS);
        packed = room(packed, blocks * LayerKernels.UNITS * (inner + 1));
        for (int u = 0; u < blocks * LayerKernels.UNITS; u++) {
            int to = u / LayerKernels.UNITS * LayerKernels.UNITS * (inner + 1) + u % LayerKernels.UNITS;
            packed[to] = 0;
            for (int i = 0; i < inner; i++) {
                packed[to + LayerKernels.UNITS * (i + 1)] = u < rows ? (float) a[at + u * down + i * along] : 0;
            }
        }
        return this;
    }

    /** Takes a matrix as the right one. */
    public MatrixProduct right(double[] b, int at, int height, int width) {
        return right(height, width, width, 1, b, at);
    }

    /** Takes the transpose of a matrix as the right one. */
    public MatrixProduct rightTransposed(double[] b, int at, int height, int width) {
        return right(width, height, 1, width, b, at);
    }

    private MatrixProduct right(int height, int width, int down, int along, double[] b, int at) {
        columns = width;
        int tiles = LayerKernels.blocks(columns, LayerKernels.TILE);
        below = room(below, tiles * height * LayerKernels.STRIDE);
        for (int tile = 0; tile < tiles; tile++) {
            int first = tile * LayerKernels.TILE;
            int count = Math.min(LayerKernels.TILE, columns - first);
            for (int i = 0; i < height; i++) {
                int to = (tile * height + i) * LayerKernels.STRIDE;
                int from = at + i * down + first * along;
                for (int c = 0; c < count; c++) {
                    below[to + c] = (float) b[from + c * along];
                }
            }
        }
        return this;
    }

    /** Adds a multiple of the product to a matrix. */
    public void addTo(double factor, double[] out, int at) {
        int units = LayerKernels.blocks(rows, LayerKernels.UNITS) * LayerKernels.UNITS;
        above = room(above, units * LayerKernels.STRIDE);
        for (int first = 0; first < columns; first += LayerKernels.TILE) {
            int count = Math.min(LayerKernels.TILE, columns - first);
            kernels.forward(
                    below,
                    first / LayerKernels.TILE * inner * LayerKernels.STRIDE,
                    inner,
                    packed,
                    0,
                    rows,
                    LayerKernels.blocks(count, LayerKernels.PANEL) * LayerKernels.PANEL,
                    false,
                    above,
                    0);
            for (int u = 0; u < rows; u++) {
                int to = at + u * columns + first;
                for (int c = 0; c < count; c++) {
                    out[to + c] += factor * above[u * LayerKernels.STRIDE + c];
                }
            }
        }
    }

    private static float[] room(float[] array, int size) {
        return array.length >= size ? array : new float[size];
    }
}
