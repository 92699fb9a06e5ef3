package org.driftfield.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.report.Content;
import org.driftfield.report.FitSections;
import org.driftfield.report.LineChart;
import org.driftfield.report.Section;

/** How a run went, from its trace: what each kind of algorithm records tells which it was. */
public final class CourseSections {
    private CourseSections() {}

    public static List<Section> of(Trace trace, List<String> factors) {
        if (trace.rows() == 0) {
            return List.of();
        }
        double[] iterations = trace.column(Trace.ITERATION);
        if (trace.has(TraceColumns.LOG_DENSITY)) {
            return chains(trace, iterations);
        }
        if (trace.has(TraceColumns.TEMPERATURE)) {
            return List.of(tempering(trace, iterations));
        }
        return trace.has(TraceColumns.LOWER_BOUND) ? cloud(trace, iterations, factors) : List.of();
    }

    private static List<Section> chains(Trace trace, double[] iterations) {
        Section density = new Section(
                "Course of the chains",
                "The mean log density of the chains: it climbs in the warm-up and then only fluctuates.",
                new Content.Charts(LineChart.of("Log density", "iteration", "log density")
                        .line("mean of the chains", iterations, trace.column(TraceColumns.LOG_DENSITY))));
        Section moves = FitSections.moves(
                iterations,
                Map.of("mean of the chains", trace.column(TraceColumns.ACCEPTANCE)),
                Map.of("mean of the chains", trace.column(TraceColumns.STEP_SIZE)));
        return List.of(
                density,
                new Section(
                        "How the chains moved",
                        "The step size is tuned in the warm-up to the wanted acceptance rate and then kept.",
                        moves.contents()));
    }

    private static Section tempering(Trace trace, double[] iterations) {
        return new Section(
                "Course of the tempering",
                "The particles are carried from the prior to the posterior as the temperature rises from 0 to 1. Each rise"
                        + " leaves enough of them effective; then they move until they have forgotten where they were.",
                new Content.Charts(
                        LineChart.of("Temperature", "move", "temperature")
                                .line("temperature", iterations, trace.column(TraceColumns.TEMPERATURE))
                                .logarithmic(),
                        LineChart.of("Acceptance rate", "move", "accepted share")
                                .line("accepted", iterations, trace.column(TraceColumns.ACCEPTANCE))
                                .range(0, 1),
                        LineChart.of("Memory", "move", "largest correlation with the start")
                                .line("correlation", iterations, trace.column(TraceColumns.CORRELATION)),
                        LineChart.of("Log evidence", "move", "log evidence up to the temperature")
                                .line("log evidence", iterations, trace.column(TraceColumns.LOG_EVIDENCE))));
    }

    private static List<Section> cloud(Trace trace, double[] iterations, List<String> factors) {
        List<Section> sections = new ArrayList<>();
        sections.add(FitSections.lowerBound(
                iterations, trace.column(TraceColumns.LOWER_BOUND), trace.column(TraceColumns.LOWER_BOUND_HONEST)));
        Map<String, double[]> acceptance = new LinkedHashMap<>();
        Map<String, double[]> steps = new LinkedHashMap<>();
        for (int f = 0; f < factors.size(); f++) {
            if (trace.has(TraceColumns.stepOf(f))) {
                steps.put(factors.get(f), trace.column(TraceColumns.stepOf(f)));
                double[] rates = trace.column(TraceColumns.acceptanceOf(f));
                if (Arrays.stream(rates).anyMatch(rate -> rate < 1)) {
                    acceptance.put(factors.get(f), rates);
                }
            }
        }
        if (!steps.isEmpty()) {
            sections.add(FitSections.moves(iterations, acceptance, steps));
        }
        return sections;
    }
}
