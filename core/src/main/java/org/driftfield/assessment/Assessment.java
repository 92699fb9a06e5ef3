package org.driftfield.assessment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.driftfield.assessment.Check.About;
import org.driftfield.assessment.Check.Level;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Resampling;
import org.driftfield.posterior.Summary;

/**
 * Whether an answer can be trusted, in numbers and in words.
 *
 * @param checks what was looked at, worst first
 */
public record Assessment(List<Check> checks) {
    private static final double RHAT = 1.01;
    private static final double ENOUGH_DRAWS = 400;
    private static final double SMALL_ERROR = 0.05;
    private static final int MOST_STEIN_DIMENSIONS = 100;
    private static final int MOST_MOVED_DIMENSIONS = 1000;
    private static final int MOST_DRAWS = 1000;
    private static final int MOVES = 150;
    private static final String WEIGHTS = "importance weights";
    private static final String SETTLED = "settled";

    /** What speaks of the way to the draws, or of single ones, rather than of how well the answer is known. */
    private static final List<String> SIGNS = List.of(SETTLED, ScoreCheck.NAME);

    /** A particle that stays far out from the start counts for as much as many that do not. */
    private static final double FEW_STUCK = 5e-4;

    /** Checks whose failure other draws of the same density would not mend. */
    private static final Set<String> NOT_BY_CHAINS = Set.of(GradientComparison.NAME, OtherModes.NAME);

    /** Plenty for any model whose density does not take milliseconds. */
    private static final int EVALUATIONS = 1000;

    public Assessment {
        checks = checks.stream()
                .sorted(Comparator.comparing(Check::level).reversed())
                .toList();
    }

    /** Looks at a posterior of a model, which knows the factors by which it was approximated and its seed. */
    public static Assessment of(FreeModel model, Posterior posterior) {
        List<Block> blocks = posterior.factors().isEmpty()
                ? Blocks.joint().resolve(model)
                : posterior.factors().stream()
                        .map(coordinates -> Block.of(model.freeNames(), coordinates))
                        .toList();
        return of(model, posterior, blocks, EVALUATIONS, posterior.provenance().seed());
    }

    /**
     * Looks at a posterior of a model.
     *
     * @param blocks the factors by which it was approximated; one block for an exact sampler
     * @param evaluations how many times the model's density may be evaluated, about, for all but the moved draws, which may
     *     take 150 times as many where the posterior is hard to move in; 1000 is plenty
     * @param seed of the random numbers that some checks need
     */
    public static Assessment of(FreeModel model, Posterior posterior, List<Block> blocks, int evaluations, long seed) {
        return of(model, posterior, blocks, new Effort(evaluations, MOVES * evaluations), seed);
    }

    /**
     * How many times the model's density may be evaluated, about.
     *
     * @param evaluations for each of the checks that look at draws where they are
     * @param moves for the check that moves some of them on; 0 to do without
     * @param oneMode whether the posterior is known to have one mode and no neck, and this check may end when it has seen that
     *     all is well
     */
    public record Effort(int evaluations, int moves, boolean oneMode) {
        /** For a posterior of which nothing is known. */
        public Effort(int evaluations, int moves) {
            this(evaluations, moves, false);
        }
    }

    /** The gradients at some points, all at once: where the rows are elsewhere, an evaluation has a price of its own. */
    private static double[][] scores(FreeModel.Evaluator density, double[][] points) {
        int d = points.length == 0 ? 0 : points[0].length;
        double[] flat = new double[points.length * d];
        for (int i = 0; i < points.length; i++) {
            System.arraycopy(points[i], 0, flat, i * d, d);
        }
        double[] gradients = new double[flat.length];
        density.evaluate(flat, points.length, new double[points.length], gradients);
        double[][] scores = new double[points.length][];
        for (int i = 0; i < points.length; i++) {
            scores[i] = Arrays.copyOfRange(gradients, i * d, (i + 1) * d);
        }
        return scores;
    }

