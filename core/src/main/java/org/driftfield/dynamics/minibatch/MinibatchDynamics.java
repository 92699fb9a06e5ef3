package org.driftfield.dynamics.minibatch;

import java.util.List;
import java.util.Map;
import org.driftfield.random.RandomStream;

/**
 * A way for the particles of a cloud of floats to move by gradients that are estimated on minibatches, in one file with all that
 * only it knows: the move, what it remembers and how its steps rise and fall. No move is accepted or rejected: a finite step, and
 * the noise of the gradient, are in the answer.
 */
public interface MinibatchDynamics {
    /**
     * What moves one cloud.
     *
     * @param space that clouds which move one after the other may share
     */
    Moves moves(FloatCloud cloud, Target target, Space space);

    /** Moves the particles of one cloud; the same particles move in the same way whichever thread calls. */
    interface Moves {
        /** Called by one thread before the particles move: for what they have in common in this iteration. */
        void begin(Sweep sweep);

        /**
         * Moves a particle, and leaves what {@link Target#evaluate} said of it with the cloud; called by several threads at once,
         * for particles of different parts of the cloud.
         */
        void move(Sweep sweep, int worker, int particle);

        /** Called by one thread when all particles have moved: for what is learnt from the whole cloud. */
        void moved(Sweep sweep);

        /** The step size of the last iteration. */
        double stepSize();

        /** What the next move needs besides the particles, by name: saved with a run and read back into the same arrays. */
        Map<String, double[]> memory();
    }

    /** The log density on which the particles move at the moment: that of a prior, and of observations in a random order. */
    interface Target {
        /** n. */
        int observations();

        /** Observations of a minibatch, B. */
        int batch();

        /** Fills one of as many minibatches as there are threads with the observations from {@code first} on, going round. */
        void fill(int minibatch, int first);

        /**
         * Writes the gradient of the log density at a point, estimated on a minibatch.
         *
         * @param at where the point begins
         * @param prior what the prior's gradient is multiplied by
         * @return the log-likelihood of the minibatch, as the model counts it
         */
        double evaluate(int worker, int minibatch, float[] points, int at, float prior, float[] gradient);

        /** The precision of each coordinate under the prior alone; live. */
        float[] priorPrecision();

        /** The coordinates that belong together; those in no matrix stand for themselves. */
        List<Matrix> matrices();
    }

    /** Coordinates that are a matrix, row after row from {@code at} on. */
    record Matrix(int at, int rows, int columns) {}

    /** What threads need to move particles. */
    final class Space {
        final CloudSums sums;
        final float[][] gradients;
        final float[][] noises;
        final RandomStream[] streams;

        /** @param d coordinates of a particle */
        public Space(int d, int threads) {
            sums = new CloudSums(d);
            gradients = new float[threads][d];
            noises = new float[threads][d];
            streams = new RandomStream[threads];
            for (int worker = 0; worker < threads; worker++) {
                streams[worker] = new RandomStream();
            }
        }
    }

    /**
     * One move of every particle.
     *
     * @param seed of the run
     * @param iteration of the run, counted from 1
     * @param rowsKey the use of random numbers that choose observations, see {@link org.driftfield.random.StreamKeys}
     * @param moveKey the use of those that move particles
     */
    record Sweep(long seed, long iteration, int rowsKey, int moveKey) {
        /** The first observation of this iteration, of n. */
        int first(Space space, int n) {
            return space.streams[0].reset(seed, iteration, rowsKey, 0).nextInt(n);
        }

        /** The random numbers of a particle's move. */
        RandomStream random(Space space, int worker, int particle) {
            return space.streams[worker].reset(seed, iteration, moveKey, particle);
        }
    }
}
