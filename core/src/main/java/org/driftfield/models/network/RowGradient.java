package org.driftfield.models.network;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.recipe.Task;

/**
 * The log-likelihood of training rows at unit noise and its gradient for one weight vector, in double outside and float
 * inside. The rows are shared out among threads in parts that do not depend on the number of threads.
 */
final class RowGradient {
    private static final int CHUNK = 256;
    private static final int MOST_PARTS = 16;

    private final Perceptron net;
    private final Task task;
    private final TrainingRows rows;
    private final Workers workers;
    private final int[] all;
    private final ConcurrentLinkedQueue<Call> idle = new ConcurrentLinkedQueue<>();

    RowGradient(Perceptron net, Task task, TrainingRows rows, Workers workers) {
        this.net = net;
        this.task = task;
        this.rows = rows;
        this.workers = workers;
        this.all = new int[rows.n];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
    }

    /** What one call needs; several may be under way. */
    private final class Call {
        final float[] weights = new float[net.weights()];
        final double[][] gradients = new double[MOST_PARTS][];
        final double[] values = new double[MOST_PARTS];
        final Minibatch[] minibatches = new Minibatch[workers.threads()];
        final Perceptron.Scratch[] scratch = new Perceptron.Scratch[workers.threads()];
        final float[][] chunks = new float[workers.threads()][net.weights()];

        Call() {
            for (int w = 0; w < scratch.length; w++) {
                minibatches[w] = new Minibatch(net.width(0), CHUNK);
                scratch[w] = net.scratch();
            }
        }

        void part(int worker, int part, int[] chosen, int from, int to) {
            if (gradients[part] == null) {
                gradients[part] = new double[weights.length];
            }
            double[] sum = gradients[part];
            float[] chunk = chunks[worker];
            Arrays.fill(sum, 0);
            values[part] = 0;
            for (int first = from; first < to; first += CHUNK) {
                minibatches[worker].gather(rows.x, rows.y, chosen, first, Math.min(CHUNK, to - first));
                values[part] +=
                        net.gradient(weights, 0, minibatches[worker], task.likelihood(), chunk, 0, scratch[worker]);
                for (int j = 0; j < sum.length; j++) {
                    sum[j] += chunk[j];
                }
            }
        }
    }

    /** The number of all training rows. */
    int observations() {
        return rows.n;
    }

    /** As {@link #of(double[], int[], double[])} for all training rows. */
    double of(double[] w, double[] gradient) {
        return of(w, all, gradient);
    }

    /**
     * The sum over the chosen rows at the weights {@code w[0 …]}; its gradient goes to {@code gradient[0 …]}. Both arrays may
     * be longer than there are weights.
     */
    double of(double[] w, int[] chosen, double[] gradient) {
        Call call = idle.poll();
        Call mine = call == null ? new Call() : call;
        for (int j = 0; j < mine.weights.length; j++) {
            mine.weights[j] = (float) w[j];
        }
        int n = chosen.length;
        int parts = Math.min(MOST_PARTS, (n + CHUNK - 1) / CHUNK);
        workers.forEach(parts, 1, (worker, from, to) -> {
            for (int part = from; part < to; part++) {
                int first = (int) ((long) part * n / parts);
                mine.part(worker, part, chosen, first, (int) ((part + 1L) * n / parts));
            }
        });
        Arrays.fill(gradient, 0, mine.weights.length, 0);
        double value = 0;
        for (int part = 0; part < parts; part++) {
            value += mine.values[part];
            double[] sum = mine.gradients[part];
            for (int j = 0; j < sum.length; j++) {
                gradient[j] += sum[j];
            }
        }
        idle.add(mine);
        return value;
    }
}
