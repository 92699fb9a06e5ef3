package org.driftfield.models.network.motion;

import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.driver.State;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.Task;

/**
 * The log posterior of the weights given the scales, ⟨log p(y, w | τ, σ²)⟩ over q(τ) and q(σ²), estimated on minibatches:
 *
 * <pre>∇ = ⟨1/σ²⟩ (n/B) Σ_batch ∇ log-likelihood - ⟨1/τ⟩ ∘ w.</pre>
 */
public final class NetworkTarget implements MinibatchDynamics.Target {
    final Perceptron net;
    public final Task task;
    public final TrainingRows rows;
    public final int d;
    public final Scales scales;
    /** Null where noise is normal. */
    public final Tails tails;

    private final WorkerSpace[] spaces;

    public NetworkTarget(Perceptron net, Task task, TrainingRows rows, CloudRecipe recipe, WorkerSpace[] spaces) {
        this.net = net;
        this.task = task;
        this.rows = rows;
        this.d = net.weights();
        this.spaces = spaces;
        boolean number = task == Task.REGRESSION;
        this.scales = new Scales(d, rows.n, number, recipe.beta0(task));
        this.tails =
                number && recipe.errors() == Errors.STUDENT ? new Tails(rows.n, rows.precision, recipe.dof()) : null;
    }

    /** The noise as it is now; null for classes. */
    public Noise noise() {
        return scales.noise() == null
                ? null
                : new Noise(scales.noise(), tails == null ? Double.POSITIVE_INFINITY : tails.dof());
    }

    void register(State state, String prefix) {
        scales.register(state, prefix);
        if (tails != null) {
            tails.register(state, prefix);
        }
    }

    @Override
    public int observations() {
        return rows.n;
    }

    @Override
    public int batch() {
        return rows.batch;
    }

    @Override
    public void fill(int minibatch, int first) {
        float[] weights = tails == null ? rows.precision : tails.weights();
        if (weights == null) {
            rows.fill(spaces[minibatch].minibatch, first);
        } else {
            rows.fill(spaces[minibatch].minibatch, first, weights);
        }
    }

    /** What the gradient of a minibatch's log-likelihood is multiplied by. */
    float likelihoodWeight() {
        return (float) (scales.noisePrecision() * rows.n / rows.batch);
    }

    /** As its interface says; the log-likelihood is that at unit noise. */
    @Override
    public double evaluate(int worker, int minibatch, float[] points, int at, float prior, float[] gradient) {
        Minibatch batch = spaces[minibatch].minibatch;
        double value = net.gradient(points, at, batch, task.likelihood(), gradient, 0, spaces[worker].scratch);
        float weight = likelihoodWeight();
        float[] precision = scales.priorPrecision();
        for (int j = 0; j < d; j++) {
            gradient[j] = weight * gradient[j] - prior * precision[j] * points[at + j];
        }
        return value;
    }

    @Override
    public float[] priorPrecision() {
        return scales.priorPrecision();
    }

    /** The weights of each layer: a row for each unit, a column for each input and the last one for the bias. */
    @Override
    public List<MinibatchDynamics.Matrix> matrices() {
        return IntStream.range(0, net.layers())
                .mapToObj(l -> new MinibatchDynamics.Matrix(net.weightsAt(l), net.width(l + 1), net.width(l) + 1))
                .toList();
    }
}
