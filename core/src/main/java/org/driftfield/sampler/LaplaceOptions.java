package org.driftfield.sampler;

import static org.driftfield.InputException.require;

/**
 * How the mode of a Laplace approximation is searched.
 *
 * @param start where the search starts, on the parameters' own scale; null for the origin of the unconstrained scale, or a
 *     random point near it if the density is not finite there
 * @param iterations the most steps of each of the two searches, L-BFGS and Newton
 * @param tolerance the search ends when a Newton step would raise the log density by less than this
 * @param seed fixes the random start
 */
public record LaplaceOptions(double[] start, int iterations, double tolerance, long seed) {
    public LaplaceOptions {
        require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
        require(tolerance > 0 && tolerance < 1, "the tolerance must lie between 0 and 1, got %s", tolerance);
        start = start == null ? null : start.clone();
    }

    public static LaplaceOptions defaults(long seed) {
        return new LaplaceOptions(null, 200, 1e-9, seed);
    }

    /** The same search from a given point. */
    public LaplaceOptions withStart(double... theta) {
        return new LaplaceOptions(theta, iterations, tolerance, seed);
    }
}
