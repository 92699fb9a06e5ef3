package org.driftfield.diagnostics;

import org.driftfield.InputException;

/**
 * R-hat, which tells whether several chains agree: it compares the spread of all draws with the spread inside the
 * chains and is close to 1 (below 1.01) when they have mixed.
 *
 * <p>Draws are {@code chains[chain][iteration]}, chains of equal length of at least 4. The answer is NaN when a draw is
 * not finite or all draws are equal, and infinite when every half chain stands still but not all at the same place.
 *
 * <p>Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021), Rank-normalization, folding, and localization: an improved
 * R-hat for assessing convergence of MCMC, Bayesian Analysis 16(2).
 */
public final class Rhat {
    private Rhat() {}

    /** Rank-normalised split R-hat, the larger of the one for location and the one for scale; the one to report. */
    public static double rankNormalised(double[][] chains) {
        Chains.check(chains);
        return rankNormalised(chains, Chains.sortedPool(chains));
    }

    /**
     * The same, where all draws are sorted already.
     *
     * @param sorted all draws of the chains in ascending order
     */
    public static double rankNormalised(double[][] chains, double[] sorted) {
        Chains.check(chains);
        InputException.require(
                sorted.length == chains.length * chains[0].length,
                "%d chains of %d draws need as many sorted ones, got %d",
                chains.length,
                chains[0].length,
                sorted.length);
        if (!Chains.informative(chains)) {
            return Double.NaN;
        }
        double median = Quantiles.ofSorted(sorted, 0.5);
        double[][] folded = Chains.map(chains, x -> Math.abs(x - median));
        double bulk = ratio(Chains.split(Chains.rankNormalise(chains, sorted)));
        double tail = ratio(Chains.split(Chains.rankNormalise(folded, folded(sorted, median))));
        // A variable with two values folds to a constant, which says nothing about its scale.
        return Double.isNaN(tail) ? bulk : Math.max(bulk, tail);
    }

    /** The distances of sorted values from their median, sorted: those below it, backwards, merged with those above. */
    private static double[] folded(double[] sorted, double median) {
        double[] distances = new double[sorted.length];
        int above = 0;
        while (above < sorted.length && sorted[above] < median) {
            above++;
        }
        int below = above - 1;
        for (int i = 0; i < distances.length; i++) {
            boolean left = above == sorted.length
                    || (below >= 0 && Math.abs(sorted[below] - median) <= Math.abs(sorted[above] - median));
            distances[i] = Math.abs(sorted[left ? below-- : above++] - median);
        }
        return distances;
    }

    /** Split R-hat of the draws as they are; it needs finite mean and variance. */
    public static double split(double[][] chains) {
        Chains.check(chains);
        return Chains.informative(chains) ? ratio(Chains.split(chains)) : Double.NaN;
    }

    /** Vehtari et al. (2021), eqs. 1 to 4. */
    private static double ratio(double[][] chains) {
        int n = chains[0].length;
        double within = Chains.withinVariance(chains);
        double betweenPerDraw = Chains.variance(Chains.means(chains));
        return Math.sqrt((n - 1.0) / n + betweenPerDraw / within);
    }
}