    /** Looks at a posterior of a model, with a given effort. */
    public static Assessment of(FreeModel model, Posterior posterior, List<Block> blocks, Effort effort, long seed) {
        List<Check> checks = new ArrayList<>(of(posterior).checks());
        int d = model.dimension();
        double[][] draws = free(d, posterior, MOST_DRAWS);
        double[] mean = new double[d];
        double[] sd = new double[d];
        moments(d, posterior, mean, sd);
        boolean varies = Arrays.stream(sd).allMatch(value -> value > 0);
        FreeModel.Evaluator density = model.evaluator();
        int moves = varies && d <= MOST_MOVED_DIMENSIONS ? effort.moves() : 0;
        if (varies) {
            Check gradient = GradientComparison.of(density, draws, sd, seed);
            boolean wrong = gradient.level() != Level.GOOD;
            // Methods that accept or reject by the density are right all the same: that is for the checks below to say.
            checks.add(wrong && moves > 0 ? gradient.with(Level.CAUTION) : gradient);
            if (wrong) {
                density = new DifferenceGradient(density, sd);
                moves /= DifferenceGradient.cost(d);
            }
        }
        List<Check> indirect = new ArrayList<>();
        ScoreCheck.Result balance = null;
        if (posterior.kind() != Posterior.Kind.CHAINS
                && draws.length > d
                && blocks.stream().allMatch(block -> block.size() <= CoverageCheck.MOST_DIMENSIONS)) {
            indirect.add(CoverageCheck.of(density, draws, blocks, effort.evaluations(), seed));
        }
        if (d <= MOST_STEIN_DIMENSIONS) {
            double[][] points = free(d, posterior, effort.evaluations() / 2);
            double[][] scores = scores(density, points);
            if (blocks.size() > 1 && points.length > 2 * d) {
                checks.add(LostDependence.check(model.freeNames(), points, scores));
            }
            balance = varies ? ScoreCheck.of(model.freeNames(), points, scores, mean, sd, Advice.of(posterior)) : null;
            if (balance != null) {
                checks.add(balance.check());
            }
            Check stein = SteinCheck.of(points, scores, seed, Advice.of(posterior));
            indirect.add(stein);
        }
        // Signs: scores without bound, as in a neck, make a large discrepancy by a single draw, a neck that is narrower
        // than the kernel by which a cloud is smoothed makes a large k-hat, and so does a second mode that few
        // proposals
        // hit. The balance of the scores tells by how much the answer is off.
        if (balance != null && balance.check().level() != Level.BAD) {
            indirect.replaceAll(Assessment::bearable);
            checks.replaceAll(check -> check.name().equals(WEIGHTS) ? bearable(check) : check);
        }
        MovedCheck moved =
                moves > 0 ? MovedCheck.of(model, density, posterior, draws, moves, effort.oneMode(), seed) : null;
        if (moved != null && moved.bounds()) {
            checks.replaceAll(Assessment::bearable);
            indirect.replaceAll(check ->
                    moved.confirms() || check.level() == Level.BAD ? check.with(lessened(check.level())) : check);
        }
        if (moved != null && moved.confirms() && balance != null && balance.vague()) {
            Check told = balance.told();
            checks.replaceAll(check -> check.name().equals(told.name()) ? told : check);
        }
        if (moved != null && moved.mixed()) {
            checks.replaceAll(check -> SIGNS.contains(check.name()) ? bearable(check) : check);
            indirect.replaceAll(Assessment::bearable);
        }
        checks.addAll(indirect);
        Check elsewhere = moves > 0 && d <= MOST_STEIN_DIMENSIONS ? OtherModes.of(density, draws, mean, seed) : null;
        if (elsewhere != null) {
            checks.add(elsewhere);
        }
        if (moved != null) {
            boolean known = moved.conclusive() || (balance != null && balance.telling());
            Check check = moved.check();
            checks.add(known || check.level() != Level.GOOD ? check : check.with(Level.CAUTION));
        }
        return new Assessment(checks);
    }

    /**
     * Where means and spreads are shown to be right, a sign of trouble is no reason to distrust them, only to look closer, and
     * a small sign none at all.
     */
    private static Level lessened(Level level) {
        return level == Level.BAD ? Level.CAUTION : Level.GOOD;
    }

