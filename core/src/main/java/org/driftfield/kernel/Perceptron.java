package org.driftfield.kernel;

import static java.util.Objects.checkFromIndexSize;
import static org.driftfield.InputException.require;

import java.util.Arrays;

/**
 * The outputs of a fully connected network and the gradient of a log-likelihood in its weights, in float, for one
 * weight vector (particle) and a {@link Minibatch} of rows.
 *
 * <p>The weights are layer after layer, each row-major with a row for every unit: the weights of its inputs, then its
 * bias. Hidden units have the {@link Activation}, outputs are linear. Nothing is allocated by a call; whatever it needs is
 * in a {@link Scratch}, one per thread. Results are the same bits on the Vector API and without, and depend on nothing but
 * the weights and the rows.
 *
 * <p>Rounding: with u = 2^-24, a layer's sums are off by at most (n + 1) u times the sum of the absolute terms, n being
 * the units below, and the sum over N rows in a gradient by (36 + N/256) u times the sum of the absolute terms: rows are
 * summed in eight lanes within a tile of at most 256, then over the tiles. Rows are worked on in panels of 16, so that a
 * minibatch of 100 takes as long as one of 112.
 */
public final class Perceptron {
    static final LayerKernels CHOSEN = choose();

    private final LayerKernels kernels;
    private final int[] widths;
    private final Activation activation;
    private final int[] weightsAt;
    private final int[] forwardAt;
    private final int[] backwardAt;
    private final int[] sumsAt;
    private final int[] valuesAt;
    private final int largestDelta;

    /** Widths from the inputs to the outputs, as in {@code {43, 50, 50, 50, 1}}. */
    public Perceptron(int[] widths, Activation activation) {
        this(widths, activation, CHOSEN);
    }

    Perceptron(int[] widths, Activation activation, LayerKernels kernels) {
        require(widths.length >= 2, "widths must name inputs and outputs, got %s", Arrays.toString(widths));
        for (int width : widths) {
            require(width >= 1, "widths must be at least 1, got %s", Arrays.toString(widths));
        }
        this.kernels = kernels;
        this.widths = widths.clone();
        this.activation = activation;
        int layers = widths.length - 1;
        this.weightsAt = new int[layers + 1];
        this.forwardAt = new int[layers + 1];
        this.backwardAt = new int[layers + 1];
        this.sumsAt = new int[layers + 1];
        this.valuesAt = new int[layers + 1];
        int units = LayerKernels.UNITS;
        int largest = 0;
        for (int l = 0; l < layers; l++) {
            int lower = widths[l];
            int upper = widths[l + 1];
            int upperBlocks = LayerKernels.blocks(upper, units);
            weightsAt[l + 1] = next(weightsAt[l], (long) upper * (lower + 1));
            forwardAt[l + 1] = next(forwardAt[l], (long) upperBlocks * units * (lower + 1));
            backwardAt[l + 1] =
                    next(backwardAt[l], l == 0 ? 0 : (long) LayerKernels.blocks(lower, units) * units * (upper + 1));
            sumsAt[l + 1] = next(sumsAt[l], (long) sumBlocks(lower + 1, upper) * LayerKernels.BLOCK);
            valuesAt[l + 1] = next(valuesAt[l], (long) LayerKernels.STRIDE * heldUnits(upper));
            largest = Math.max(largest, upperBlocks * units);
        }
        this.largestDelta = next(0, (long) LayerKernels.STRIDE * largest);
    }

    /** Room for the blocks above and below, the unit that is always 1, and working space behind outputs. */
    private static int heldUnits(int units) {
        return Math.max(
                LayerKernels.blocks(units, LayerKernels.UNITS) * LayerKernels.UNITS + LayerKernels.WORK,
                LayerKernels.blocks(units + 1, LayerKernels.SUMS) * LayerKernels.SUMS);
    }

    private static int sumBlocks(int columns, int upper) {
        int height = LayerKernels.blockHeight(upper);
        return LayerKernels.blocks(upper, height) * LayerKernels.blocks(columns, LayerKernels.SUMS / height);
    }

    private int next(int at, long size) {
        require(
                at + size <= Integer.MAX_VALUE - 8,
                "network %s must have less than 2^31 working values",
                Arrays.toString(widths));
        return (int) (at + size);
    }

    private static LayerKernels choose() {
        LayerKernels vector = "scalar".equals(System.getProperty(Kernels.PROPERTY)) ? null : vectorLayers();
        return vector != null && vector.suitsMachine() ? vector : new ScalarLayers();
    }

    /** The Vector API implementation, or null where its module is absent. */
    static LayerKernels vectorLayers() {
        return Kernels.vectorised("VectorLayers", LayerKernels.class);
    }

    /** What one thread needs beside its minibatch. */
    public static final class Scratch {
        private final float[] forward;
        private final float[] backward;
        private final float[] sums;
        private final float[] values;
        private final float[][] deltas;

        private Scratch(int forward, int backward, int sums, int values, int delta) {
            this.forward = new float[forward];
            this.backward = new float[backward];
            this.sums = new float[sums];
            this.values = new float[values];
            this.deltas = new float[][] {new float[delta], new float[delta]};
        }
    }

    public Scratch scratch() {
        int layers = layers();
        return new Scratch(forwardAt[layers], backwardAt[layers], sumsAt[layers], valuesAt[layers], largestDelta);
    }

    /** The memory that {@link #scratch()} takes. */
    public long scratchBytes() {
        int layers = layers();
        return (long) Float.BYTES
                * ((long) forwardAt[layers]
                        + backwardAt[layers]
                        + sumsAt[layers]
                        + valuesAt[layers]
                        + 2L * largestDelta);
    }

    /** What runs the loops. */
    public String description() {
        return kernels.description();
    }

