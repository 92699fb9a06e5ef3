package org.driftfield.cli.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.assessment.Check.Level;
import org.driftfield.driver.Trace;
import org.driftfield.models.network.NetworkScores;
import org.driftfield.report.network.LearningCurve;
import org.driftfield.store.network.NnDetails;

/**
 * Whether the predictions of a network can be trusted: how its run ended, and how its scores on rows that it was not trained
 * on compare with what it promised. Thresholds leave room for twice the chance of so many rows.
 */
final class NnChecks {
    private static final double COVERAGE_GOOD = 0.04;
    private static final double COVERAGE_FAIR = 0.1;
    private static final double CALIBRATION_GOOD = 0.03;
    private static final double CALIBRATION_FAIR = 0.1;
    private static final double GAP = 0.1;

    /** The mean of |z| of a standard normal z. */
    private static final double MEAN_ABSOLUTE = 0.8;

    private final Map<String, NetworkScores> scores;
    private final List<Check> checks = new ArrayList<>();

    private NnChecks(Map<String, NetworkScores> scores) {
        this.scores = scores;
    }

    /**
     * Looks at a fit.
     *
     * @param scores by part
     * @param plain the score of a constant prediction on the part that is judged: mean squared error, or misclassification
     * @param stopsByItself whether the run should have stopped by itself
     */
    static Assessment of(
            Map<String, NetworkScores> scores, double plain, boolean stopsByItself, boolean settled, Trace trace) {
        NnChecks all = new NnChecks(scores);
        all.stopping(stopsByItself, settled, trace);
        String part = judged(scores);
        if (part.equals(NnDetails.TRAIN)) {
            all.add(
                    "held-out rows",
                    0,
                    "some rows should be held out",
                    Level.CAUTION,
                    "No rows were held out: how well the network predicts is not known. Give --validation or --test.");
        } else {
            NetworkScores judged = scores.get(part);
            all.skill(part, judged, plain);
            if (Double.isNaN(judged.misclassification())) {
                all.coverage(part, judged);
            }
            all.calibration(part, judged);
            all.overfitting(part, judged);
        }
        return new Assessment(all.checks);
    }

    /** The part by which a fit is judged: the one least involved in it. */
    static String judged(Map<String, ?> parts) {
        return parts.containsKey(NnDetails.TEST)
                ? NnDetails.TEST
                : parts.containsKey(NnDetails.VALIDATION) ? NnDetails.VALIDATION : NnDetails.TRAIN;
    }

    private void add(String name, double value, String threshold, Level level, String sentence) {
        checks.add(new Check(name, value, threshold, level, sentence));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static Level level(double value, double good, double fair) {
        return value <= good ? Level.GOOD : value <= fair ? Level.CAUTION : Level.BAD;
    }

    private void stopping(boolean stopsByItself, boolean settled, Trace trace) {
        int best = LearningCurve.best(trace);
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
        boolean unfinished = stopsByItself && !settled;
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

    private void skill(String part, NetworkScores judged, double plain) {
        boolean regression = Double.isNaN(judged.misclassification());
        double own = regression ? judged.mse() : judged.misclassification();
        double gain = 1 - own / plain;
        Level level = gain > 0.02 ? Level.GOOD : gain > -0.02 ? Level.CAUTION : Level.BAD;
        String what = regression
                ? text(
                        "On the %d %s rows the network explains %.0f %% of the variance",
                        judged.rows(), part, 100 * gain)
                : text(
                        "On the %d %s rows the network misclassifies %.1f %%, against %.1f %% for always naming the most"
                                + " frequent class",
                        judged.rows(), part, 100 * own, 100 * plain);
        add(
                "skill",
                gain,
                "better than a constant prediction",
                level,
                what + (level == Level.GOOD ? "." : ": it has not learnt to predict better than a constant."));
    }

    private void coverage(String part, NetworkScores judged) {
        double c = judged.coverage90();
        double chance = 2 * Math.sqrt(0.9 * 0.1 / judged.rows());
        Level level = level(Math.abs(c - 0.9), COVERAGE_GOOD + chance, COVERAGE_FAIR + chance);
        add(
                "coverage of 90 % intervals",
                c,
                text("0.9, within %.2f", COVERAGE_GOOD + chance),
                level,
                text(
                        "The 90 %% intervals hold %.0f %% of the %d %s rows%s",
                        100 * c,
                        judged.rows(),
                        part,
                        level == Level.GOOD
                                ? ", as they should up to chance."
                                : c < 0.9
                                        ? ": they are too narrow, the network is more sure than it should be."
                                        : ": they are too wide, the network is less sure than it could be."));
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
        Level level = level(error, CALIBRATION_GOOD + chance, CALIBRATION_FAIR + chance);
        String off = regression
                ? "The predicted quantiles of the %s rows are off by %.1f percentage points on average"
                : "The probabilities of the predicted classes of the %s rows are off by %.1f percentage points on average";
        add(
                "calibration error",
                error,
                text("at most %.3f", CALIBRATION_GOOD + chance),
                level,
                text(off, part, 100 * error)
                        + (level == Level.GOOD
                                ? ", " + (error <= chance ? "no" : "little") + " more than chance explains."
                                : ": take them with a grain of salt; the calibration plot shows which way."));
    }

    private void overfitting(String part, NetworkScores judged) {
        double gap = judged.nll() - scores.get(NnDetails.TRAIN).nll();
        double allowed = GAP + 2 / Math.sqrt(judged.rows());
        Level level = gap <= allowed ? Level.GOOD : Level.CAUTION;
        add(
                "overfitting",
                gap,
                text("at most %.2f", allowed),
                level,
                text(
                        "The negative log predictive density is %.3f a row on the training rows and %.3f on the %s rows%s",
                        scores.get(NnDetails.TRAIN).nll(),
                        judged.nll(),
                        part,
                        level == Level.GOOD
                                ? ": no sign of overfitting."
                                : ": the network knows its training rows by heart. More data, fewer units or more"
                                        + " validation rows would help."));
    }
}
