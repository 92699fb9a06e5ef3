package org.driftfield.assessment;

import java.util.List;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.MovedDraws;

/**
 * Whether draws stay where they are under exact moves. Short chains from some of the draws end in averages over their later
 * part; a chain remembers the share r of where it began (regression of the average on the start, over chains), so that the
 * distance it went, over 1 - r, is how far the answer is from the posterior. The error of that comes from the chains, which are
 * independent. Means are measured in posterior standard deviations, spreads by the ratio of standard deviations.
 */
final class MovedCheck {
    private static final int CHAINS = 120;

    /** Chains that remember more than this of their start cannot tell where they would end. */
    private static final double MOST_MEMORY = 0.6;

    /** Chains that remember less than this of their start have left it well before they are looked at. */
    private static final double LITTLE_MEMORY = 0.3;

    /**
     * Where the chains would end, and what share of their start they still have.
     *
     * @param gone the part of the change, and of its error, that the chains did make
     */
    private record Limit(double change, double error, double memory, double gone) {
        /** Chains that can't tell where they would end still tell how far they went, which draws of the posterior do not. */
        Distance seen(String name, boolean spread) {
            double share = memory > MOST_MEMORY ? gone : 1;
            return new Distance(name, spread, share * change, share * error);
        }

        Distance expected(String name, boolean spread) {
            return new Distance(name, spread, change, error);
        }
    }

    private final Check check;
    private final boolean conclusive;
    private final boolean forgot;

    private MovedCheck(Check check, boolean conclusive, boolean forgot) {
        this.check = check;
        this.conclusive = conclusive;
        this.forgot = forgot;
    }

    /** Whether the chains went all over the posterior and found it much as the draws have it, though by how much they can't tell. */
    boolean mixed() {
        return forgot && check.level() != Level.BAD;
    }

    Check check() {
        return check;
    }

    /** Whether means and spreads are shown to be right, which other signs of trouble can then only make less certain. */
    boolean confirms() {
        return conclusive && check.level() == Level.GOOD;
    }

    /** Whether the draws were moved far enough to show where they belong. */
    boolean conclusive() {
        return conclusive;
    }

    /** Whether they are shown to be at least near. */
    boolean bounds() {
        return conclusive && check.level() != Level.BAD;
    }

    /**
     * The check, or null where it would cost more than the given number of gradients.
     *
     * @param oneMode whether the posterior is known to have one mode and no neck, so that chains which have left their start
     *     and agree with all draws have not overlooked a part of it, and need not go on
     */
    static MovedCheck of(
            FreeModel model,
            FreeModel.Evaluator density,
            Posterior posterior,
            double[][] draws,
            int gradients,
            boolean oneMode,
            long seed) {
        int[] columns = MovedDraws.parameters(model);
        List<String> names = posterior.names();
        int p = columns.length;
        double[] mean = new double[p];
        double[] sd = new double[p];
        for (int j = 0; j < p; j++) {
            var row = posterior.summary().row(names.get(columns[j]));
            mean[j] = row.mean();
            sd[j] = row.sd();
        }
        MovedDraws moved = MovedDraws.of(
                model, density, draws, CHAINS, mean, gradients, seed, early -> oneMode && agrees(early, mean, sd));
        if (moved == null) {
            return null;
        }
        double chance = Distance.chance(p);
        Distance worst = null;
        boolean telling = true;
        boolean forgot = true;
        Level level = Level.GOOD;
        for (int j = 0; j < p; j++) {
            if (sd[j] > 0) {
                String name = names.get(columns[j]);
                Limit place = place(moved, j, mean[j], sd[j]);
                Limit spread = spread(moved, j, mean[j], sd[j], place.change());
                for (Distance found : List.of(place.expected(name, false), spread.expected(name, true))) {
                    worst = Distance.worse(worst, found, chance);
                    telling &= found.telling();
                    level = worse(level, found.level(chance) == Level.GOOD ? Level.GOOD : Level.CAUTION);
                }
                level = worse(level, place.seen(name, false).level(chance));
                level = worse(level, spread.seen(name, true).level(chance));
                forgot &= Math.max(place.memory(), spread.memory()) <= MOST_MEMORY;
            }
        }
        return worst == null ? null : judged(moved, worst, level, telling && forgot, forgot, Advice.of(posterior));
    }

