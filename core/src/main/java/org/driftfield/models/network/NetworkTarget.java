package org.driftfield.models.network;

import org.driftfield.data.EncodedRows;
import org.driftfield.data.Split;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;

/**
 * The log posterior of the weights given the scales, ⟨log p(y, w | τ, σ²)⟩ over q(τ) and q(σ²), estimated on minibatches:
 *
 * <pre>∇ = ⟨1/σ²⟩ (n/B) Σ_batch ∇ log-likelihood - ⟨1/τ⟩ ∘ w.</pre>
 *
 * The training rows are held in a random order, so that any stretch of them is a random minibatch.
 */
final class NetworkTarget {
    private static final long ORDER = 0x0bde;

    final Perceptron net;
    final Task task;
    final int n;
    final int d;
    final Scales scales;
    /** The target is predicted as centre + spread times the output. */
    final double centre;

    final double spread;
    private final float[] x;
    private final float[] y;
    private final int[] cycle;
    private final int batch;

    NetworkTarget(Perceptron net, Task task, EncodedRows train, double centre, double spread, int batch, long seed) {
        this.net = net;
        this.task = task;
        this.n = train.count();
        this.d = net.weights();
        this.centre = centre;
        this.spread = spread;
        this.batch = Math.min(batch, n);
        this.scales = new Scales(d, n, task == Task.REGRESSION);
        int width = train.inputs();
        this.x = new float[train.x().length];
        this.y = new float[n];
        int[] order = Split.shuffled(n, seed ^ ORDER);
        for (int i = 0; i < n; i++) {
            System.arraycopy(train.x(), order[i] * width, x, i * width, width);
            y[i] = (float) ((train.y()[order[i]] - centre) / spread);
        }
        this.cycle = new int[n + this.batch];
        for (int i = 0; i < cycle.length; i++) {
            cycle[i] = i % n;
        }
    }

    /** Rows of a minibatch. */
    int batch() {
        return batch;
    }

    Minibatch minibatch() {
        return new Minibatch(net.width(0), batch);
    }

    /** Fills a minibatch with the rows from {@code first} on, going round at the end. */
    void fill(Minibatch rows, int first) {
        rows.gather(x, y, cycle, first, batch);
    }

    /** All training rows, in the order in which minibatches are taken. */
    float[] x() {
        return x;
    }

    float[] y() {
        return y;
    }

    /** What the gradient of a minibatch's log-likelihood is multiplied by. */
    float likelihoodWeight() {
        return (float) (scales.noisePrecision() * n / batch);
    }

    /** The log-likelihood of the minibatch at unit noise; its gradient goes to {@code gradient}. */
    double likelihood(float[] weights, int at, Minibatch rows, float[] gradient, Perceptron.Scratch scratch) {
        return net.gradient(weights, at, rows, task.likelihood(), gradient, 0, scratch);
    }

    /** As {@link #likelihood}, with the gradient of the whole log posterior in place of the likelihood's. */
    double posterior(float[] weights, int at, Minibatch rows, float[] gradient, Perceptron.Scratch scratch) {
        double value = likelihood(weights, at, rows, gradient, scratch);
        float weight = likelihoodWeight();
        float[] precision = scales.priorPrecision();
        for (int j = 0; j < d; j++) {
            gradient[j] = weight * gradient[j] - precision[j] * weights[at + j];
        }
        return value;
    }
}
