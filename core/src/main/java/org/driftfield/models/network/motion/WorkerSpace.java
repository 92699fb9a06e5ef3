package org.driftfield.models.network.motion;

import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.random.RandomStream;

/** What one thread needs to move particles. */
public final class WorkerSpace {
    final Perceptron.Scratch scratch;
    final float[] gradient;
    final float[] noise;
    final Minibatch minibatch;
    final RandomStream random = new RandomStream();

    private WorkerSpace(Perceptron net, TrainingRows rows) {
        scratch = net.scratch();
        gradient = new float[net.weights()];
        noise = new float[net.weights()];
        minibatch = rows.minibatch();
    }

    public static WorkerSpace[] of(Perceptron net, TrainingRows rows, int threads) {
        WorkerSpace[] spaces = new WorkerSpace[threads];
        for (int w = 0; w < threads; w++) {
            spaces[w] = new WorkerSpace(net, rows);
        }
        return spaces;
    }
}
