package org.driftfield.assessment.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.assessment.Check.Level;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.models.network.NetworkTrial;
import org.driftfield.models.network.prediction.NetworkScores;

/**
 * Whether the predictions of a network can be trusted: how its run ended, and how its scores on rows that it was not trained
 * on compare with what it promised and with a straight line. What is called chance is two standard errors of so many rows: a
 * network without fault goes beyond it once in twenty times.
 */
public final class NetworkChecks {
    /** The names of the parts of the rows that scores are of. */
    public static final String TRAIN = "train";

    public static final String VALIDATION = "validation";
    public static final String TEST = "test";

    private static final double COVERAGE_GOOD = 0.02;
    private static final double COVERAGE_FAIR = 0.06;
    private static final double CALIBRATION_GOOD = 0.02;
    private static final double CALIBRATION_FAIR = 0.06;

    /** By how much the error on held-out rows, or their negative log density, may exceed that on training rows. */
    private static final double WORSE = 0.1;

    private static final double MUCH_WORSE = 0.3;
    private static final double GAP = 0.05;
    private static final double LARGE_GAP = 0.15;

    /** The mean of |z| of a standard normal z. */
    private static final double MEAN_ABSOLUTE = 0.8;

    /** Fewer rows than these, and a schedule shorter than this, are pointed out. */
    private static final int FEW_HELD_OUT = 100;

    private static final int FEW_TRAINING = 50;

    /** Errors of fewer rows than these say nothing of others. */
    private static final int FEWEST_TO_JUDGE = 10;

    /** By how much the error of new rows may exceed that of all. */
    private static final double FLATTERED = 0.05;

    private static final int SHORT_SCHEDULE = 150;

    private final Map<String, NetworkScores> scores;
    private final Search search;
    private final Given given;
    private final List<Check> checks = new ArrayList<>();

    private NetworkChecks(Map<String, NetworkScores> scores, Search search, Given given) {
        this.scores = scores;
        this.search = search;
        this.given = given;
    }

    /**
     * What there was to learn from.
     *
     * @param plain the score of a constant prediction on the part that is judged: mean squared error, or misclassification
     * @param fresh scores of those rows of that part whose inputs were not among those learnt from; null where that is so of all rows,
     *     or of none
     * @param rarest null for numbers
     */
    public record Given(int training, int inputs, int validation, double plain, NetworkScores fresh, Rarest rarest) {}

    /**
     * The class with the fewest training rows.
     *
     * @param judged how many of the rows that a fit is judged by are of it
     */
    public record Rarest(String name, int training, int judged) {}

    /**
     * A search for settings.
     *
     * @param refitted whether the network was then fitted to all rows, those for validation included
     * @param lineScore what the line alone has on the judged rows; null where there is no line
     * @param coverage90 how many of those rows the 90 % intervals held before they were recalibrated; null for classes
     */
    public record Search(List<NetworkTrial> trials, boolean refitted, Double lineScore, Double coverage90) {}

    /**
     * Looks at a fit.
     *
     * @param scores by part
     * @param search null where there was none
     * @param stopsByItself whether the run should have stopped by itself
     */
    public static Assessment of(
            Map<String, NetworkScores> scores, Search search, Given given, boolean stopsByItself, Run run) {
        NetworkChecks all = new NetworkChecks(scores, search, given);
        all.training();
        if (search == null) {
            all.stopping(stopsByItself, run.settled(), run.trace());
        } else {
            all.searching();
        }
        String part = judged(scores);
        if (part.equals(TRAIN)) {
            all.add(
                    "held-out rows",
                    0,
                    "some rows should be held out",
                    Level.CAUTION,
                    "No rows were held out: how well the network predicts is not known. Give --validation or --test.");
        } else {
            NetworkScores judged = scores.get(part);
            all.heldOut(part, judged);
            if (given.rarest() != null && given.rarest().judged() < FEWEST_TO_JUDGE) {
                all.rare(part, judged, given.rarest());
            }
            if (given.fresh() != null) {
                all.repeated(part, judged, given.fresh());
            }
            all.skill(part, judged);
            if (Double.isNaN(judged.misclassification())) {
                all.coverage(part, judged);
            }
            all.calibration(part, judged);
            all.overfitting(part, judged);
        }
        return new Assessment(all.checks);
    }

