package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

/** How the expectation of the log density over the other factors, E over q(θ_-k), is taken when factor k moves. */
public sealed interface Expectation {
    /**
     * In closed form where the model knows how; else over a fresh random subset of 64 particles, shifted and stretched so
     * that each coordinate has the mean and standard deviation of its whole cloud. A plain subset that small would add its
     * own noise to the answer, the more so the more the factors depend on each other.
     */
    Expectation AUTOMATIC = new Automatic();

    /** In closed form, by the model. */
    Expectation EXACT = new Exact();

    /** Over all particles of the other factors, M² evaluations a sweep. */
    Expectation ALL_PAIRS = new AllPairs();

    /** At one point, the particle mean: cheap, and biased where the gradient is not linear in the other factors. */
    Expectation PARTICLE_MEAN = new ParticleMean();

    /** Over a fresh random subset of m particles each iteration (eq. "update X" of the paper). */
    static Expectation subset(int m) {
        return new Subset(m);
    }

    /** See {@link #AUTOMATIC}. */
    record Automatic() implements Expectation {}

    /** See {@link #EXACT}. */
    record Exact() implements Expectation {}

    /** See {@link #ALL_PAIRS}. */
    record AllPairs() implements Expectation {}

    /** See {@link #PARTICLE_MEAN}. */
    record ParticleMean() implements Expectation {}

    /** See {@link #subset}. */
    record Subset(int m) implements Expectation {
        public Subset {
            require(m >= 1, "the subset of particles must have at least 1, got %d", m);
        }
    }
}
