package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;

/** Runs weight vectors over rows, chunk by chunk of rows, shared out among threads. */
final class Evaluation {
    /** Rows of a chunk: enough for the kernels to be fast, few enough that the outputs of all particles stay in cache. */
    static final int CHUNK = 256;

    private final Perceptron net;
    private final Workers workers;
    private final Perceptron.Scratch[] scratch;
    private final Minibatch[] minibatches;
    private final float[][] outputs;

    /** Takes the outputs of particle p, unit k for row {@code first + r} at {@code (p * units + k) * count + r}. */
    @FunctionalInterface
    interface Chunk {
        void accept(int first, int count, float[] outputs);
    }

    Evaluation(Perceptron net, Workers workers) {
        this.net = net;
        this.workers = workers;
        int threads = workers.threads();
        this.scratch = new Perceptron.Scratch[threads];
        this.minibatches = new Minibatch[threads];
        this.outputs = new float[threads][0];
        for (int w = 0; w < threads; w++) {
            scratch[w] = net.scratch();
            minibatches[w] = new Minibatch(net.width(0), CHUNK);
        }
    }

    /** Hands out the outputs of weight vectors that stand one after the other; several threads call at once. */
    void run(float[] weights, int particles, float[] x, int rows, Chunk body) {
        run(weights, 0, particles, x, rows, body);
    }

    private void run(float[] weights, int at, int particles, float[] x, int rows, Chunk body) {
        float[] noTarget = new float[rows];
        int units = net.outputs();
        workers.forEach(rows, CHUNK, (worker, from, to) -> {
            int count = to - from;
            if (outputs[worker].length < particles * units * CHUNK) {
                outputs[worker] = new float[particles * units * CHUNK];
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
            body.accept(from, count, outputs[worker]);
        });
    }

    /** Writes (y - f)² of each row, averaged over the weight vectors from {@code at} on, of a network with one output. */
    void meanSquaredResiduals(float[] weights, int at, int particles, float[] x, float[] y, double[] squares) {
        run(weights, at, particles, x, y.length, (first, count, f) -> {
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
    double squaredResiduals(float[] weights, float[] x, float[] y) {
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
