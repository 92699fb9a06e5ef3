package org.driftfield.sampler;

import java.util.List;
import org.driftfield.model.Parameter;
import org.driftfield.random.RandomStream;

/**
 * A posterior whose likelihood cannot be computed but estimated without bias, as by a particle filter: named parameters, a
 * proper prior that can be drawn from, and the estimate. Everything is on the parameters' own scale. Its methods are called
 * from several threads at once and must be pure functions of their arguments.
 */
public interface NoisyLikelihood {
    /** The parameters, in the order in which the other methods read them. */
    List<Parameter> parameters();

    /** The log density of the prior, normalised, so that the evidence means something. */
    double logPrior(double[] theta);

    /** Writes a draw from the prior to {@code theta}. */
    void samplePrior(RandomStream random, double[] theta);

    /** What tells this posterior from another of its kind, in short: a checkpoint of another one must not be resumed. */
    default String fingerprint() {
        return "";
    }

    /** Something that estimates the likelihood, with its own memory, for the use of one thread. */
    Estimator estimator();

    /** Estimates the likelihood. */
    interface Estimator {
        /**
         * The logarithm of an estimate whose expectation is the likelihood; negative infinity for an estimate of zero. A
         * pure function of its arguments.
         *
         * @param theta the parameters; not to be written to
         * @param particles how much work to put into it: the variance of the logarithm falls about as one over this
         * @param random the only source of randomness
         */
        double logLikelihood(double[] theta, int particles, RandomStream random);
    }
}