    private static Check bearable(Check check) {
        return check.level() == Level.BAD ? check.with(Level.CAUTION) : check;
    }

    private static void moments(int d, Posterior posterior, double[] mean, double[] sd) {
        double[] z = new double[d];
        int n = posterior.size();
        for (int i = 0; i < n; i++) {
            posterior.freeDraw(i, z);
            for (int j = 0; j < d; j++) {
                double delta = z[j] - mean[j];
                mean[j] += delta / (i + 1);
                sd[j] += delta * (z[j] - mean[j]);
            }
        }
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(sd[j] / Math.max(1, n - 1));
        }
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
        if (posterior.kind() != Posterior.Kind.INDEPENDENT) {
            checks.add(SpreadError.of(posterior));
        }
        posterior.noticed().forEach(remark -> checks.add(noticed(remark)));
        return new Assessment(checks);
    }

    /** What only the run could see. */
    private static Check noticed(String remark) {
        return new Check("the run", Double.NaN, "nothing to remark", Level.CAUTION, Check.sentence(remark));
    }

    /** The worst level of all checks. */
    public Level level() {
        return checks.stream().map(Check::level).max(Comparator.naturalOrder()).orElse(Level.GOOD);
    }

    /** The verdict in one sentence. */
    public String headline() {
        Level answer = level(About.POSTERIOR);
        return switch (answer) {
            case GOOD ->
                level() == Level.GOOD
                        ? "No problem was found: every check came out well."
                        : "No problem was found with the posterior, but " + consequences() + ".";
            case CAUTION -> "Usable with care: " + count(Level.CAUTION) + " below the mark.";
            case BAD -> "Do not trust this answer yet: " + count(Level.BAD) + " failed.";
        };
    }

    private String consequences() {
        return checks.stream()
                .filter(check -> check.level() != Level.GOOD)
                .map(Check::about)
                .distinct()
                .sorted()
                .map(about -> about.consequence)
                .collect(Collectors.joining(" and "));
    }

    /**
     * Whether chains may do better than another method did: something is to be said against the answer that a longer way through
     * the posterior mends, which a gradient that is wrong or a mode that was never reached is not.
     */
    public boolean asksForChains() {
        return checks.stream()
                .anyMatch(check -> check.level() != Level.GOOD
                        && check.about() == About.POSTERIOR
                        && !NOT_BY_CHAINS.contains(check.name()));
    }

    private Level level(About about) {
        return checks.stream()
                .filter(check -> check.about() == about)
                .map(Check::level)
                .max(Comparator.naturalOrder())
                .orElse(Level.GOOD);
    }

    private String count(Level level) {
        long found = checks.stream()
                .filter(check -> check.level() == level && check.about() == About.POSTERIOR)
                .count();
        return found == 1 ? "one check" : found + " checks";
    }

    /** The same with one more check. */
    public Assessment with(Check more) {
        return new Assessment(Stream.concat(checks.stream(), Stream.of(more)).toList());
    }

    private static Check settled(Posterior posterior) {
        return new Check(
                SETTLED,
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
        Level level = share <= FEW_STUCK ? Level.GOOD : share <= 0.05 ? Level.CAUTION : Level.BAD;
        return new Check(
                "stuck particles",
                share,
                "at most 0.05 % of the particles",
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
                        level == Level.GOOD
                                ? "The Monte Carlo error of the means is at most %.1f %% of a standard deviation (%s)."
                                : "The Monte Carlo error of the mean of %2$s is %1$.1f %% of its standard deviation:"
                                        + " collect more draws.",
                        100 * ratio,
                        worst.parameter()));
    }

    private static Check importance(Resampling made) {
        double k = made.kHat();
        return new Check(
                WEIGHTS,
                k,
                "their k-hat below 0.7",
                k <= Resampling.MOST_KHAT ? Level.GOOD : k <= 1 ? Level.CAUTION : Level.BAD,
                made.about());
    }

    private static Summary.Row worst(Summary summary, Comparator<Summary.Row> by) {
        return summary.rows().stream().max(by).orElseThrow();
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
