package org.driftfield.sampler;

import static org.driftfield.InputException.require;

/**
 * How the mode of a Laplace approximation is searched, and how many draws are taken.
 *
 * @param start where the search starts on the free scale; null for its origin, or a random point near it if the density is
 *     not finite there
 * @param iterations the most steps of each of the two searches, L-BFGS and Newton
 * @param tolerance the search ends when a Newton step would raise the log density by less than this
 * @param draws how many draws are taken
 * @param proposals draws of the normal that are weighted by the target, of which the draws are resampled; 0 to draw from the
 *     normal itself, where an evaluation is dear and the posterior known to be normal
 * @param seed fixes the random start and the draws
 */
public record LaplaceOptions(double[] start, int iterations, double tolerance, int draws, int proposals, long seed) {
    public LaplaceOptions {
        require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
        require(tolerance > 0 && tolerance < 1, "the tolerance must lie between 0 and 1, got %s", tolerance);
        require(draws >= 2, "draws must be at least 2, got %d", draws);
        require(proposals == 0 || proposals >= 25, "proposals must be 0 or at least 25, got %d", proposals);
        start = start == null ? null : start.clone();
    }

    public static LaplaceOptions defaults(long seed) {
        return new LaplaceOptions(null, 200, 1e-9, 4000, 8000, seed);
    }

    /** The same search from a given point of the free scale. */
    public LaplaceOptions startingAt(double... z) {
        return new LaplaceOptions(z, iterations, tolerance, draws, proposals, seed);
    }

    /** The same with so many draws. */
    public LaplaceOptions withDraws(int number) {
        return new LaplaceOptions(
                start, iterations, tolerance, number, proposals == 0 ? 0 : Math.max(proposals, 2 * number), seed);
    }

    /** The same with so many weighted proposals, 0 for none. */
    public LaplaceOptions withProposals(int number) {
        return new LaplaceOptions(start, iterations, tolerance, draws, number, seed);
    }
}
