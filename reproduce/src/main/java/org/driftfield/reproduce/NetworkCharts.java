package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.driver.Trace;
import org.driftfield.report.BarChart;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.Section;
import org.driftfield.reproduce.Contender.Way;

/** Test scores beside the paper's, and how each method came to them. */
final class NetworkCharts {
    private final List<Contender> all;
    private final Map<String, PaperRow> paper;
    private final ResultFolder folder;

    NetworkCharts(List<Contender> all, Map<String, PaperRow> paper, ResultFolder folder) {
        this.all = all;
        this.paper = paper;
        this.folder = folder;
    }

    List<Section> sections(List<Replicate> replicates) {
        List<Replicate> good =
                replicates.stream().filter(r -> r.failed() == null).toList();
        if (good.isEmpty()) {
            return List.of();
        }
        List<Content> contents = new ArrayList<>(List.of(new Content.Charts(beside(good))));
        if (good.stream().anyMatch(r -> r.replicate() > 1)) {
            contents.add(new Content.Charts(eachReplicate(good)));
        }
        List<Section> sections = new ArrayList<>(List.of(new Section(
                "Beside the paper",
                "The mean over the replicates; the whiskers are one standard deviation either way.",
                contents)));
        List<Replicate> first = good.stream().filter(r -> r.replicate() == 1).toList();
        if (!first.isEmpty()) {
            sections.add(learning(first));
        }
        return sections;
    }

    private List<Contender> among(List<Replicate> replicates) {
        return all.stream()
                .filter(m -> replicates.stream().anyMatch(r -> r.method().equals(m.key())))
                .toList();
    }

    private BarChart beside(List<Replicate> replicates) {
        List<Contender> methods = among(replicates);
        Estimate[] here = new Estimate[methods.size()];
        Estimate[] there = new Estimate[methods.size()];
        for (int m = 0; m < here.length; m++) {
            String key = methods.get(m).key();
            here[m] = Estimate.of(replicates.stream()
                    .filter(r -> r.method().equals(key))
                    .mapToDouble(r -> r.value(NetworkExperiment.TEST_PPS))
                    .toArray());
            // The paper has one PMFVB, which is what both recipes are to be held against.
            PaperRow row = paper.get(key.equals(Way.PMFVB.key()) ? Way.PAPER.key() : key);
            there[m] = row == null ? Estimate.NONE : row.cells().get(NetworkExperiment.TEST_PPS);
        }
        return BarChart.of(
                        "Test PPS",
                        "PPS",
                        methods.stream().map(Contender::label).toList())
                .bars("here", means(here), ends(here, -1), ends(here, 1))
                .bars("in the paper", means(there), ends(there, -1), ends(there, 1));
    }

    private static double[] means(Estimate[] estimates) {
        return Arrays.stream(estimates).mapToDouble(Estimate::mean).toArray();
    }

    private static double[] ends(Estimate[] estimates, int side) {
        return Arrays.stream(estimates)
                .mapToDouble(e -> e.mean() + side * (Double.isNaN(e.sd()) ? 0 : e.sd()))
                .toArray();
    }

    private LineChart eachReplicate(List<Replicate> replicates) {
        LineChart chart = LineChart.of("Test PPS of each replicate", "replicate", "PPS");
        for (Contender method : among(replicates)) {
            List<Replicate> own = replicates.stream()
                    .filter(r -> r.method().equals(method.key()))
                    .toList();
            chart.points(
                    method.label(),
                    own.stream().mapToDouble(Replicate::replicate).toArray(),
                    own.stream()
                            .mapToDouble(r -> r.value(NetworkExperiment.TEST_PPS))
                            .toArray());
        }
        return chart;
    }

    private Section learning(List<Replicate> first) {
        LineChart chart = LineChart.of("Validation PPS", "iteration", "PPS");
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (Contender method : among(first)) {
            Trace trace = folder.trace(method.key(), 1);
            double[] scores = trace.column(NetworkExperiment.VALIDATION_PPS);
            int[] taken = IntStream.range(0, scores.length)
                    .filter(i -> Double.isFinite(scores[i]))
                    .toArray();
            double[] iterations = trace.column(Trace.ITERATION);
            double[] known = IntStream.of(taken).mapToDouble(i -> scores[i]).toArray();
            chart.line(
                    method.label(),
                    IntStream.of(taken).mapToDouble(i -> iterations[i]).toArray(),
                    known);
            if (known.length > 0) {
                highest = Math.max(highest, Arrays.stream(known).max().orElseThrow());
                low = Math.min(low, Arrays.stream(known).min().orElseThrow());
                // Where a curve is after a third of its way shows the rest of it; the start is often far above.
                high = Math.max(high, known[known.length / 3]);
            }
        }
        double top = high + 0.1 * (high - low);
        if (low < high) {
            chart.range(low - 0.05 * (high - low), top);
        }
        if (highest > top) {
            chart.caption(String.format(Locale.ROOT, "Not shown: the first scores, which are up to %.3g.", highest));
        }
        return new Section(
                "Learning curves",
                "The score on the validation rows as each method went on, in replicate 1. An iteration costs each method"
                        + " something else. The answer is that of the best score.",
                new Content.Charts(chart));
    }
}
