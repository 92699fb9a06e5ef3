package org.driftfield.assessment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.InputException;
import org.driftfield.assessment.Check.Level;
import org.driftfield.diagnostics.Psis;
import org.driftfield.diagnostics.SmoothedCloud;
import org.driftfield.meanfield.Block;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Whether a cloud covers its target: importance ratios of the target over the cloud, smoothed by a kernel since particles
 * have no density of their own. Their tail has the shape k-hat; weighted by them, the means should stay.
 */
final class CoverageCheck {
    private static final String NAME = "PSIS k-hat";
    static final int MOST_DIMENSIONS = 50;
    private static final double K_HAT = 0.7;

    /** Importance weights this even (effective over actual draws) outweigh a large k-hat of the smoothed cloud. */
    private static final double EVEN_WEIGHTS = 0.5;

    /**
     * The smoothed cloud has mean and covariance estimated from n particles: by that alone it is about k (k + 3) / 4n nats from
     * the truth in k dimensions, and above a quarter the weights are uneven whatever the cloud is worth.
     */
    private static final double MOST_NOISE = 0.25;

    private static final double FALSE_ALARM = 0.01;
    private static final double WRONG = 0.15;

    private CoverageCheck() {}

    static Check of(FreeModel.Evaluator density, double[][] cloud, List<Block> blocks, int draws, long seed) {
        int n = cloud.length;
        int d = cloud[0].length;
        double noise = blocks.stream()
                        .mapToDouble(block -> block.size() * (block.size() + 3.0))
                        .sum()
                / (4.0 * n);
        if (noise > MOST_NOISE) {
            return new Check(
                    NAME,
                    Double.NaN,
                    "below 0.7, or nearly even importance weights",
                    Level.GOOD,
                    String.format(
                            Locale.ROOT,
                            "k-hat can't tell with %d particles in %d dimensions, and is not judged; the gradients tell.",
                            n,
                            d));
        }
        List<SmoothedCloud> factors = new ArrayList<>();
        for (Block block : blocks) {
            int k = block.size();
            double[] points = new double[n * k];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < k; j++) {
                    points[i * k + j] = cloud[i][block.coordinates()[j]];
                }
            }
            try {
                factors.add(SmoothedCloud.of(points, n, k));
            } catch (InputException e) {
                return new Check(
                        NAME,
                        Double.POSITIVE_INFINITY,
                        "below 0.7, or nearly even importance weights",
                        Level.BAD,
                        "The draws do not spread in every direction: too few of them differ.");
            }
        }
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.ASSESSMENT_PROPOSAL, 0);
        double[] logRatios = new double[draws];
        double[][] proposals = new double[draws][d];
        double[] points = new double[draws * d];
        double[] proposed = new double[draws];
        for (int s = 0; s < draws; s++) {
            for (int b = 0; b < blocks.size(); b++) {
                double[] part = new double[blocks.get(b).size()];
                factors.get(b).sample(random, part);
                proposed[s] += factors.get(b).logDensity(part);
                for (int j = 0; j < part.length; j++) {
                    proposals[s][blocks.get(b).coordinates()[j]] = part[j];
                }
            }
            System.arraycopy(proposals[s], 0, points, s * d, d);
        }
        // All at once: where the rows are elsewhere, an evaluation has a price of its own.
        double[] targets = new double[draws];
        density.evaluate(points, draws, targets, new double[draws * d]);
        for (int s = 0; s < draws; s++) {
            logRatios[s] = targets[s] < Double.POSITIVE_INFINITY ? targets[s] - proposed[s] : Double.NEGATIVE_INFINITY;
        }
        return judged(Psis.smooth(logRatios), proposals, cloud, blocks.size() > 1);
    }

    private static Check judged(Psis.Result weights, double[][] proposals, double[][] cloud, boolean cut) {
        double even = weights.effectiveSampleSize() / proposals.length;
        boolean covers = weights.kHat() <= K_HAT || even >= EVEN_WEIGHTS;
        double sure = covers ? reweighted(weights, proposals, cloud) : 0;
        Level level = !covers
                ? (weights.kHat() <= 1 ? Level.CAUTION : Level.BAD)
                : sure > WRONG ? Level.BAD : sure > 0 ? Level.CAUTION : Level.GOOD;
        String meaning = !covers
                ? "the approximation misses part of the target: a skewed posterior"
                        + (cut
                                ? ", or dependence across blocks that the factorisation drops. Compare with one block, or"
                                        + " with NUTS"
                                : ", heavy tails or a narrow neck. Compare with NUTS")
                : level == Level.GOOD
                        ? "the approximation covers the target"
                        : "weighted by the target, means would move: parts of the posterior have the wrong share. Compare with"
                                + " NUTS";
        return new Check(
                NAME,
                weights.kHat(),
                "below 0.7, or nearly even importance weights",
                level,
                String.format(
                        Locale.ROOT,
                        "k-hat is %.2f with %.0f %% effective weights: %s.",
                        weights.kHat(),
                        100 * even,
                        meaning));
    }

    /** By how many standard deviations the weights move a mean, less what chance may do. */
    private static double reweighted(Psis.Result weights, double[][] proposals, double[][] cloud) {
        int d = cloud[0].length;
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(FALSE_ALARM / (2 * d));
        double most = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < d; j++) {
            double mean = 0;
            double square = 0;
            for (double[] point : cloud) {
                mean += point[j] / cloud.length;
                square += point[j] * point[j] / cloud.length;
            }
            double sd = Math.sqrt(Math.max(0, square - mean * mean));
            double moved = 0;
            for (int s = 0; s < proposals.length; s++) {
                moved += Math.exp(weights.logWeights()[s]) * (proposals[s][j] - mean);
            }
            double error = 0;
            for (int s = 0; s < proposals.length; s++) {
                double part = Math.exp(weights.logWeights()[s]) * (proposals[s][j] - mean - moved);
                error += part * part;
            }
            most = Math.max(
                    most, (Math.abs(moved) - z * Math.hypot(Math.sqrt(error), sd / Math.sqrt(cloud.length))) / sd);
        }
        return most;
    }
}
