package org.driftfield.report.network;

import java.util.stream.IntStream;
import org.driftfield.driver.Trace;
import org.driftfield.report.FitSections;
import org.driftfield.report.Section;

/** How a network learnt, from the trace of its run. */
public final class LearningCurve {
    public static final String TRAIN = "train.loss";
    private static final String NLL = "validation.nll";
    private static final String PPS = "validation.pps";
    private static final String CRPS = "validation.crps";

    private LearningCurve() {}

    /** The column by which clouds were compared. */
    public static String column(Trace trace) {
        return has(trace, CRPS) ? CRPS : has(trace, NLL) ? NLL : PPS;
    }

    private static boolean has(Trace trace, String column) {
        return trace.has(column) && trace.rowOfLowest(column) >= 0;
    }

    /** What that column holds, in words. */
    public static String score(Trace trace) {
        return switch (column(trace)) {
            case CRPS -> "continuous ranked probability score";
            case NLL -> "negative log predictive density";
            default -> "PPS";
        };
    }

    /** The row of the cloud that was kept; -1 when there was no validation. */
    public static int best(Trace trace) {
        return trace.rowOfLowest(column(trace));
    }

    /** The iterations with a score, and the scores. */
    public static double[][] validation(Trace trace) {
        double[] scores = trace.column(column(trace));
        int[] taken = IntStream.range(0, scores.length)
                .filter(i -> !Double.isNaN(scores[i]))
                .toArray();
        double[] iterations = trace.column(Trace.ITERATION);
        return new double[][] {
            IntStream.of(taken).mapToDouble(i -> iterations[i]).toArray(),
            IntStream.of(taken).mapToDouble(i -> scores[i]).toArray()
        };
    }

    public static Section section(Trace trace) {
        // Only a regression has a noise, and the loss of a regression is a squared error.
        boolean regression = !Double.isNaN(trace.get(trace.rows() - 1, "noise.sd"));
        double[][] validation = validation(trace);
        int best = best(trace);
        return FitSections.learning(
                regression ? "mean squared error, as rows are weighted" : "negative log probability",
                trace.column(Trace.ITERATION),
                trace.column(TRAIN),
                score(trace),
                validation[0],
                validation[1],
                best < 0 ? Double.NaN : trace.get(best, Trace.ITERATION));
    }
}
