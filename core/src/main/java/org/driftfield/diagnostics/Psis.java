package org.driftfield.diagnostics;

import java.util.Arrays;
import org.driftfield.InputException;

/**
 * Pareto-smoothed importance sampling: steadies the largest importance weights and says, by the shape k-hat of their
 * tail, whether the draws cover the target well enough to be reweighted at all.
 *
 * <p>Vehtari, Simpson, Gelman, Yao and Gabry (2024), Pareto smoothed importance sampling, JMLR 25(72).
 */
public final class Psis {
    private static final int MIN_TAIL = 5;

    private Psis() {}

    /**
     * The smoothed weights and what they are worth.
     *
     * @param logWeights logarithms of the weights, which sum to one, in the order of the draws
     * @param kHat shape of the tail of the weights; infinite when there are too few draws to tell
     * @param effectiveSampleSize 1 / sum of squared weights
     */
    public record Result(double[] logWeights, double kHat, double effectiveSampleSize) {
        /**
         * In a word: {@code good} below the {@link #threshold} of this number of draws, {@code bad} up to 1, where more
         * draws may still help, {@code very bad} above, where the mean of the weights does not exist.
         */
        public String verdict() {
            return Psis.verdict(kHat, logWeights.length);
        }
    }

    /** The k-hat below which {@code draws} draws give a reliable estimate: min(1 - 1 / log10 S, 0.7). */
    public static double threshold(int draws) {
        return Math.min(1 - 1 / Math.log10(draws), 0.7);
    }

    /** The word for a k-hat, see {@link Result#verdict()}. */
    public static String verdict(double kHat, int draws) {
        return kHat < threshold(draws) ? "good" : kHat <= 1 ? "bad" : "very bad";
    }

    /** Smooths log ratios log p(x_s) - log q(x_s), up to a constant, of independent draws x_s. */
    public static Result smooth(double[] logRatios) {
        return smooth(logRatios, 1);
    }

    /**
     * Smooths log ratios of correlated draws.
     *
     * @param relativeEfficiency effective sample size of the draws over their number; the less, the longer the tail
     */
    public static Result smooth(double[] logRatios, double relativeEfficiency) {
        int n = logRatios.length;
        InputException.require(n > 0, "log ratios must not be empty, got none");
        InputException.require(
                relativeEfficiency > 0, "relative efficiency must be positive, got %s", relativeEfficiency);
        double max = Double.NEGATIVE_INFINITY;
        for (double r : logRatios) {
            InputException.require(r < Double.POSITIVE_INFINITY, "log ratios must be below infinity, got %s", r);
            max = Math.max(max, r);
        }
        InputException.require(max > Double.NEGATIVE_INFINITY, "log ratios must not all be -infinity, got %d such", n);

        double[] log = new double[n];
        for (int s = 0; s < n; s++) {
            log[s] = logRatios[s] - max;
        }
        // The largest ratios, a share of them that vanishes as draws grow in number.
        int tail = (int) Math.ceil(Math.min(0.2 * n, 3 * Math.sqrt(n / relativeEfficiency)));
        double kHat = tail < MIN_TAIL ? Double.POSITIVE_INFINITY : smoothTail(log, tail);

        double logTotal = LogSum.exp(log);
        double squares = 0;
        for (int s = 0; s < n; s++) {
            log[s] -= logTotal;
            squares += Math.exp(2 * log[s]);
        }
        return new Result(log, kHat, 1 / squares);
    }

    /** Replaces the largest ratios by quantiles of the fitted tail, in the same order, and returns its shape. */
    private static double smoothTail(double[] log, int tail) {
        int n = log.length;
        double[] largest = Quantiles.largest(log, tail + 1);
        double cutoff = Math.exp(largest[0]);
        // Ratios tied with the cutoff are no excess; a tail of equal ratios has no shape to fit and needs no smoothing.
        int count = 0;
        double[] excess = new double[tail];
        for (int i = 1; i <= tail; i++) {
            double e = Math.exp(largest[i]) - cutoff;
            if (e > 0) {
                excess[count++] = e;
            }
        }
        if (count < MIN_TAIL) {
            return count == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        var pareto = GeneralisedPareto.fit(Arrays.copyOf(excess, count));
        if (!Double.isFinite(pareto.shape()) || !Double.isFinite(pareto.scale())) {
            return Double.POSITIVE_INFINITY;
        }
        double[] smoothed = new double[count];
        for (int i = 0; i < count; i++) {
            // At the levels (i - 1/2) / M, and never above the largest raw ratio.
            smoothed[i] = Math.min(Math.log(cutoff + pareto.quantile((i + 0.5) / count)), 0);
        }
        int first = tail + 1 - count;
        double lowest = largest[first];
        for (int s = 0; s < n; s++) {
            if (log[s] >= lowest) {
                // Tied ratios share the same value, that of the first of them.
                log[s] = smoothed[Quantiles.firstAtLeast(largest, log[s]) - first];
            }
        }
        return pareto.shape();
    }
}
