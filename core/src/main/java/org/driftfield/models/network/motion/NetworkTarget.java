package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/**
 * The log posterior of the weights given the scales, ⟨log p(y, w | τ, σ²)⟩ over q(τ) and q(σ²), estimated on minibatches:
 *
 * <pre>∇ = ⟨1/σ²⟩ (n/B) Σ_batch ∇ log-likelihood - ⟨1/τ⟩ ∘ w.</pre>
 */
public final class NetworkTarget {
    final Perceptron net;
    public final Task task;
    public final TrainingRows rows;
    public final int d;
    public final Scales scales;
    /** Null where noise is normal. */
    public final Tails tails;

    public NetworkTarget(Perceptron net, Task task, TrainingRows rows, NetworkRecipe recipe) {
        NetworkRecipe.Standard standard = recipe instanceof NetworkRecipe.Standard found ? found : null;
        this.net = net;
        this.task = task;
        this.rows = rows;
        this.d = net.weights();
        boolean classes = task != Task.REGRESSION;
        this.scales = new Scales(
                d,
                rows.n,
                !classes,
                standard == null
                        ? Scales.BETA0
                        : standard.priorScale() > 0 ? standard.priorScale() : Scales.beta0(task));
        this.tails = standard != null && !classes && standard.errors() == Errors.STUDENT
                ? new Tails(rows.n, rows.precision)
                : null;
    }

    /** The noise as it is now; null for classes. */
    public Noise noise() {
        return scales.noise() == null
                ? null
                : new Noise(scales.noise(), tails == null ? Double.POSITIVE_INFINITY : tails.dof());
    }

    /** Fills a minibatch with the training rows from {@code first} on. */
    void fill(Minibatch minibatch, int first) {
        float[] weights = tails == null ? rows.precision : tails.weights();
        if (weights == null) {
            rows.fill(minibatch, first);
        } else {
            rows.fill(minibatch, first, weights);
        }
    }

    public void register(State state, String prefix) {
        scales.register(state, prefix);
        if (tails != null) {
            tails.register(state, prefix);
        }
    }

    /** What the gradient of a minibatch's log-likelihood is multiplied by. */
    float likelihoodWeight() {
        return (float) (scales.noisePrecision() * rows.n / rows.batch);
    }

    /** The log-likelihood of the minibatch at unit noise; its gradient goes to {@code gradient}. */
    double likelihood(float[] weights, int at, Minibatch batch, float[] gradient, Perceptron.Scratch scratch) {
        return net.gradient(weights, at, batch, task.likelihood(), gradient, 0, scratch);
    }

    /** As {@link #likelihood}, with the gradient of the whole log posterior in place of the likelihood's. */
    double posterior(float[] weights, int at, Minibatch batch, float[] gradient, Perceptron.Scratch scratch) {
        double value = likelihood(weights, at, batch, gradient, scratch);
        float weight = likelihoodWeight();
        float[] precision = scales.priorPrecision();
        for (int j = 0; j < d; j++) {
            gradient[j] = weight * gradient[j] - precision[j] * weights[at + j];
        }
        return value;
    }
}
