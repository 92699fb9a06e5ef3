package org.driftfield.diagnostics;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether ranks from 0 to a largest one are uniform, as those of a truth among draws of a right posterior are (Talts, Betancourt,
 * Simpson, Vehtari and Gelman 2018). Three questions: is every part as full as the others (chi-squared), are the ranks in the
 * middle on average, and do they scatter as they should.
 *
 * @param counts of the ranks in equal parts
 * @param pParts of the first question
 * @param zMean how many standard errors the mean rank lies above the middle
 * @param zSpread how many standard errors the squared distances from the middle are too large
 */
public record RankUniformity(int[] counts, double pParts, double zMean, double zSpread) {
    /** A part should expect so many ranks for chi-squared to hold. */
    private static final int EXPECTED = 5;

    /**
     * Looks at ranks.
     *
     * @param ranks each from 0 to {@code largest}
     * @param largest the number of draws; one more should have many divisors, such as 99
     */
    public static RankUniformity of(int[] ranks, int largest) {
        require(ranks.length >= 1, "there must be at least 1 rank, got 0");
        int places = largest + 1;
        int parts = 1;
        for (int candidate = 2; candidate <= 20; candidate++) {
            parts = places % candidate == 0 && ranks.length >= EXPECTED * candidate ? candidate : parts;
        }
        int[] counts = new int[parts];
        double mean = 0;
        double square = 0;
        for (int rank : ranks) {
            counts[(int) ((long) rank * parts / places)]++;
            double u = (rank + 0.5) / places - 0.5;
            mean += u / ranks.length;
            square += u * u / ranks.length;
        }
        double expected = (double) ranks.length / parts;
        double chi = Arrays.stream(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        double p = parts == 1 ? 1 : ChiSquaredDistribution.of(parts - 1).survivalProbability(chi);
        // A discrete uniform variate of m places has variance (1 - 1/m²)/12; its square nearly 1/180.
        double variance = (1 - 1.0 / ((double) places * places)) / 12;
        return new RankUniformity(
                counts,
                p,
                mean / Math.sqrt(variance / ranks.length),
                (square - variance) / Math.sqrt(1 / 180.0 / ranks.length));
    }

    /** How probable something as far from uniform is by chance: the smallest of three, times three. */
    public double p() {
        double mean = 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(zMean));
        double spread = 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(zSpread));
        return Math.min(1, 3 * Math.min(pParts, Math.min(mean, spread)));
    }
}
