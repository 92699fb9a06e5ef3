package org.driftfield.sampler;

import org.driftfield.random.RandomStream;

/** Importance weights given by their logarithms. */
final class Weights {
    private static final int HALVINGS = 60;

    private Weights() {}

    /**
     * Turns log weights into weights that sum to 1.
     *
     * @return the logarithm of the mean weight; negative infinity when all are zero, and then nothing is written
     */
    static double normalise(double[] logWeights, double[] weights) {
        double max = Double.NEGATIVE_INFINITY;
        for (double w : logWeights) {
            max = Math.max(max, w);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.exp(logWeights[i] - max);
            sum += weights[i];
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= sum;
        }
        return max + Math.log(sum / weights.length);
    }

    /** The effective number of particles, 1 / Σ w². */
    static double effective(double[] weights) {
        double squares = 0;
        for (double w : weights) {
            squares += w * w;
        }
        return 1 / squares;
    }

    /**
     * The largest rise of the temperature, at most {@code most}, that leaves the wanted number of particles effective when
     * the log weights are {@code base + rise * slope}; 0 when the base alone leaves fewer.
     */
    static double largestRise(
            double[] base, double[] slope, double most, double wanted, double[] logWeights, double[] weights) {
        if (effectiveAt(most, base, slope, logWeights, weights) >= wanted) {
            return most;
        }
        double low = 0;
        double high = most;
        for (int halving = 0; halving < HALVINGS; halving++) {
            // Rises span orders of magnitude: from the far end, halve the exponent until it is bracketed.
            double middle = low == 0 ? high / 4 : (low + high) / 2;
            if (effectiveAt(middle, base, slope, logWeights, weights) >= wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double effectiveAt(
            double rise, double[] base, double[] slope, double[] logWeights, double[] weights) {
        combine(rise, base, slope, logWeights);
        return normalise(logWeights, weights) == Double.NEGATIVE_INFINITY ? 0 : effective(weights);
    }

    static void combine(double rise, double[] base, double[] slope, double[] logWeights) {
        for (int i = 0; i < base.length; i++) {
            // An estimate of zero stays zero, whatever it was before.
            logWeights[i] = slope[i] == Double.NEGATIVE_INFINITY ? slope[i] : base[i] + rise * slope[i];
        }
    }

    /** Systematic resampling: {@code ancestors[i]} is drawn by weight, each as often as expected up to rounding. */
    static void resample(double[] weights, RandomStream random, int[] ancestors) {
        int n = ancestors.length;
        double u = random.nextDouble();
        double cumulated = weights[0] * n;
        int parent = 0;
        for (int i = 0; i < n; i++) {
            while (i + u > cumulated && parent < weights.length - 1) {
                cumulated += weights[++parent] * n;
            }
            ancestors[i] = parent;
        }
    }
}
