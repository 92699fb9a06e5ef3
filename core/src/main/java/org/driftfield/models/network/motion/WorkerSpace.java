package org.driftfield.models.network.motion;

import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;

/** What one thread needs to find gradients; groups that move one after the other share it. */
public final class WorkerSpace {
    final Perceptron.Scratch scratch;
    final Minibatch minibatch;

    private WorkerSpace(Perceptron net, TrainingRows rows) {
        scratch = net.scratch();
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
