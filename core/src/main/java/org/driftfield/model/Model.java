package org.driftfield.model;

import java.util.List;

/**
 * A Bayesian model as mathematics: named parameters and the logarithm of the posterior density, up to a constant, with its
 * gradient. Everything is on the parameters' own scale; transforms and Jacobians are the library's business.
 *
 * <p>{@link #logDensity} is called from several threads at once: it must be a pure function of its arguments.
 */
public interface Model {
    /** The parameters, in the order in which {@link #logDensity} reads them. */
    List<Parameter> parameters();

    /**
     * log prior + log likelihood at {@code theta}, up to a constant, and its gradient.
     *
     * @param theta the parameters laid end to end; not to be written to
     * @param gradient receives the derivative by each coordinate of theta; its content on entry is undefined
     * @return the log density; negative infinity where the density is zero
     */
    double logDensity(double[] theta, double[] gradient);
}
