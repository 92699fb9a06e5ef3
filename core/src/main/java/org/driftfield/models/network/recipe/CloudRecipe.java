package org.driftfield.models.network.recipe;

import static org.driftfield.InputException.require;

import java.util.function.Function;
import org.driftfield.dynamics.minibatch.BlockLangevin;
import org.driftfield.dynamics.minibatch.CommonDriftLangevin;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;

/** Recipes that move a cloud of weights: particle mean-field variational Bayes. */
public sealed interface CloudRecipe extends NetworkRecipe {
    /** β0 of the prior τ_j ~ IG(α0, β0) of the weights' variances, as in the paper. */
    static final double BETA0 = 0.01;

    /** How the weights move. */
    MinibatchDynamics dynamics();

    /** β0 of the prior of τ_j. */
    default double beta0(Task task) {
        return BETA0;
    }

    /**
     * Iterations between scores of so many validation rows.
     *
     * @param watched whether these scores may end the run
     */
    int scoreEvery(int rows, boolean watched);

    /** Scores without a new best after which the run stops, one every so many iterations. */
    int patience(int every);

    /** Degrees of freedom of Student's noise; 0 where they are found from the data. */
    default double dof() {
        return 0;
    }

    /** How many of the particles of a group move in the course of a run on n rows. */
    default Growth growth(Task task, int n, int particles) {
        return Growth.none(particles);
    }

    @Override
    default String method() {
        return Method.PMFVB.word();
    }

    @Override
    default Posterior.Kind kind() {
        return Posterior.Kind.CLOUD;
    }

    /** What is to be done with this recipe, of which kind it may be. */
    <T> T match(Function<? super Standard, ? extends T> standard, Function<? super Paper, ? extends T> paper);

    @Override
    default <T> T match(
            Function<? super Standard, ? extends T> standard,
            Function<? super Paper, ? extends T> paper,
            Function<? super RivalRecipe.Sgld, ? extends T> chain,
            Function<? super RivalRecipe.GaussianVb, ? extends T> gaussian) {
        return match(standard, paper);
    }

    /**
     * Preconditioned Langevin moves of the whole weight vector, each particle on a minibatch of its own.
     *
     * @param iterations the length of the schedule
     * @param batch rows of each particle's minibatch
     * @param groups of particles, each with a start, scales and a drift of its own: the modes of the posterior that are looked
     *     for
     * @param learningRate of the common drift at its highest, in weights an iteration
     * @param langevin the Langevin step h at its highest, relative to the preconditioner
     * @param warmUp the part of the schedule over which prior and noise come to their full weight
     * @param spread of the particles around their common start, relative to that of the starting weights
     * @param errors the noise of a regression
     * @param priorScale β0 of the prior of τ_j; 0 for the task's own
     * @param moving particles of a group that move at first, twice as many later; 0 for as many as suit the rows
     * @param dof degrees of freedom of the noise, where that has tails; 0 where they are found
     */
    record Standard(
            int iterations,
            int batch,
            int groups,
            double learningRate,
            double langevin,
            double warmUp,
            double spread,
            Errors errors,
            double priorScale,
            int moving,
            double dof)
            implements CloudRecipe {
        public Standard {
            require(iterations >= 0, "iterations must not be negative, got %d", iterations);
            require(batch >= 0, "the minibatch must not be negative, got %d", batch);
            require(groups >= 0, "groups must not be negative, got %d", groups);
            require(
                    learningRate > 0 && learningRate < 10,
                    "the learning rate must be in (0, 10), got %s",
                    learningRate);
            require(langevin > 0 && langevin <= 2, "the Langevin step must be in (0, 2], got %s", langevin);
            require(warmUp >= 0 && warmUp <= 1, "the warm-up must be a part from 0 to 1, got %s", warmUp);
            require(spread > 0 && spread <= 10, "the spread of the start must be in (0, 10], got %s", spread);
            require(priorScale >= 0, "the scale of the prior must not be negative, got %s", priorScale);
            require(moving >= 0, "the particles that move at first must not be negative, got %d", moving);
            require(dof == 0 || dof > 2, "the degrees of freedom must be above 2, got %s", dof);
        }

        @Override
        public boolean standardised() {
            return true;
        }

        @Override
        public String text() {
            return "standard";
        }

        @Override
        public boolean scheduled() {
            return true;
        }

        @Override
        public boolean predictive() {
            return true;
        }

        @Override
        public Standard completed(int n, int d, int particles) {
            return Plan.complete(this, n, d, particles);
        }

        @Override
        public Standard withTailsOf(double[] y) {
            return withErrors(errors.tails(y));
        }

        /** The paper's shrinks so much that classes of few rows are told apart less well. */
        @Override
        public double beta0(Task task) {
            return priorScale > 0 ? priorScale : task == Task.REGRESSION ? BETA0 : 10 * BETA0;
        }

        @Override
        public MinibatchDynamics dynamics() {
            return new CommonDriftLangevin(iterations, learningRate, langevin, warmUp);
        }

        @Override
        public int scoreEvery(int rows, boolean watched) {
            return Plan.scoreEvery(this, rows, watched);
        }

        @Override
        public Growth growth(Task task, int n, int particles) {
            return Plan.growth(this, task, n, particles);
        }

        @Override
        public int patience(int every) {
            return Math.max(1, iterations / 4 / every);
        }

        @Override
        public <T> T match(
                Function<? super Standard, ? extends T> standard, Function<? super Paper, ? extends T> paper) {
            return standard.apply(this);
        }

        public Standard withIterations(int most) {
            return new Standard(
                    most, batch, groups, learningRate, langevin, warmUp, spread, errors, priorScale, moving, dof);
        }

        public Standard withBatch(int rows) {
            return new Standard(
                    iterations, rows, groups, learningRate, langevin, warmUp, spread, errors, priorScale, moving, dof);
        }

        public Standard withGroups(int count) {
            return new Standard(
                    iterations, batch, count, learningRate, langevin, warmUp, spread, errors, priorScale, moving, dof);
        }

        public Standard withErrors(Errors model) {
            return new Standard(
                    iterations, batch, groups, learningRate, langevin, warmUp, spread, model, priorScale, moving, dof);
        }

        public Standard withPriorScale(double beta0) {
            return new Standard(
                    iterations, batch, groups, learningRate, langevin, warmUp, spread, errors, beta0, moving, dof);
        }

        public Standard withMoving(int particles) {
            return new Standard(
                    iterations,
                    batch,
                    groups,
                    learningRate,
                    langevin,
                    warmUp,
                    spread,
                    errors,
                    priorScale,
                    particles,
                    dof);
        }

        public Standard withDof(double known) {
            return new Standard(
                    iterations,
                    batch,
                    groups,
                    learningRate,
                    langevin,
                    warmUp,
                    spread,
                    errors,
                    priorScale,
                    moving,
                    known);
        }
    }

