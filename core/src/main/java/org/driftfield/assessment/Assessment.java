package org.driftfield.assessment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.driftfield.diagnostics.Psis;
import org.driftfield.diagnostics.SmoothedCloud;
import org.driftfield.diagnostics.SteinDiscrepancy;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.meanfield.Block;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Resampling;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Whether an answer can be trusted, in numbers and in words.
 *
 * @param checks what was looked at, worst first
 */
public record Assessment(List<Check> checks) {
    private static final double RHAT = 1.01;
    private static final double ENOUGH_DRAWS = 400;
    private static final double SMALL_ERROR = 0.05;
    private static final double K_HAT = 0.7;

    /** Importance weights this even (effective over actual draws) outweigh a large k-hat of the smoothed cloud. */
    private static final double EVEN_WEIGHTS = 0.5;

    private static final double P_VALUE = 0.01;
    private static final int MOST_STEIN_DIMENSIONS = 100;
    private static final int MOST_SMOOTHED_DIMENSIONS = 50;
    private static final int BOOTSTRAP = 500;

    public Assessment {
        checks = checks.stream()
                .sorted(Comparator.comparing(Check::level).reversed())
                .toList();
    }

    /**
     * Looks at a posterior of a model.
     *
     * @param blocks the factors by which it was approximated; one block for an exact sampler
     * @param evaluations how many times the model's density may be evaluated, about; 1000 is plenty
     * @param seed of the random numbers that some checks need
     */
    public static Assessment of(FreeModel model, Posterior posterior, List<Block> blocks, int evaluations, long seed) {
        List<Check> checks = new ArrayList<>(of(posterior).checks());
        FreeModel.Evaluator density = model.evaluator();
        int d = model.dimension();
        if (posterior.kind() != Posterior.Kind.CHAINS
                && blocks.stream().allMatch(block -> block.size() <= MOST_SMOOTHED_DIMENSIONS)) {
            checks.add(kHat(density, d, posterior, blocks, evaluations, seed));
        }
        if (d <= MOST_STEIN_DIMENSIONS) {
            double[][] points = free(d, posterior, evaluations / 2);
            double[][] scores = new double[points.length][d];
            for (int i = 0; i < points.length; i++) {
                density.evaluate(points[i], scores[i]);
            }
            if (blocks.size() > 1 && points.length > 2 * d) {
                checks.add(LostDependence.check(model.freeNames(), points, scores));
            }
            checks.add(stein(points, scores, seed));
        }
        return new Assessment(checks);
    }

    /** Looks at the draws alone, where the density is not to be had or has far more coordinates than the draws. */
    public static Assessment of(Posterior posterior) {
        List<Check> checks = new ArrayList<>();
        Summary summary = posterior.summary();
        if (posterior.kind() != Posterior.Kind.INDEPENDENT) {
            checks.add(settled(posterior));
            checks.add(agreement(summary));
        }
        if (!Double.isNaN(posterior.stuckShare())) {
            checks.add(stuck(posterior));
        }
        posterior.transitions().ifPresent(made -> checks.addAll(TransitionChecks.of(made)));
        posterior.resampling().ifPresent(made -> checks.add(importance(made)));
        checks.add(draws(summary));
        checks.add(error(summary));
        return new Assessment(checks);
    }

    /** The worst level of all checks. */
    public Level level() {
        return checks.stream().map(Check::level).max(Comparator.naturalOrder()).orElse(Level.GOOD);
    }

    /** The verdict in one sentence. */
    public String headline() {
        return switch (level()) {
            case GOOD -> "No problem was found: every check came out well.";
            case CAUTION -> "Usable with care: " + count(Level.CAUTION) + " below the mark.";
            case BAD -> "Do not trust this answer yet: " + count(Level.BAD) + " failed.";
        };
    }

    private String count(Level level) {
        long found = checks.stream().filter(check -> check.level() == level).count();
        return found == 1 ? "one check" : found + " checks";
    }

    private static Check settled(Posterior posterior) {
        return new Check(
                "settled",
                posterior.settled() ? 1 : 0,
                "the run should settle before its maximum of iterations",
                posterior.settled() ? Level.GOOD : Level.BAD,
                posterior.settled()
                        ? "The run settled: it " + because(posterior.stopped()) + "."
                        : "The run " + posterior.stopped() + "; allow more iterations.");
    }

