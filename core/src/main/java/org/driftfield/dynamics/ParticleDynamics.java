package org.driftfield.dynamics;

import java.util.Map;
import java.util.function.DoubleSupplier;
import org.driftfield.random.RandomStream;

/**
 * A way for the particles of a cloud to move, in one file with all that only it knows: the move, what it remembers, and how its
 * step size is tuned. {@link Dynamics} lists them.
 *
 * <p>The methods on step sizes are those of moves that a Metropolis rule accepts or rejects; others override them.
 */
public interface ParticleDynamics {
    /**
     * Whether moves are accepted or rejected, so that the step size is not in the answer. Such moves leave log density and
     * gradient at the particles behind, and must see all observations.
     */
    boolean adjusted();

    /**
     * What moves one cloud.
     *
     * @param cloud the particles, whose arrays are written to
     * @param chunk the most particles that are moved by one call
     * @param threads how many threads call at once
     */
    Moves moves(Particles cloud, int chunk, int threads);

    /** The tuned step size before anything is known, for d whitened coordinates. */
    default double firstStep(int d) {
        return Math.pow(d, -1 / 3.0);
    }

    /** The largest step size that tuning may reach; {@code matched} as in {@link Sweep}. */
    default double largestStep(boolean matched) {
        return 1e30;
    }

    /** The step size of an iteration, of the tuned one. */
    default double step(double tuned, long iteration, boolean tuning) {
        return tuned;
    }

    /**
     * The step size once the preconditioner is renewed.
     *
     * @param curvature the largest curvature of the whitened target at the middle of the cloud, found when asked for
     */
    default double renewed(double tuned, DoubleSupplier curvature) {
        return tuned;
    }

    /**
     * The step size after a move, steered towards a rate of acceptance. That is an average over the cloud, so it has little
     * noise and large gains are safe.
     *
     * @param moves how many moves there were since the preconditioner was renewed
     */
    default double steered(double tuned, double acceptance, double aim, double moves) {
        return tuned * Math.exp(Math.max(1, 4 / Math.sqrt(moves)) * (acceptance - aim));
    }

    /** Moves the particles of one cloud, chunk by chunk; the same particles move in the same way whoever calls. */
    interface Moves {
        /** Moves the particles {@code from … to-1}; called by several threads at once, for different particles. */
        void move(Sweep sweep, int worker, int from, int to);

        /** Called by one thread when all particles have moved: for what is learnt from the whole cloud. */
        default void moved(Sweep sweep) {}

        /** The rate of acceptance that the step size is steered to, of the one asked for. */
        default double aim(double asked) {
            return asked;
        }

        /** Whether the cloud is still finding out how to move: it has not settled before. */
        default boolean learning() {
            return false;
        }

        /** What the next move needs besides the particles, by name: saved with a run and read back into the same arrays. */
        default Map<String, double[]> memory() {
            return Map.of();
        }
    }

    /** The log density on which the particles move at the moment. */
    @FunctionalInterface
    interface Evaluator {
        /**
         * Evaluates the points {@code from … to-1} of {@code points}.
         *
         * @param first the number of the particle whose point stands at 0
         * @param values receives the log density of point i at i
         * @param gradients receives the gradients, laid out as the points
         */
        void evaluate(int worker, int first, double[] points, int from, int to, double[] values, double[] gradients);
    }

    /**
     * One move of every particle.
     *
     * @param seed of the run
     * @param iteration of the run
     * @param factor which cloud of the run this is
     * @param h the step size
     * @param matched whether the preconditioner was made to be close to the covariance of the target
     * @param tuning whether the run may still be tuned
     * @param preconditioner shape of the moves
     * @param target on what they move
     * @param streams one for each thread
     */
    record Sweep(
            long seed,
            long iteration,
            int factor,
            double h,
            boolean matched,
            boolean tuning,
            Preconditioner preconditioner,
            Evaluator target,
            RandomStream[] streams) {
        /** The random numbers of a particle's move. */
        public RandomStream random(int worker, int particle) {
            return streams[worker].reset(seed, iteration, factor, particle);
        }
    }
}
