package org.driftfield.diagnostics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.driftfield.InputException;

/**
 * The Monte Carlo standard error: how far an estimate from these draws may be from what infinitely many would give.
 *
 * <p>Draws are {@code chains[chain][iteration]} as for {@link EffectiveSampleSize}; the answer is NaN where that is.
 */
public final class MonteCarloError {
    /** Phi(-1): the interval from here to its mirror image is one standard error to either side. */
    private static final double ONE_SIGMA = 0.15865525393145705;

    private MonteCarloError() {}

    /** Of the posterior mean. */
    public static double mean(double[][] chains) {
        double size = EffectiveSampleSize.mean(chains);
        return Math.sqrt(Chains.variance(Chains.pool(chains)) / size);
    }

    /** Of the posterior standard deviation: the variance of a variance, carried over to its root to first order. */
    public static double standardDeviation(double[][] chains) {
        Chains.check(chains);
        double mean = Chains.mean(Chains.pool(chains));
        double[][] squares = Chains.map(chains, x -> (x - mean) * (x - mean));
        double[] pooled = Chains.pool(squares);
        double variance = Chains.mean(pooled);
        double fourth = Arrays.stream(pooled).map(s -> s * s).sum() / pooled.length;
        double ofVariance = (fourth - variance * variance) / EffectiveSampleSize.mean(squares);
        return Math.sqrt(ofVariance / variance) / 2;
    }

    /**
     * Of a posterior quantile: half the width of the order statistics that enclose it with the probability of one
     * standard error, the level being beta distributed (Vehtari et al. 2021).
     */
    public static double quantile(double[][] chains, double probability) {
        double size = EffectiveSampleSize.quantile(chains, probability);
        if (Double.isNaN(size)) {
            return Double.NaN;
        }
        var level = BetaDistribution.of(size * probability + 1, size * (1 - probability) + 1);
        double[] sorted = Chains.sortedPool(chains);
        int n = sorted.length;
        int lower = (int) Math.floor(level.inverseCumulativeProbability(ONE_SIGMA) * n);
        int upper = (int) Math.ceil(level.inverseSurvivalProbability(ONE_SIGMA) * n);
        return (sorted[Math.min(upper, n) - 1] - sorted[Math.max(lower, 1) - 1]) / 2;
    }

    /**
     * Of the mean over a cloud of particles and the sweeps at which it was collected, {@code snapshots[sweep][particle]}.
     *
     * <p>It is the larger of two errors: the spread of the particles' time averages over the root of their number, right
     * for independent particles; and the error of the mean of the series of cloud means, which sees the wobble that the
     * particles of a mean field share. The autocorrelation time of that series counts as at least 1, and as its whole
     * length below four sweeps. A single snapshot shows no wobble: its error is the first one alone.
     */
    public static double cloudMean(double[][] snapshots) {
        InputException.require(snapshots.length > 0, "snapshots must be at least 1, got 0");
        int particles = snapshots[0].length;
        InputException.require(particles >= 2, "particles must be at least 2, got %d", particles);
        double[] averages = new double[particles];
        for (double[] snapshot : snapshots) {
            InputException.require(
                    snapshot.length == particles,
                    "snapshots must have equal length, got %d and %d",
                    particles,
                    snapshot.length);
            for (int i = 0; i < particles; i++) {
                averages[i] += snapshot[i] / snapshots.length;
            }
        }
        double ofParticles = Math.sqrt(Chains.variance(averages) / particles);
        if (snapshots.length == 1) {
            return ofParticles;
        }
        double[] series = Chains.means(snapshots);
        double ofSeries = Chains.variance(series);
        if (series.length >= Chains.MIN_ITERATIONS && ofSeries > 0) {
            double size = EffectiveSampleSize.ofAutocorrelation(new double[][] {series});
            ofSeries /= Math.min(size, series.length);
        }
        return Math.max(ofParticles, Math.sqrt(ofSeries));
    }
}
