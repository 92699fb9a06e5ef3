package org.driftfield.models.network;

import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.kernel.RandomStream;

/** What one thread needs to move particles. */
final class WorkerSpace {
    final Perceptron.Scratch scratch;
    final float[] gradient;
    final float[] noise;
    final Minibatch minibatch;
    final RandomStream random = new RandomStream();

    /** @param own whether particles have minibatches of their own */
    WorkerSpace(NetworkTarget target, boolean own) {
        scratch = target.net.scratch();
        gradient = new float[target.d];
        noise = new float[target.d];
        minibatch = own ? target.minibatch() : null;
    }

    static WorkerSpace[] of(NetworkTarget target, boolean own, int threads) {
        WorkerSpace[] spaces = new WorkerSpace[threads];
        for (int w = 0; w < threads; w++) {
            spaces[w] = new WorkerSpace(target, own);
        }
        return spaces;
    }
}
