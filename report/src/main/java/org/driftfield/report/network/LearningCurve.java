package org.driftfield.report.network;

import org.driftfield.assessment.network.ValidationCurve;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.report.FitSections;
import org.driftfield.report.Section;

/** How a network learnt, from the trace of its run. */
final class LearningCurve {
    private static final String TRAIN = TraceColumns.TRAIN_LOSS;

    private LearningCurve() {}

    static Section section(Trace trace) {
        // Only a regression has a noise, and the loss of a regression is a squared error.
        boolean regression = !Double.isNaN(trace.get(trace.rows() - 1, TraceColumns.NOISE_SD));
        double[][] validation = ValidationCurve.points(trace);
        int best = ValidationCurve.best(trace);
        return FitSections.learning(
                regression ? "mean squared error, as rows are weighted" : "negative log probability",
                trace.column(Trace.ITERATION),
                trace.column(TRAIN),
                ValidationCurve.score(trace),
                validation[0],
                validation[1],
                best < 0 ? Double.NaN : trace.get(best, Trace.ITERATION));
    }
}