    /**
     * Algorithm 2: random blocks, the particle mean plugged in for the other weights, an adaptive drift.
     *
     * @param stepSize h
     * @param block m/d, the part of the weights that a particle moves in an iteration
     * @param centre scale of the one draw of weights around which all particles start, relative to √(2/inputs of the unit); 0:
     *     they start around zero
     * @param start standard deviation of the starting weights around it
     * @param clip where ‖g̃‖ exceeds this times √m, the step of the particle is scaled down to meet it
     * @param conjugateEvery iterations between updates of q(τ) and q(σ²)
     */
    record Paper(
            int iterations,
            int batch,
            double stepSize,
            double block,
            double centre,
            double start,
            double clip,
            int conjugateEvery,
            BlockLangevin.Drift drift,
            NoiseFrom noise)
            implements CloudRecipe {
        public Paper {
            require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
            require(batch >= 1, "the minibatch must have at least 1 row, got %d", batch);
            require(stepSize > 0 && Double.isFinite(stepSize), "the step size must be positive, got %s", stepSize);
            require(block > 0 && block <= 1, "the block must be a part in (0, 1] of the weights, got %s", block);
            require(
                    centre >= 0 && Double.isFinite(centre),
                    "the scale of the start must not be negative, got %s",
                    centre);
            require(start > 0 && Double.isFinite(start), "the spread of the start must be positive, got %s", start);
            require(clip > 0, "the clip must be positive, got %s", clip);
            require(
                    conjugateEvery >= 1,
                    "conjugate updates must be at least 1 iteration apart, got %d",
                    conjugateEvery);
        }

        @Override
        public int groups() {
            return 1;
        }

        @Override
        public boolean standardised() {
            return false;
        }

        @Override
        public String text() {
            return "paper";
        }

        @Override
        public MinibatchDynamics dynamics() {
            return new BlockLangevin(stepSize, block, clip, drift);
        }

        @Override
        public int scoreEvery(int rows, boolean watched) {
            return 1;
        }

        @Override
        public int patience(int every) {
            return 100;
        }

        @Override
        public <T> T match(
                Function<? super Standard, ? extends T> standard, Function<? super Paper, ? extends T> paper) {
            return paper.apply(this);
        }

        public Paper withIterations(int most) {
            return new Paper(most, batch, stepSize, block, centre, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withBatch(int rows) {
            return new Paper(iterations, rows, stepSize, block, centre, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withStepSize(double h) {
            return new Paper(iterations, batch, h, block, centre, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withStart(double scale, double sd) {
            return new Paper(iterations, batch, stepSize, block, scale, sd, clip, conjugateEvery, drift, noise);
        }

        public Paper withClip(double longest) {
            return new Paper(iterations, batch, stepSize, block, centre, start, longest, conjugateEvery, drift, noise);
        }

        public Paper withDrift(BlockLangevin.Drift variant) {
            return new Paper(iterations, batch, stepSize, block, centre, start, clip, conjugateEvery, variant, noise);
        }

        public Paper withNoise(NoiseFrom variant) {
            return new Paper(iterations, batch, stepSize, block, centre, start, clip, conjugateEvery, drift, variant);
        }
    }

    /** The residuals from which q(σ²) is updated. */
    enum NoiseFrom {
        /** Those of all particles, on the minibatches since the last update: the expectation under q. */
        PARTICLES,
        /** Those of the mean particle, on all training rows, as in the authors' program. */
        MEAN_PARTICLE
    }
}
