package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.posterior.Posterior;
import org.driftfield.report.Content;
import org.driftfield.report.FitSections;
import org.driftfield.report.LineChart;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.reproduce.Contender.Way;

/** An experiment that compares marginal posteriors; NUTS, which is exact up to Monte Carlo error, is the measure. */
abstract class PosteriorExperiment implements Experiment {

    private static final String SHIFT = "shift";
    private static final String NARROWEST = "narrowest";
    private static final String WIDEST = "widest";

    /** {@code lower} and {@code upper} are the ends of where it can be. */
    record Shown(String name, String label, double lower, double upper) {
        static Shown real(String name, String label) {
            return new Shown(name, label, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
    }

    /** The parameters whose posteriors are shown. */
    abstract List<Shown> parameters();

    static Outcome outcome(Posterior posterior, List<Shown> parameters) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (Shown parameter : parameters) {
            scores.put("mean." + parameter.name, posterior.mean(parameter.name));
            scores.put("sd." + parameter.name, posterior.sd(parameter.name));
        }
        return new Outcome(
                scores,
                posterior.trace(),
                posterior.trace().rows(),
                posterior.settled(),
                posterior.stopped(),
                posterior);
    }

    @Override
    public final List<Score> columns() {
        return List.of(
                Score.ranked(
                        SHIFT,
                        "mean off",
                        "how far the mean is from that of NUTS, in standard deviations of NUTS: the worst parameter",
                        3),
                Score.plain(
                        NARROWEST,
                        "least sd ratio",
                        "the standard deviation over that of NUTS: the most understated parameter",
                        3),
                Score.plain(
                        WIDEST,
                        "largest sd ratio",
                        "the standard deviation over that of NUTS: the most overstated parameter",
                        3),
                Score.cpuSeconds(),
                Score.wallSeconds());
    }

    @Override
    public final List<Replicate> compared(List<Replicate> replicates) {
        return replicates.stream()
                .map(r -> {
                    Optional<Replicate> exact = replicates.stream()
                            .filter(o -> o.method().equals(Way.NUTS.key()) && o.replicate() == r.replicate())
                            .findFirst();
                    return exact.isEmpty() || r.method().equals(Way.NUTS.key()) ? r : r.with(against(r, exact.get()));
                })
                .toList();
    }

    private Map<String, Double> against(Replicate one, Replicate exact) {
        double shift = 0;
        double narrowest = Double.POSITIVE_INFINITY;
        double widest = 0;
        for (Shown parameter : parameters()) {
            double sd = exact.value("sd." + parameter.name);
            shift = Math.max(
                    shift, Math.abs(one.value("mean." + parameter.name) - exact.value("mean." + parameter.name)) / sd);
            double ratio = one.value("sd." + parameter.name) / sd;
            narrowest = Math.min(narrowest, ratio);
            widest = Math.max(widest, ratio);
        }
        return Map.of(SHIFT, shift, NARROWEST, narrowest, WIDEST, widest);
    }

    @Override
    public final Watched watched() {
        return new Watched("lower bound", List.of(TraceColumns.LOWER_BOUND), false);
    }

    /** The figures of the paper, drawn from the first replicate. */
    @Override
    public final List<Section> sections(ResultFolder folder, List<Replicate> replicates) {
        List<Replicate> first = replicates.stream()
                .filter(r -> r.replicate() == 1 && r.failed() == null)
                .toList();
        List<Section> sections = new ArrayList<>();
        if (first.isEmpty()) {
            return sections;
        }
        sections.add(densities(folder, first));
        List<LineChart> bounds = new ArrayList<>();
        for (Replicate replicate : first) {
            Trace trace = folder.trace(replicate.method(), 1);
            if (trace.has(TraceColumns.LOWER_BOUND) && trace.rows() > 1) {
                double[] honest = trace.has(TraceColumns.LOWER_BOUND_HONEST)
                        ? trace.column(TraceColumns.LOWER_BOUND_HONEST)
                        : new double[0];
                bounds.add(FitSections.lowerBoundChart(
                        label(replicate.method()),
                        trace.column(Trace.ITERATION),
                        trace.column(TraceColumns.LOWER_BOUND),
                        honest));
            }
        }
        if (!bounds.isEmpty()) {
            sections.add(new Section(
                    "Lower bound",
                    "As the paper computes it, which puts log M for the entropy and so does not see the spread of the"
                            + " particles; it still shows when the run has levelled off. Replicate 1.",
                    new Content.Charts(bounds)));
        }
        sections.add(parameterTable(first));
        return sections;
    }

    private String label(String key) {
        return methods().stream()
                .filter(method -> method.key().equals(key))
                .findFirst()
                .orElseThrow()
                .label();
    }

    private Section densities(ResultFolder folder, List<Replicate> first) {
        Map<String, Map<String, double[]>> draws = new LinkedHashMap<>();
        first.forEach(r -> draws.put(r.method(), folder.draws(r.method(), 1)));
        List<LineChart> charts = new ArrayList<>();
        for (Shown parameter : parameters()) {
            LineChart chart = LineChart.density(parameter.label);
            draws.forEach((method, values) -> {
                KernelDensity density = KernelDensity.of(values.get(parameter.name), parameter.lower, parameter.upper);
                chart.line(label(method), density.x(), density.density());
            });
            chart.rug(draws.values().iterator().next().get(parameter.name));
            charts.add(chart);
        }
        return new Section(
                "Marginal posteriors",
                "Kernel density estimates from the draws of each method; where the curves lie on each other the methods"
                        + " agree. The marks on the axis are draws of "
                        + label(first.get(0).method())
                        + ". Replicate 1.",
                new Content.Charts(charts));
    }

    private Section parameterTable(List<Replicate> first) {
        var table = new PageTable(
                "Replicate 1",
                new PageTable.Column("parameter"),
                new PageTable.Column("method"),
                new PageTable.Column("mean", PageTable.Format.VALUE),
                new PageTable.Column("sd", PageTable.Format.SCALE));
        for (Shown parameter : parameters()) {
            for (Replicate replicate : first) {
                table = table.row(
                        parameter.label,
                        label(replicate.method()),
                        replicate.value("mean." + parameter.name),
                        replicate.value("sd." + parameter.name));
            }
        }
        return new Section("Means and standard deviations", "", table);
    }
}
