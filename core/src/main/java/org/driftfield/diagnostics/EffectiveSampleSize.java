package org.driftfield.diagnostics;

/**
 * The effective sample size: how many independent draws would estimate a quantity as precisely as these correlated ones.
 *
 * <p>Draws are {@code chains[chain][iteration]}, chains of equal length of at least 4. The answer is NaN when a draw is
 * not finite or all draws are equal.
 *
 * <p>A few long chains are split in halves and judged by their autocorrelations (Vehtari et al. 2021, section 3.2, with
 * the initial monotone sequence of Geyer 1992). When chains are many and outnumber their iterations, autocorrelations of
 * such short pieces are badly biased, while the variance of the independent chain means is known well and is used instead.
 */
public final class EffectiveSampleSize {
    /** From here on the variance of the chain means has a relative standard error below sqrt(2 / 99) = 14 %. */
    private static final int MANY_CHAINS = 100;

    private EffectiveSampleSize() {}

    /** For the posterior mean. */
    public static double mean(double[][] chains) {
        Chains.check(chains);
        return estimate(chains);
    }

    /** For the bulk of the distribution: that of the rank-normalised draws. */
    public static double bulk(double[][] chains) {
        Chains.check(chains);
        return Chains.informative(chains)
                ? estimate(Chains.rankNormalise(chains, Chains.sortedPool(chains)))
                : Double.NaN;
    }

    /** For the tails: the smaller of those for the 5 % and the 95 % quantile. */
    public static double tail(double[][] chains) {
        double lower = quantile(chains, 0.05);
        double upper = quantile(chains, 0.95);
        // With few distinct values one of the indicators may be constant, which says nothing.
        return Double.isNaN(lower) ? upper : Double.isNaN(upper) ? lower : Math.min(lower, upper);
    }

    /** For the posterior standard deviation: that of the distances from the mean. */
    public static double standardDeviation(double[][] chains) {
        Chains.check(chains);
        double mean = Chains.mean(Chains.pool(chains));
        return estimate(Chains.map(chains, x -> Math.abs(x - mean)));
    }

    /** For a posterior quantile: that of the indicator of not exceeding it. */
    public static double quantile(double[][] chains, double probability) {
        Chains.check(chains);
        if (!Chains.informative(chains)) {
            return Double.NaN;
        }
        double q = Quantiles.ofSorted(Chains.sortedPool(chains), probability);
        return estimate(Chains.map(chains, x -> x <= q ? 1 : 0));
    }

    private static double estimate(double[][] chains) {
        if (!Chains.informative(chains)) {
            return Double.NaN;
        }
        boolean manyShort = chains.length >= MANY_CHAINS && chains.length > chains[0].length;
        return manyShort ? ofIndependentMeans(chains) : ofAutocorrelation(Chains.split(chains));
    }

    /** S var+ / (N var(chain means)) with var+ of Vehtari et al. (2021), eq. 3. */
    private static double ofIndependentMeans(double[][] chains) {
        int n = chains[0].length;
        double ofMeans = Chains.variance(Chains.means(chains));
        double total = Chains.withinVariance(chains) * (n - 1) / n + ofMeans;
        return bounded((double) chains.length * n, n * ofMeans / total);
    }

    /** Vehtari et al. (2021), section 3.2, with the autocorrelations of eq. 10, for chains as they are. */
    static double ofAutocorrelation(double[][] chains) {
        int n = chains[0].length;
        var autocovariance = new Autocovariance(chains);
        double within = autocovariance.at(0) * n / (n - 1);
        double total = autocovariance.at(0);
        if (chains.length > 1) {
            total += Chains.variance(Chains.means(chains));
        }
        double time = -1;
        double pair = Double.POSITIVE_INFINITY;
        for (int t = 0; t + 1 < n; t += 2) {
            double even = t == 0 ? 1 : 1 - (within - autocovariance.at(t)) / total;
            double odd = 1 - (within - autocovariance.at(t + 1)) / total;
            if (even + odd <= 0) {
                // Keeping a positive even lag lowers the variance for antithetic chains.
                time += Math.max(even, 0);
                break;
            }
            pair = Math.min(pair, even + odd);
            time += 2 * pair;
        }
        return bounded((double) chains.length * n, time);
    }

    /** Antithetic chains may beat independent draws, but not by more than the factor log10 S. */
    private static double bounded(double draws, double autocorrelationTime) {
        return draws / Math.max(autocorrelationTime, 1 / Math.log10(draws));
    }
}
