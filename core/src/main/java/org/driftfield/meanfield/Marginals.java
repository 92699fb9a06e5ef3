package org.driftfield.meanfield;

import java.util.function.DoubleUnaryOperator;

/**
 * The factors as they are now, as a model sees them that computes an expectation over them. Coordinates are those of the
 * model, values on the parameters' own scale; moments of closed-form factors are exact, of particle factors averages over
 * particles.
 */
public interface Marginals {
    /** E[θ_j]. */
    double mean(int j);

    /** Cov(θ_j, θ_k); zero across factors. */
    double covariance(int j, int k);

    /** E[1/θ_j]. */
    double meanInverse(int j);

    /** E[f(θ_j)]. */
    double expect(int j, DoubleUnaryOperator f);

    /** The number M of draws. */
    int particles();

    /** M draws of all coordinates from the product of the factors, row-major; not to be written to. */
    double[] draws();
}