    private static String because(String reason) {
        return reason.startsWith("made ") ? reason : "stopped since " + reason;
    }

    private static Check agreement(Summary summary) {
        Summary.Row worst =
                worst(summary, Comparator.comparingDouble(row -> Double.isNaN(row.rhat()) ? 0 : row.rhat()));
        double rhat = worst.rhat();
        boolean known = !Double.isNaN(rhat);
        return new Check(
                "R-hat",
                rhat,
                "below 1.01: groups of draws, and early and late ones, agree",
                !known ? Level.CAUTION : rhat <= RHAT ? Level.GOOD : rhat <= 1.05 ? Level.CAUTION : Level.BAD,
                !known
                        ? "There are too few draws to compare early with late ones."
                        : rhat <= RHAT
                                ? format("Groups of draws agree (largest R-hat %.3f, %s).", rhat, worst.parameter())
                                : format(
                                        "Groups of draws disagree on %s (R-hat %.3f): run longer.",
                                        worst.parameter(), rhat));
    }

    private static Check stuck(Posterior posterior) {
        double share = posterior.stuckShare();
        Level level = share <= 0.005 ? Level.GOOD : share <= 0.05 ? Level.CAUTION : Level.BAD;
        return new Check(
                "stuck particles",
                share,
                "at most 0.5 % of the particles",
                level,
                format(
                        level == Level.GOOD
                                ? "Particles move freely: %.1f %% of them stayed where they were."
                                : "%.1f %% of the particles stayed where they were: part of the posterior, such as a bent tail, is"
                                        + " hard to move in, and its share is not to be trusted. Collect much longer, or use NUTS.",
                        100 * share));
    }

    private static Check draws(Summary summary) {
        Summary.Row worst = worst(summary, Comparator.comparingDouble(row -> -row.ess()));
        Level level = worst.ess() >= ENOUGH_DRAWS ? Level.GOOD : worst.ess() >= 100 ? Level.CAUTION : Level.BAD;
        return new Check(
                "effective draws",
                worst.ess(),
                "at least 400, so that quantiles are stable",
                level,
                format(
                        level == Level.GOOD
                                ? "Every parameter has at least %.0f effective draws."
                                : "%2$s has only %1$.0f effective draws: collect more.",
                        worst.ess(),
                        worst.parameter()));
    }

    private static Check error(Summary summary) {
        Summary.Row worst = worst(summary, Comparator.comparingDouble(row -> row.sd() > 0 ? row.mcse() / row.sd() : 0));
        double ratio = worst.sd() > 0 ? worst.mcse() / worst.sd() : 0;
        Level level = ratio <= SMALL_ERROR ? Level.GOOD : ratio <= 0.1 ? Level.CAUTION : Level.BAD;
        return new Check(
                "Monte Carlo error",
                ratio,
                "of a mean: at most 5 % of the posterior standard deviation",
                level,
                format(
                        "The Monte Carlo error of the means is at most %.1f %% of a standard deviation (%s).",
                        100 * ratio, worst.parameter()));
    }

    private static Check importance(Resampling made) {
        double k = made.kHat();
        return new Check(
                "importance weights",
                k,
                "their k-hat below 0.7",
                k <= Resampling.MOST_KHAT ? Level.GOOD : k <= 1 ? Level.CAUTION : Level.BAD,
                made.about());
    }

    private static Summary.Row worst(Summary summary, Comparator<Summary.Row> by) {
        return summary.rows().stream().max(by).orElseThrow();
    }

