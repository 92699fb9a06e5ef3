package org.driftfield.models.network.prediction;

import java.util.Arrays;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;

/** Runs weight vectors over rows, chunk by chunk of rows, shared out among threads. */
public final class Evaluation {
    /** Rows of a chunk: enough for the kernels to be fast, few enough that the outputs of all particles stay in cache. */
    static final int CHUNK = 256;

    private final Perceptron net;
    /** A network without hidden layers. */
    private final Perceptron line;

    private final Workers workers;
    private final Perceptron.Scratch[] scratch;
    private final Perceptron.Scratch[] lineScratch;
    private final float[][] lineOutputs;
    private final Minibatch[] minibatches;
    private final float[][] outputs;

    /** What becomes of the straight line beside the networks. */
    private enum Lines {
        NONE,
        /** One for each particle, added to its output. */
        ADDED,
        /** One, whose outputs stand after those of the particles. */
        AFTER
    }

    /** Takes the outputs of particle p, unit k for row {@code first + r} at {@code (p * units + k) * count + r}. */
    @FunctionalInterface
    interface Chunk {
        void accept(int first, int count, float[] outputs);
    }

    public Evaluation(Perceptron net, Workers workers) {
        this.net = net;
        this.line = new Perceptron(new int[] {net.width(0), net.outputs()}, Activation.RELU);
        this.workers = workers;
        int threads = workers.threads();
        this.scratch = new Perceptron.Scratch[threads];
        this.lineScratch = new Perceptron.Scratch[threads];
        this.lineOutputs = new float[threads][net.outputs() * CHUNK];
        this.minibatches = new Minibatch[threads];
        this.outputs = new float[threads][0];
        for (int w = 0; w < threads; w++) {
            scratch[w] = net.scratch();
            lineScratch[w] = line.scratch();
            minibatches[w] = new Minibatch(net.width(0), CHUNK);
        }
    }

    /** Hands out the outputs of weight vectors that stand one after the other; several threads call at once. */
    void run(float[] weights, int particles, float[] x, int rows, Chunk body) {
        run(weights, 0, particles, Blend.NONE, Lines.NONE, x, rows, body);
    }

    /**
     * As {@link #run(float[], int, float[], int, Chunk)}. The outputs for a number are those of line and network together; for
     * classes those of the line stand after those of the particles.
     */
    void run(Mixture mixture, float[] x, int rows, Chunk body) {
        run(
                mixture.weights(),
                0,
                mixture.particles(),
                mixture.blend(),
                mixture.blend().line() == null ? Lines.NONE : mixture.noise() == null ? Lines.AFTER : Lines.ADDED,
                x,
                rows,
                body);
    }

    private void run(
            float[] weights, int at, int particles, Blend blend, Lines lines, float[] x, int rows, Chunk body) {
        float[] beside = blend.line();
        float[] noTarget = new float[rows];
        int units = net.outputs();
        workers.forEach(rows, CHUNK, (worker, from, to) -> {
            int count = to - from;
            if (outputs[worker].length < (particles + 1) * units * CHUNK) {
                outputs[worker] = new float[(particles + 1) * units * CHUNK];
            }
            minibatches[worker].range(x, noTarget, from, count);
            for (int p = 0; p < particles; p++) {
                net.outputs(
                        weights,
                        at + p * net.weights(),
                        minibatches[worker],
                        outputs[worker],
                        p * units * count,
                        scratch[worker]);
            }
            if (lines == Lines.AFTER) {
                line.outputs(
                        beside,
                        0,
                        minibatches[worker],
                        outputs[worker],
                        particles * units * count,
                        lineScratch[worker]);
            } else if (lines == Lines.ADDED) {
                addLines(worker, particles, beside, (float) blend.share(), count);
            }
            if (blend.repeats() != null) {
                blend.repeats().apply(x, from, count, net.width(0), outputs[worker], particles);
            }
            body.accept(from, count, outputs[worker]);
        });
    }

    private void addLines(int worker, int particles, float[] beside, float share, int count) {
        float[] f = outputs[worker];
        float[] own = lineOutputs[worker];
        for (int p = 0; p < particles; p++) {
            line.outputs(beside, p * line.weights(), minibatches[worker], own, 0, lineScratch[worker]);
            for (int r = 0; r < count; r++) {
                f[p * count + r] = own[r] + share * f[p * count + r];
            }
        }
    }

    /** Writes (y - f)² of each row, averaged over the weight vectors from {@code at} on, of a network with one output. */
    public void meanSquaredResiduals(float[] weights, int at, int particles, float[] x, float[] y, double[] squares) {
        run(weights, at, particles, Blend.NONE, Lines.NONE, x, y.length, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                double sum = 0;
                for (int p = 0; p < particles; p++) {
                    double residual = y[first + r] - f[p * count + r];
                    sum += residual * residual;
                }
                squares[first + r] = sum / particles;
            }
        });
    }

    /** The sum of (y - f)² of a network with one output. */
    public double squaredResiduals(float[] weights, float[] x, float[] y) {
        double[] squares = new double[y.length];
        run(weights, 1, x, y.length, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                double residual = y[first + r] - f[r];
                squares[first + r] = residual * residual;
            }
        });
        return Arrays.stream(squares).sum();
    }
}
