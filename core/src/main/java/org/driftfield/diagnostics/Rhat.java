package org.driftfield.diagnostics;

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
        if (!Chains.informative(chains)) {
            return Double.NaN;
        }
        double median = Quantiles.ofSorted(Chains.sortedPool(chains), 0.5);
        double[][] folded = Chains.map(chains, x -> Math.abs(x - median));
        double bulk = ratio(Chains.split(Chains.rankNormalise(chains)));
        double tail = ratio(Chains.split(Chains.rankNormalise(folded)));
        // A variable with two values folds to a constant, which says nothing about its scale.
        return Double.isNaN(tail) ? bulk : Math.max(bulk, tail);
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
