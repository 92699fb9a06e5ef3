package org.driftfield.meanfield;

import java.util.Optional;
import org.driftfield.distribution.Distribution;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.model.Model;

/**
 * A model that knows more than its log density. Each method may answer empty for a block it has nothing to say about; the
 * engine then does without.
 */
public interface MeanFieldModel extends Model {
    /** The optimal factor for this block in closed form, given the others. */
    default Optional<ClosedForm> closedForm(Block block) {
        return Optional.empty();
    }

    /** The expected log density of this block over the other factors, and a fast way to evaluate it. */
    default Optional<FactorDensity> factorDensity(Block block) {
        return Optional.empty();
    }

    /** A preconditioner for the moves of this block, on the unconstrained scale. */
    default Optional<Preconditioner> preconditioner(Block block) {
        return Optional.empty();
    }

    /** A rough posterior on the unconstrained scale to start the particles from. */
    default Optional<? extends Samplable> start() {
        return Optional.empty();
    }

    /** A factor that has its optimum in closed form. */
    @FunctionalInterface
    interface ClosedForm {
        /** q(θ_k) ∝ exp E[log π(θ)] over the other factors (eq. "optimal MFVB" of the paper). */
        Distribution update(Marginals others);

        /**
         * What becomes of the factor in an iteration of a run: its optimum, unless the model goes another way there. Where
         * factors depend on each other strongly, it may go further than the optimum at first, since that moves too, and less
         * far later, to average out noise. It must leave the factor alone where that is at its optimum.
         *
         * @param all the factors as they are, this one included
         * @param iteration counts from 1
         */
        default Distribution update(Marginals all, long iteration) {
            return update(all);
        }
    }

    /** E over the other factors of log π(θ_k, ·) for one block, as it hangs on what these are. */
    @FunctionalInterface
    interface FactorDensity {
        /** The expectation over the factors as they are, exact or nearly so. */
        Conditioned given(Marginals others);

        /**
         * Over how many points of the other factors the expectation is taken where the user leaves it to the model: 0 for
         * {@link #given}; else {@link #averaged} with a fresh random subset of so many, shifted and stretched to the moments
         * of its clouds, each iteration.
         */
        default int subset() {
            return 0;
        }

        /**
         * The average over {@code count} given points, row-major with all coordinates of the model; empty when the model has
         * no faster way than averaging its log density: the engine then does that.
         */
        default Optional<Conditioned> averaged(double[] points, int count) {
            return Optional.empty();
        }
    }

    /**
     * The expected log density of a block, up to a constant, as a function of the block's coordinates on the parameters' own
     * scale; for the block of all coordinates, the model's log density itself. A value: it does not change when the other
     * factors do, and several threads evaluate it at once.
     */
    @FunctionalInterface
    interface Conditioned {
        /**
         * Evaluates the points {@code from … to-1} of a row-major array with the block's coordinates.
         *
         * @param logDensity receives the value for point i at i; null when only gradients are wanted
         * @param gradient receives the gradients, laid out as the points
         */
        void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient);

        /** Whether an evaluation has a price of its own, however many its points: all particles are then given at once. */
        default boolean atOnce() {
            return false;
        }

        /**
         * What {@link #evaluate} leaves out: added to it, the expectation over the other factors of the whole log density of
         * the model. NaN where the model does not say; the lower bound then costs an evaluation of the model for each particle.
         *
         * @param others the factors as they were when the expectation was taken
         */
        default double constant(Marginals others) {
            return Double.NaN;
        }
    }
}