    /** Layers of weights. */
    public int layers() {
        return widths.length - 1;
    }

    /** Units of layer l, the inputs being layer 0. */
    public int width(int layer) {
        return widths[layer];
    }

    /** Where the weights into layer l + 1 begin; {@code weightsAt(layers())} is the number of all weights. */
    public int weightsAt(int layer) {
        return weightsAt[layer];
    }

    /** The number of all weights and biases. */
    public int weights() {
        return weightsAt[layers()];
    }

    public int outputs() {
        return widths[layers()];
    }

    /** The outputs, those of unit k for row r at {@code out[outAt + k * batch.rows() + r]}. */
    public void outputs(float[] weights, int at, Minibatch batch, float[] out, int outAt, Scratch scratch) {
        check(weights, at, batch);
        int n = batch.rows();
        checkFromIndexSize(outAt, outputs() * n, out.length);
        packForward(weights, at, scratch);
        int top = valuesAt[layers() - 1];
        for (int tile = 0; tile < batch.tiles(); tile++) {
            forward(batch, tile, scratch);
            int first = batch.firstRow(tile);
            int count = Math.min(batch.paddedRowsOf(tile), n - first);
            for (int k = 0; k < outputs(); k++) {
                System.arraycopy(scratch.values, top + k * LayerKernels.STRIDE, out, outAt + k * n + first, count);
            }
        }
    }

    /**
     * Returns the log-likelihood of the minibatch, summed over its rows, and puts its gradient in the weights to
     * {@code gradient}.
     */
    public double gradient(
            float[] weights,
            int at,
            Minibatch batch,
            OutputLikelihood likelihood,
            float[] gradient,
            int gradientAt,
            Scratch scratch) {
        check(weights, at, batch);
        checkFromIndexSize(gradientAt, weights(), gradient.length);
        require(
                likelihood == OutputLikelihood.CATEGORICAL ? outputs() >= 2 : outputs() == 1,
                "outputs must be %s for %s, got %d",
                likelihood == OutputLikelihood.CATEGORICAL ? "at least 2" : "1",
                likelihood,
                outputs());
        packForward(weights, at, scratch);
        for (int l = 1; l < layers(); l++) {
            LayerPacking.backward(
                    weights, at + weightsAt[l], widths[l], widths[l + 1], scratch.backward, backwardAt[l]);
        }
        Arrays.fill(scratch.sums, 0);
        double total = 0;
        int top = valuesAt[layers() - 1];
        for (int tile = 0; tile < batch.tiles(); tile++) {
            forward(batch, tile, scratch);
            total += kernels.likelihood(
                    likelihood,
                    scratch.values,
                    top,
                    outputs(),
                    batch.paddedRowsOf(tile),
                    batch.targets(),
                    batch.present(),
                    batch.firstRow(tile));
            backward(batch, tile, scratch);
        }
        for (int l = 0; l < layers(); l++) {
            LayerPacking.gradient(
                    scratch.sums, sumsAt[l], widths[l] + 1, widths[l + 1], gradient, gradientAt + weightsAt[l]);
        }
        return total;
    }

    private void packForward(float[] weights, int at, Scratch scratch) {
        for (int l = 0; l < layers(); l++) {
            LayerPacking.forward(weights, at + weightsAt[l], widths[l], widths[l + 1], scratch.forward, forwardAt[l]);
        }
    }

    private void check(float[] weights, int at, Minibatch batch) {
        checkFromIndexSize(at, weights(), weights.length);
        require(
                batch.features() == widths[0],
                "features of a minibatch must be the %d inputs of the network, got %d",
                widths[0],
                batch.features());
        require(batch.rows() >= 1, "a minibatch must be filled, got no rows");
    }

    private void forward(Minibatch batch, int tile, Scratch scratch) {
        int rows = batch.paddedRowsOf(tile);
        float[] below = batch.inputs();
        int belowAt = batch.inputsAt(tile);
        for (int l = 0; l < layers(); l++) {
            int upper = widths[l + 1];
            int aboveAt = valuesAt[l];
            boolean hidden = l < layers() - 1;
            kernels.forward(
                    below,
                    belowAt,
                    widths[l],
                    scratch.forward,
                    forwardAt[l],
                    upper,
                    rows,
                    hidden && activation == Activation.RELU,
                    scratch.values,
                    aboveAt);
            if (hidden) {
                if (activation == Activation.TANH) {
                    kernels.tanh(scratch.values, aboveAt, upper, rows);
                }
                int ones = aboveAt + upper * LayerKernels.STRIDE;
                Arrays.fill(scratch.values, ones, ones + rows, 1);
            }
            below = scratch.values;
            belowAt = aboveAt;
        }
    }

    private void backward(Minibatch batch, int tile, Scratch scratch) {
        int rows = batch.paddedRowsOf(tile);
        float[] delta = scratch.values;
        int deltaAt = valuesAt[layers() - 1];
        for (int l = layers() - 1; l >= 0; l--) {
            float[] below = l == 0 ? batch.inputs() : scratch.values;
            int belowAt = l == 0 ? batch.inputsAt(tile) : valuesAt[l - 1];
            kernels.weightGradient(
                    delta, deltaAt, widths[l + 1], below, belowAt, widths[l] + 1, rows, scratch.sums, sumsAt[l]);
            if (l > 0) {
                float[] next = scratch.deltas[l % 2];
                kernels.backward(
                        delta,
                        deltaAt,
                        widths[l + 1],
                        scratch.backward,
                        backwardAt[l],
                        widths[l],
                        rows,
                        activation,
                        below,
                        belowAt,
                        next,
                        0);
                delta = next;
                deltaAt = 0;
            }
        }
    }
}
