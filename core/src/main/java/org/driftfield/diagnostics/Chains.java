package org.driftfield.diagnostics;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.InputException;

/** What the chain diagnostics share: checking, splitting, pooling and rank-normalising draws[chain][iteration]. */
final class Chains {
    static final int MIN_ITERATIONS = 4;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final AtomicReference<double[]> LAST_SCORES = new AtomicReference<>(new double[0]);

    private Chains() {}

    static void check(double[][] chains) {
        InputException.require(chains.length > 0, "chains must be at least 1, got 0");
        int n = chains[0].length;
        InputException.require(
                n >= MIN_ITERATIONS, "iterations of a chain must be at least %d, got %d", MIN_ITERATIONS, n);
        for (int m = 1; m < chains.length; m++) {
            InputException.require(
                    chains[m].length == n,
                    "chains must have equal length, got %d in chain 1 and %d in chain %d",
                    n,
                    chains[m].length,
                    m + 1);
        }
    }

    /** Whether there is something to diagnose: all draws finite, and not all of them equal. */
    static boolean informative(double[][] chains) {
        double first = chains[0][0];
        boolean varies = false;
        for (double[] chain : chains) {
            for (double x : chain) {
                if (!Double.isFinite(x)) {
                    return false;
                }
                varies |= x != first;
            }
        }
        return varies;
    }

    /** Each chain becomes its first and its last half; of an odd number of draws the middle one is dropped. */
    static double[][] split(double[][] chains) {
        int n = chains[0].length;
        int half = n / 2;
        double[][] halves = new double[2 * chains.length][];
        for (int m = 0; m < chains.length; m++) {
            halves[2 * m] = Arrays.copyOfRange(chains[m], 0, half);
            halves[2 * m + 1] = Arrays.copyOfRange(chains[m], n - half, n);
        }
        return halves;
    }

    static double[] pool(double[][] chains) {
        int n = chains[0].length;
        double[] all = new double[chains.length * n];
        for (int m = 0; m < chains.length; m++) {
            System.arraycopy(chains[m], 0, all, m * n, n);
        }
        return all;
    }

    static double[] sortedPool(double[][] chains) {
        double[] all = pool(chains);
        Arrays.sort(all);
        return all;
    }

    static double[][] map(double[][] chains, DoubleUnaryOperator f) {
        double[][] mapped = new double[chains.length][];
        for (int m = 0; m < chains.length; m++) {
            mapped[m] = Arrays.stream(chains[m]).map(f).toArray();
        }
        return mapped;
    }

    /**
     * Normal scores of the pooled ranks, ties sharing their average rank: Vehtari et al. (2021), eq. 14, with Blom's
     * offset, z = Phi^-1((r - 3/8) / (S + 1/4)).
     *
     * @param sorted the pool of the chains, in ascending order
     */
    static double[][] rankNormalise(double[][] chains, double[] sorted) {
        int total = sorted.length;
        double[] single = scores(total);
        double[] score = single;
        for (int start = 0; start < total; ) {
            int end = start + 1;
            while (end < total && sorted[end] == sorted[start]) {
                end++;
            }
            if (end > start + 1) {
                score = score == single ? single.clone() : score;
                Arrays.fill(score, start, end, score(0.5 * (start + 1 + end), total));
            }
            start = end;
        }
        double[][] scored = new double[chains.length][chains[0].length];
        for (int m = 0; m < chains.length; m++) {
            for (int i = 0; i < scored[m].length; i++) {
                scored[m][i] = score[Quantiles.firstAtLeast(sorted, chains[m][i])];
            }
        }
        return scored;
    }

    private static double score(double rank, int total) {
        return NORMAL.inverseCumulativeProbability((rank - 0.375) / (total + 0.25));
    }

    /** The scores of the ranks 1, 2, … of so many values. Those last asked for are kept: all variables of a posterior have as many. */
    private static double[] scores(int total) {
        double[] kept = LAST_SCORES.get();
        if (kept.length != total) {
            kept = new double[total];
            for (int i = 0; i < total; i++) {
                kept[i] = score(i + 1, total);
            }
            LAST_SCORES.set(kept);
        }
        return kept;
    }

    static double mean(double[] x) {
        double sum = 0;
        for (double v : x) {
            sum += v;
        }
        return sum / x.length;
    }

    /** The sample variance with divisor n - 1. */
    static double variance(double[] x) {
        double mean = mean(x);
        double sum = 0;
        for (double v : x) {
            sum += (v - mean) * (v - mean);
        }
        return sum / (x.length - 1);
    }

    static double[] means(double[][] chains) {
        return Arrays.stream(chains).mapToDouble(Chains::mean).toArray();
    }

    /** W of Vehtari et al. (2021), eq. 2: the mean of the variances within the chains. */
    static double withinVariance(double[][] chains) {
        return Arrays.stream(chains).mapToDouble(Chains::variance).average().orElseThrow();
    }
}