    /** Whether all means and spreads are surely where they should be. */
    private static boolean agrees(MovedDraws moved, double[] mean, double[] sd) {
        boolean agrees = true;
        for (int j = 0; j < mean.length && agrees; j++) {
            if (sd[j] > 0) {
                Limit place = place(moved, j, mean[j], sd[j]);
                Limit spread = spread(moved, j, mean[j], sd[j], place.change());
                agrees = Math.max(place.memory(), spread.memory()) <= LITTLE_MEMORY
                        && place.expected("", false).surelySmall()
                        && spread.expected("", true).surelySmall();
            }
        }
        return agrees;
    }

    private static Level worse(Level a, Level b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private static Limit place(MovedDraws moved, int j, double mean, double sd) {
        int k = moved.chains();
        double[] before = new double[k];
        double[] after = new double[k];
        for (int c = 0; c < k; c++) {
            before[c] = (moved.start(c)[j] - mean) / sd;
            after[c] = (moved.mean(c)[j] - mean) / sd;
        }
        return limit(before, after, 0);
    }

    private static Limit spread(MovedDraws moved, int j, double mean, double sd, double shift) {
        int k = moved.chains();
        double[] before = new double[k];
        double[] after = new double[k];
        for (int c = 0; c < k; c++) {
            double start = (moved.start(c)[j] - mean) / sd;
            before[c] = start * start;
            after[c] = moved.square(c)[j] / (sd * sd);
        }
        Limit square = limit(before, after, 1);
        double variance = Math.max(1e-6, 1 + square.change() - shift * shift);
        // log of a standard deviation: half that of the variance.
        return new Limit(Math.log(variance) / 2, square.error() / (2 * variance), square.memory(), square.gone());
    }

    /** How far the averages would go in the end from the value they have by the draws, and the error of that. */
    private static Limit limit(double[] before, double[] after, double expected) {
        int k = before.length;
        double meanBefore = 0;
        double meanAfter = 0;
        for (int c = 0; c < k; c++) {
            meanBefore += before[c] / k;
            meanAfter += after[c] / k;
        }
        double products = 0;
        double squares = 0;
        for (int c = 0; c < k; c++) {
            products += (before[c] - meanBefore) * (after[c] - meanAfter);
            squares += (before[c] - meanBefore) * (before[c] - meanBefore);
        }
        double memory = squares > 0 ? Math.max(0, Math.min(0.95, products / squares)) : 0;
        double rest = 0;
        for (int c = 0; c < k; c++) {
            double residual = after[c] - meanAfter - memory * (before[c] - meanBefore);
            rest += residual * residual;
        }
        double moved = meanAfter - expected - memory * (meanBefore - expected);
        double error = Math.sqrt(rest / (k - 2.0) / k);
        return new Limit(moved / (1 - memory), error / (1 - memory), memory, 1 - memory);
    }

    private static MovedCheck judged(
            MovedDraws moved, Distance worst, Level level, boolean telling, boolean forgot, String advice) {
        String how = String.format(
                Locale.ROOT, "%d draws moved on exactly, %d times each,", moved.chains(), moved.transitions());
        String sentence = switch (level) {
            case BAD, CAUTION -> how + " would change the answer: " + worst.words() + ". " + advice;
            case GOOD ->
                how
                        + (telling ? " leave means and spreads where they are" : " did not go far enough to tell")
                        + "; the largest change is " + worst.words() + ".";
        };
        Check check = new Check(
                "moved draws",
                Math.abs(worst.estimate()),
                "means within 0.1 standard deviations, spreads within 10 %",
                level,
                sentence);
        return new MovedCheck(check, telling, forgot);
    }
}
