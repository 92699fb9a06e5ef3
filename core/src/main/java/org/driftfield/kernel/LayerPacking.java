package org.driftfield.kernel;

/**
 * Weights of one layer into the blocks in which {@link LayerKernels} reads them, and their gradients out of theirs. Places
 * of a block that have no unit stay 0. The five units of a whole block are written out, because a minibatch of a hundred
 * rows is otherwise held up by this.
 */
final class LayerPacking {
    private LayerPacking() {}

    /** Blocks of units above: their biases, then their weights to each unit below. */
    static void forward(float[] weights, int at, int lower, int upper, float[] packed, int packedAt) {
        int row = lower + 1;
        int o = 0;
        for (; o <= upper - 5; o += 5) {
            int from = at + o * row;
            int to = packedAt + o * row;
            for (int u = 0; u < 5; u++) {
                packed[to + u] = weights[from + u * row + lower];
            }
            interleave(weights, from, row, lower, packed, to + 5);
        }
        for (int u = 0; o + u < upper; u++) {
            int from = at + (o + u) * row;
            int to = packedAt + o * row + u;
            packed[to] = weights[from + lower];
            for (int i = 0; i < lower; i++) {
                packed[to + 5 * (i + 1)] = weights[from + i];
            }
        }
    }

    private static void interleave(float[] weights, int at, int row, int n, float[] packed, int packedAt) {
        int b = at + row;
        int c = b + row;
        int d = c + row;
        int e = d + row;
        for (int i = 0; i < n; i++) {
            packed[packedAt + 5 * i] = weights[at + i];
            packed[packedAt + 5 * i + 1] = weights[b + i];
            packed[packedAt + 5 * i + 2] = weights[c + i];
            packed[packedAt + 5 * i + 3] = weights[d + i];
            packed[packedAt + 5 * i + 4] = weights[e + i];
        }
    }

    /** Blocks of units below: zeros, then their weights to each unit above. */
    static void backward(float[] weights, int at, int lower, int upper, float[] packed, int packedAt) {
        int block = 5 * (upper + 1);
        for (int o = 0; o < upper; o++) {
            int from = at + o * (lower + 1);
            int to = packedAt + 5 * (o + 1);
            int i = 0;
            for (; i <= lower - 5; i += 5, to += block) {
                packed[to] = weights[from + i];
                packed[to + 1] = weights[from + i + 1];
                packed[to + 2] = weights[from + i + 2];
                packed[to + 3] = weights[from + i + 3];
                packed[to + 4] = weights[from + i + 4];
            }
            for (int u = 0; i + u < lower; u++) {
                packed[to + u] = weights[from + i + u];
            }
        }
    }

    /** Rows of gradients, one for each unit above, out of their blocks of sums. */
    static void gradient(float[] sums, int sumsAt, int columns, int upper, float[] gradient, int at) {
        int height = LayerKernels.blockHeight(upper);
        int width = LayerKernels.SUMS / height;
        int run = LayerKernels.blocks(columns, width) * LayerKernels.BLOCK;
        for (int o = 0; o < upper; o += height) {
            int from = sumsAt + o / height * run;
            int to = at + o * columns;
            int done = 0;
            if (height == 5 && o + 5 <= upper) {
                pairs(sums, from, columns / 2, gradient, to, columns);
                done = columns & -2;
            }
            for (int u = 0; u < height && o + u < upper; u++) {
                for (int i = done; i < columns; i++) {
                    int place = from + i / width * LayerKernels.BLOCK;
                    gradient[to + u * columns + i] = sums[place + LayerKernels.position(u * width + i % width)];
                }
            }
        }
    }

    /** The two gradients of each of five units in n blocks, with {@link LayerKernels#position} written out. */
    private static void pairs(float[] sums, int at, int n, float[] gradient, int a, int columns) {
        int b = a + columns;
        int c = b + columns;
        int d = c + columns;
        int e = d + columns;
        for (int i = 0; i < n; i++) {
            gradient[a + 2 * i] = sums[at + 16 * i];
            gradient[a + 2 * i + 1] = sums[at + 16 * i + 4];
            gradient[b + 2 * i] = sums[at + 16 * i + 2];
            gradient[b + 2 * i + 1] = sums[at + 16 * i + 6];
            gradient[c + 2 * i] = sums[at + 16 * i + 1];
            gradient[c + 2 * i + 1] = sums[at + 16 * i + 5];
            gradient[d + 2 * i] = sums[at + 16 * i + 3];
            gradient[d + 2 * i + 1] = sums[at + 16 * i + 7];
            gradient[e + 2 * i] = sums[at + 16 * i + 8];
            gradient[e + 2 * i + 1] = sums[at + 16 * i + 12];
        }
    }
}