    /** The part by which a fit is judged: the one least involved in it. */
    public static String judged(Map<String, ?> parts) {
        return parts.containsKey(TEST) ? TEST : parts.containsKey(VALIDATION) ? VALIDATION : TRAIN;
    }

    private void add(String name, double value, String threshold, Level level, String sentence) {
        checks.add(new Check(name, value, threshold, level, sentence));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String rows(NetworkScores judged, String part) {
        return judged.rows() == 1 ? "one " + part + " row" : judged.rows() + " " + part + " rows";
    }

    private static Level level(double value, double good, double fair) {
        return value <= good ? Level.GOOD : value <= fair ? Level.CAUTION : Level.BAD;
    }

    private void training() {
        int fewest = Math.max(FEW_TRAINING, given.inputs());
        if (given.training() < fewest) {
            add(
                    "training rows",
                    given.training(),
                    "at least " + fewest,
                    Level.CAUTION,
                    text(
                            "There are %d training rows for %d inputs: too few for a network to learn much from.",
                            given.training(), given.inputs()));
        }
    }

    private void heldOut(String part, NetworkScores judged) {
        if (judged.rows() < FEW_HELD_OUT) {
            add(
                    "held-out rows",
                    judged.rows(),
                    "at least " + FEW_HELD_OUT,
                    Level.CAUTION,
                    text(
                                    "Only %d %s %s how well the network predicts: ",
                                    judged.rows(), part, judged.rows() == 1 ? "row tells" : "rows tell")
                            + (Double.isNaN(judged.misclassification())
                                    ? text(
                                            "its error is known to about %.0f %%, and the share that 90 %% intervals hold to"
                                                    + " about %.0f percentage points.",
                                            100 / Math.sqrt(2.0 * judged.rows()) * 2,
                                            200 * Math.sqrt(0.09 / judged.rows()))
                                    : text(
                                            "the share it gets wrong is known to about %.0f percentage points.",
                                            200 * chanceOfShare(judged))));
        }
        if (search != null && given.validation() > 0 && given.validation() < FEW_HELD_OUT) {
            add(
                    "validation rows",
                    given.validation(),
                    "at least " + FEW_HELD_OUT,
                    Level.CAUTION,
                    text(
                            "Settings were found on only %d validation %s, and are as uncertain as that.",
                            given.validation(), given.validation() == 1 ? "row" : "rows"));
        }
    }

    private void rare(String part, NetworkScores judged, Rarest rarest) {
        add(
                "rarest class",
                rarest.judged(),
                "at least " + FEWEST_TO_JUDGE + " rows",
                Level.CAUTION,
                text(
                        "Class '%s' has %d of the %s and %d of the %d training rows: how well it is told from others is not known.",
                        rarest.name(), rarest.judged(), rows(judged, part), rarest.training(), given.training()));
    }

    /** Rows that are copies of others make scores look better than they are of new ones. */
    private void repeated(String part, NetworkScores judged, NetworkScores fresh) {
        boolean regression = Double.isNaN(judged.misclassification());
        double all = regression ? judged.rmse() : judged.misclassification();
        double others = regression ? fresh.rmse() : fresh.misclassification();
        boolean flattered = others > all * (1 + FLATTERED);
        add(
                "repeated rows",
                1 - fresh.rows() / (double) judged.rows(),
                text("new rows have an error at most %.0f %% larger", 100 * FLATTERED),
                flattered ? Level.CAUTION : Level.GOOD,
                text(
                        regression
                                ? "%d of the %d %s rows have the same inputs as rows that were learnt from; the error is %.4g on"
                                        + " the others, %.4g on all%s."
                                : "%d of the %d %s rows have the same inputs as rows that were learnt from; of the others %.1f %% are"
                                        + " misclassified, of all %.1f %%%s.",
                        judged.rows() - fresh.rows(),
                        judged.rows(),
                        part,
                        regression ? others : 100 * others,
                        regression ? all : 100 * all,
                        flattered ? ": expect the former of new rows" : ""));
    }

    /** The standard error of the share of rows that are misclassified, with two rows of either kind added (Agresti and Coull 1998). */
    private static double chanceOfShare(NetworkScores judged) {
        double rows = judged.rows() + 4;
        double share = (judged.misclassification() * judged.rows() + 2) / rows;
        return Math.sqrt(share * (1 - share) / rows);
    }

    private void searching() {
        int longest = search.trials().stream()
                .mapToInt(trial -> trial.iterations())
                .max()
                .orElse(0);
        boolean tooShort = longest < SHORT_SCHEDULE;
        add(
                "schedule",
                longest,
                "at least " + SHORT_SCHEDULE + " iterations",
                tooShort ? Level.CAUTION : Level.GOOD,
                tooShort
                        ? text(
                                "A schedule of %d iterations is too short to tell what the network could do; allow more"
                                        + " --iterations.",
                                longest)
                        : tried(longest) + (search.refitted() ? " and fitted again to all rows" : "") + ".");
    }

    private String tried(int longest) {
        int runs = search.trials().size();
        return runs == 1
                ? text("One schedule, of %d iterations, was run", longest)
                : text(
                        "%d runs with schedules of up to %d iterations were tried, and one was taken of those that predicted the"
                                + " validation rows best",
                        runs, longest);
    }

    private void stopping(boolean stopsByItself, boolean settled, Trace trace) {
        int best = ValidationCurve.best(trace);
        int last = trace.rows();
        String threshold = "the score on the validation rows should have stopped falling";
        if (best < 0) {
            add(
                    "stopping",
                    last,
                    threshold,
                    Level.CAUTION,
                    text(
                            "There were no validation rows to stop by: the run went through all its %d iterations, and the"
                                    + " last cloud is the answer.",
                            last));
            return;
        }
        double at = trace.get(best, Trace.ITERATION);
        // Steps that shrink to nothing by the end of their schedule are expected to be best there.
        boolean unfinished = (stopsByItself || last < SHORT_SCHEDULE) && !settled;
        add(
                "stopping",
                at,
                threshold,
                unfinished ? Level.CAUTION : Level.GOOD,
                unfinished
                        ? text(
                                "The run was cut off after %d iterations while the validation score could still fall (best at"
                                        + " %.0f); allow more --iterations.",
                                last, at)
                        : settled
                                ? text(
                                        "The run stopped after %d iterations, since the validation score had no new best"
                                                + " after iteration %.0f; the cloud of that iteration is the answer.",
                                        last, at)
                                : text(
                                        "The run went through its schedule of %d iterations; the cloud with the best"
                                                + " validation score, of iteration %.0f, is the answer.",
                                        last, at));
    }

    private void skill(String part, NetworkScores judged) {
        boolean regression = Double.isNaN(judged.misclassification());
        double own = regression ? judged.mse() : judged.misclassification();
        double gain = 1 - own / given.plain();
        Double line = search == null ? null : search.lineScore();
        // What the same rows have in common cancels: half the chance of one error is allowed for a difference of two.
        double chance = (regression ? Math.sqrt(2.0 / judged.rows()) : Math.sqrt((1 - own) / own / judged.rows())) / 2;
        boolean behind = line != null && own > line * (1 + Math.max(0.02, chance));
        boolean cautious = behind || gain > -0.02 || judged.rows() < FEWEST_TO_JUDGE;
        Level level = !behind && gain > 0.02 ? Level.GOOD : cautious ? Level.CAUTION : Level.BAD;
        String what = regression
                ? text(
                        "On the %s the network explains %.0f %% of the variance%s",
                        rows(judged, part),
                        100 * gain,
                        line == null ? "" : text(", a straight line %.0f %%", 100 * (1 - line / given.plain())))
                : text(
                        "On the %s the network misclassifies %.1f %%, against %.1f %% for always naming the most"
                                + " frequent class%s",
                        rows(judged, part),
                        100 * own,
                        100 * given.plain(),
                        line == null ? "" : text(" and %.1f %% for a straight line", 100 * line));
        add(
                "skill",
                line == null ? gain : 1 - own / line,
                line == null ? "better than a constant prediction" : "not behind a straight line",
                level,
                what
                        + (behind
                                ? ": on these rows a straight line is better."
                                : level == Level.GOOD
                                        ? "."
                                        : judged.rows() < FEWEST_TO_JUDGE
                                                ? ": too few rows to tell."
                                                : ": in this it is no better than a constant."));
    }

    private void coverage(String part, NetworkScores judged) {
        double c = judged.coverage90();
        double error = Math.sqrt(0.9 * 0.1 / judged.rows());
        double off = Math.abs(c - 0.9);
        boolean chance = off <= 2 * error;
        // Once in 370 times chance takes intervals without fault further than three standard errors.
        Level level = chance ? Level.GOOD : level(off, COVERAGE_GOOD, Math.max(COVERAGE_FAIR, 3 * error));
        String before = search == null || search.coverage90() == null
                ? ""
                : text(" (%.1f %% before they were recalibrated)", 100 * search.coverage90());
        String narrow = c < 0.9
                ? "they are too narrow, the network is more sure than it should be"
                : "they are too wide, the network is less sure than it could be";
        add(
                "coverage of 90 % intervals",
                c,
                text("0.9, within %.3f", Math.max(COVERAGE_GOOD, 2 * error)),
                level,
                text("The 90 %% intervals hold %.1f %% of the %s%s", 100 * c, rows(judged, part), before)
                        + (chance
                                ? ", no further off than chance takes intervals without fault 19 times in 20."
                                : text(
                                        "%s %s, by %.1f standard errors.",
                                        level == Level.GOOD ? ", close to what they should, though" : ":",
                                        narrow,
                                        off / error)));
    }

    private void calibration(String part, NetworkScores judged) {
        double error = judged.calibrationError();
        boolean regression = Double.isNaN(judged.misclassification());
        DoubleUnaryOperator spread = p -> Math.sqrt(p * (1 - p));
        double chance = 2
                * MEAN_ABSOLUTE
                * (regression
                        ? judged.calibration().stream()
                                        .mapToDouble(bin -> spread.applyAsDouble(bin.predicted()))
                                        .average()
                                        .orElse(0)
                                / Math.sqrt(judged.rows())
                        : judged.calibration().stream()
                                        .mapToDouble(
                                                bin -> spread.applyAsDouble(bin.predicted()) * Math.sqrt(bin.rows()))
                                        .sum()
                                / judged.rows());
        Level level = level(error, Math.max(CALIBRATION_GOOD, chance), Math.max(CALIBRATION_FAIR, 2 * chance));
        String off = regression
                ? "The predicted quantiles of the %s rows are off by %.1f percentage points on average"
                : "The probabilities of the predicted classes of the %s rows are off by %.1f percentage points on average";
        add(
                "calibration error",
                error,
                text("at most %.3f", Math.max(CALIBRATION_GOOD, chance)),
                level,
                text(off, part, 100 * error)
                        + (error <= chance
                                ? text("; chance alone makes of so many rows %.1f, and up to twice that.", 50 * chance)
                                : level == Level.GOOD
                                        ? "; that is little, but more than chance explains."
                                        : ": take them with a grain of salt; the calibration plot shows which way."));
    }

    private void overfitting(String part, NetworkScores judged) {
        if (judged.rows() < FEWEST_TO_JUDGE) {
            return;
        }
        NetworkScores train = scores.get(TRAIN);
        boolean regression = Double.isNaN(judged.misclassification());
        // Relative for errors of numbers, in nats for classes; two standard errors of the held-out rows are chance.
        double gap = regression ? judged.rmse() / train.rmse() - 1 : judged.nll() - train.nll();
        double chance = regression ? 2 / Math.sqrt(2.0 * judged.rows()) : 2 * Math.sqrt(judged.nll() / judged.rows());
        double good = (regression ? WORSE : GAP) + chance;
        double fair = (regression ? MUCH_WORSE : LARGE_GAP) + chance;
        Level level = gap <= fair ? Level.GOOD : Level.CAUTION;
        String what = regression
                ? text(
                        "The error is %.4g on the training rows and %.4g on the %s rows",
                        train.rmse(), judged.rmse(), part)
                : text(
                        "The negative log probability is %.3f a row on the training rows and %.3f on the %s rows",
                        train.nll(), judged.nll(), part);
        add(
                "overfitting",
                gap,
                text("at most %.2f", fair),
                level,
                what
                        + (gap <= good
                                ? ": no sign of overfitting beyond chance."
                                : level == Level.GOOD
                                        ? ": part of the training rows is known by heart, as is usual of networks."
                                        : ": the training rows are known by heart. More data or fewer units would help."));
    }
}
