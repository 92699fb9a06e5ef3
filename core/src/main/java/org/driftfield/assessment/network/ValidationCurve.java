package org.driftfield.assessment.network;

import java.util.stream.IntStream;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;

/** How a network scored on validation rows while it learnt, from the trace of its run. */
public final class ValidationCurve {
    private static final String NLL = TraceColumns.VALIDATION_NLL;
    private static final String PPS = TraceColumns.VALIDATION_PPS;
    private static final String CRPS = TraceColumns.VALIDATION_CRPS;

    private ValidationCurve() {}

    /** The column by which clouds were compared. */
    private static String column(Trace trace) {
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
    public static double[][] points(Trace trace) {
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
}
