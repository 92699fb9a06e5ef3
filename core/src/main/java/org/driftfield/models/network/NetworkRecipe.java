package org.driftfield.models.network;

import static org.driftfield.InputException.require;

/** How the cloud of weights is moved. A count of 0 means: chosen by the data's size. */
public sealed interface NetworkRecipe {
    /** The default: predicts best. */
    static Standard standard() {
        return new Standard(0, 0, 0, 0.01, 0.5, 0.6, 0.02, true);
    }

    /** Algorithm 2 of Tran, Tseng and Kohn with the paper's settings. */
    static Paper paper() {
        return new Paper(20_000, 1000, 0.001, 0.1, 0.001, 10, 20, Drift.PRINTED, Noise.PARTICLES);
    }

    /** The most iterations. */
    int iterations();

    /** Rows of a minibatch. */
    int batch();

    /** Groups of particles that are started apart. */
    int groups();

    /** A name for files and options. */
    String text();

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
     * @param heavyTails whether the noise of a regression is of Student's distribution, with degrees of freedom found from the
     *     data, or normal
     */
    record Standard(
            int iterations,
            int batch,
            int groups,
            double learningRate,
            double langevin,
            double warmUp,
            double spread,
            boolean heavyTails)
            implements NetworkRecipe {
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
        }

        @Override
        public String text() {
            return "standard";
        }

        /** The weight of prior and noise in an iteration, which rises to 1. */
        double priorWeight(long iteration) {
            return warmUp == 0 ? 1 : Math.min(1, iteration / (warmUp * iterations));
        }

        public Standard withIterations(int most) {
            return new Standard(most, batch, groups, learningRate, langevin, warmUp, spread, heavyTails);
        }

        public Standard withBatch(int rows) {
            return new Standard(iterations, rows, groups, learningRate, langevin, warmUp, spread, heavyTails);
        }

        public Standard withGroups(int count) {
            return new Standard(iterations, batch, count, learningRate, langevin, warmUp, spread, heavyTails);
        }

        public Standard withLearningRate(double rate) {
            return new Standard(iterations, batch, groups, rate, langevin, warmUp, spread, heavyTails);
        }

        public Standard withLangevin(double h) {
            return new Standard(iterations, batch, groups, learningRate, h, warmUp, spread, heavyTails);
        }

        public Standard withWarmUp(double part) {
            return new Standard(iterations, batch, groups, learningRate, langevin, part, spread, heavyTails);
        }

        public Standard withSpread(double relative) {
            return new Standard(iterations, batch, groups, learningRate, langevin, warmUp, relative, heavyTails);
        }

        public Standard withHeavyTails(boolean heavy) {
            return new Standard(iterations, batch, groups, learningRate, langevin, warmUp, spread, heavy);
        }
    }

    /**
     * Algorithm 2: random blocks, the particle mean plugged in for the other weights, an adaptive drift.
     *
     * @param stepSize h
     * @param block m/d, the part of the weights that a particle moves in an iteration
     * @param start standard deviation of the starting weights
     * @param clip where ‖g̃‖ exceeds this times √m, the step of the particle is scaled down to meet it
     * @param conjugateEvery iterations between updates of q(τ) and q(σ²)
     */
    record Paper(
            int iterations,
            int batch,
            double stepSize,
            double block,
            double start,
            double clip,
            int conjugateEvery,
            Drift drift,
            Noise noise)
            implements NetworkRecipe {
        static final double BETA1 = 0.9;
        static final double BETA2 = 0.99;
        static final double SCALE = 100;
        static final double LAMBDA = 1e-8;

        public Paper {
            require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
            require(batch >= 1, "the minibatch must have at least 1 row, got %d", batch);
            require(stepSize > 0 && Double.isFinite(stepSize), "the step size must be positive, got %s", stepSize);
            require(block > 0 && block <= 1, "the block must be a part in (0, 1] of the weights, got %s", block);
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
        public String text() {
            return "paper";
        }

        public Paper withIterations(int most) {
            return new Paper(most, batch, stepSize, block, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withBatch(int rows) {
            return new Paper(iterations, rows, stepSize, block, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withStepSize(double h) {
            return new Paper(iterations, batch, h, block, start, clip, conjugateEvery, drift, noise);
        }

        public Paper withDrift(Drift variant) {
            return new Paper(iterations, batch, stepSize, block, start, clip, conjugateEvery, variant, noise);
        }

        public Paper withNoise(Noise variant) {
            return new Paper(iterations, batch, stepSize, block, start, clip, conjugateEvery, drift, variant);
        }
    }

    /** The adaptive drift of Algorithm 2; m and v are the running mean and standard deviation of the gradients. */
    enum Drift {
        /** a·m/√(v + λ), as printed. */
        PRINTED,
        /** a·mean(v)·m/v, as in the authors' program. */
        AUTHORS
    }

    /** The residuals from which q(σ²) is updated. */
    enum Noise {
        /** Those of all particles, on the minibatches since the last update: the expectation under q. */
        PARTICLES,
        /** Those of the mean particle, on all training rows, as in the authors' program. */
        MEAN_PARTICLE
    }
}