    private static Check kHat(
            FreeModel.Evaluator density, int d, Posterior posterior, List<Block> blocks, int draws, long seed) {
        double[][] cloud = free(d, posterior, 1000);
        List<SmoothedCloud> factors = new ArrayList<>();
        for (Block block : blocks) {
            int k = block.size();
            double[] points = new double[cloud.length * k];
            for (int i = 0; i < cloud.length; i++) {
                for (int j = 0; j < k; j++) {
                    points[i * k + j] = cloud[i][block.coordinates()[j]];
                }
            }
            factors.add(SmoothedCloud.of(points, cloud.length, k));
        }
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.ASSESSMENT_PROPOSAL, 0);
        double[] logRatios = new double[draws];
        double[] z = new double[d];
        double[] ignored = new double[d];
        for (int s = 0; s < draws; s++) {
            double proposal = 0;
            for (int b = 0; b < blocks.size(); b++) {
                double[] part = new double[blocks.get(b).size()];
                factors.get(b).sample(random, part);
                proposal += factors.get(b).logDensity(part);
                for (int j = 0; j < part.length; j++) {
                    z[blocks.get(b).coordinates()[j]] = part[j];
                }
            }
            double target = density.evaluate(z, ignored);
            logRatios[s] = Double.isNaN(target) ? Double.NEGATIVE_INFINITY : target - proposal;
        }
        Psis.Result weights = Psis.smooth(logRatios);
        double even = weights.effectiveSampleSize() / draws;
        boolean good = weights.kHat() <= K_HAT || even >= EVEN_WEIGHTS;
        Level level = good ? Level.GOOD : weights.kHat() <= 1 ? Level.CAUTION : Level.BAD;
        String meaning = good
                ? "the approximation covers the target"
                : "the approximation misses part of the target: a skewed posterior, or dependence across blocks that the"
                        + " factorisation drops. Compare with one block, or with NUTS";
        return new Check(
                "PSIS k-hat",
                weights.kHat(),
                "below 0.7, or nearly even importance weights",
                level,
                format("k-hat is %.2f with %.0f %% effective weights: %s.", weights.kHat(), 100 * even, meaning));
    }

    private static Check stein(double[][] points, double[][] scores, long seed) {
        int d = points[0].length;
        whiten(points, scores, d);
        double[] unit = new double[d];
        Arrays.fill(unit, 1);
        SteinDiscrepancy stein = SteinDiscrepancy.of(points, scores, unit);
        double p = stein.pValue(RandomStream.of(seed, 0, StreamKeys.ASSESSMENT_BOOTSTRAP, 0), BOOTSTRAP, 0.5);
        Level level = p >= P_VALUE ? Level.GOOD : Level.CAUTION;
        return new Check(
                "Stein discrepancy",
                stein.discrepancy(),
                "its p-value at least 0.01: draws could come from the exact posterior",
                level,
                format(
                        p >= P_VALUE
                                ? "%d draws can't be told from exact ones by the kernel Stein discrepancy %.3f (p %.2f)."
                                : "%d draws can be told from exact ones by the kernel Stein discrepancy %.3f (p %.3f): the"
                                        + " shape of the answer is off; compare with one block, or with NUTS.",
                        points.length,
                        stein.discrepancy(),
                        p));
    }

    /** Turns to coordinates in which the draws have unit covariance L⁻¹z, with scores Lᵀs, so that units do not matter. */
    private static void whiten(double[][] points, double[][] scores, int d) {
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (double[] point : points) {
            for (int j = 0; j < d; j++) {
                mean[j] += point[j] / points.length;
            }
        }
        for (double[] point : points) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance[j * d + k] += (point[j] - mean[j]) * (point[k] - mean[k]) / points.length;
                }
            }
        }
        for (int j = 0; j < d; j++) {
            covariance[j * d + j] = covariance[j * d + j] * (1 + 1e-9) + Double.MIN_NORMAL;
        }
        Preconditioner.Dense shape = (Preconditioner.Dense) Preconditioner.covariance(covariance, d);
        double[] factor = shape.factor();
        double[] whitened = new double[d];
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < d; j++) {
                double rest = points[i][j] - mean[j];
                for (int k = 0; k < j; k++) {
                    rest -= factor[j * d + k] * points[i][k];
                }
                points[i][j] = rest / factor[j * d + j];
            }
            shape.transposeTimes(scores[i], 0, whitened, 0, 1);
            System.arraycopy(whitened, 0, scores[i], 0, d);
        }
    }

    /**
     * Draws on the free scale, as little dependent as can be had: different
     * particles of the last cloud, or evenly spaced draws of chains.
     */
    private static double[][] free(int d, Posterior posterior, int most) {
        boolean cloud = posterior.kind() == Posterior.Kind.CLOUD;
        int from = cloud ? posterior.size() - posterior.units() : 0;
        int all = posterior.size() - from;
        int count = Math.min(most, all);
        double[][] out = new double[count][d];
        for (int i = 0; i < count; i++) {
            posterior.freeDraw(from + (int) ((long) i * all / count), out[i]);
        }
        return out;
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
