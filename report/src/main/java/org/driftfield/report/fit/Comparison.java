package org.driftfield.report.fit;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.diagnostics.Wasserstein;
import org.driftfield.posterior.Summary;
import org.driftfield.report.FitSections;
import org.driftfield.report.LineChart;
import org.driftfield.report.Names;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.report.SideBySide;
import org.driftfield.store.Fit;

/**
 * The marginals of several fits side by side; everything is measured against the first.
 *
 * @param fits at least two
 * @param rows one for each parameter that all of them have
 * @param own sections that only this kind of model has
 * @param said what only this kind of model has to say under the table
 */
public record Comparison(List<Fit> fits, List<Row> rows, List<Section> own, List<String> said) implements SideBySide {
    private static final int MOST_MARGINALS = 40;

    /**
     * One parameter.
     *
     * @param means in each fit
     * @param sds in each fit
     * @param sdRatios of each fit after the first to the first
     * @param distances Wasserstein-1 from the first, in its standard deviations
     */
    public record Row(
            String parameter, List<Double> means, List<Double> sds, List<Double> sdRatios, List<Double> distances) {}

    /** The parameters that all fits have. */
    static Comparison of(List<Fit> fits, List<Section> own, List<String> said) {
        List<String> common = new ArrayList<>(fits.get(0).posterior().names());
        fits.forEach(fit -> common.retainAll(fit.posterior().names()));
        require(
                !common.isEmpty(),
                "%s and %s have no parameter in common",
                fits.get(0).folder(),
                fits.get(1).folder());
        List<Row> rows = new ArrayList<>();
        for (String name : common) {
            double[] first = fits.get(0).posterior().draws(name);
            double sd = fits.get(0).posterior().sd(name);
            List<Double> ratios = new ArrayList<>();
            List<Double> distances = new ArrayList<>();
            for (Fit fit : fits.subList(1, fits.size())) {
                ratios.add(fit.posterior().sd(name) / sd);
                distances.add(Wasserstein.distance(first, fit.posterior().draws(name)) / sd);
            }
            rows.add(new Row(
                    name,
                    fits.stream().map(fit -> fit.posterior().mean(name)).toList(),
                    fits.stream().map(fit -> fit.posterior().sd(name)).toList(),
                    ratios,
                    distances));
        }
        return new Comparison(fits, rows, own, said);
    }

    @Override
    public List<String[]> table() {
        List<String[]> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("parameter"));
        for (int f = 0; f < fits.size(); f++) {
            head.add("mean " + SideBySide.letter(f));
        }
        for (int f = 0; f < fits.size(); f++) {
            head.add("sd " + SideBySide.letter(f));
        }
        for (int f = 1; f < fits.size(); f++) {
            head.add("sd " + SideBySide.letter(f) + "/A");
            head.add("W1 " + SideBySide.letter(f) + "–A");
        }
        cells.add(head.toArray(String[]::new));
        for (Row row : rows) {
            double sd = row.sds().get(0);
            List<String> line = new ArrayList<>(List.of(Names.printable(row.parameter())));
            row.means().forEach(mean -> line.add(Summary.number(mean, sd)));
            row.sds().forEach(value -> line.add(Summary.number(value, sd)));
            for (int k = 0; k < row.distances().size(); k++) {
                line.add(String.format(Locale.ROOT, "%.3f", row.sdRatios().get(k)));
                line.add(String.format(Locale.ROOT, "%.3f", row.distances().get(k)));
            }
            cells.add(line.toArray(String[]::new));
        }
        return cells;
    }

    @Override
    public List<String> remarks() {
        List<String> remarks =
                new ArrayList<>(List.of("W1 is the Wasserstein-1 distance in standard deviations of A."));
        if (!leftOut().isEmpty()) {
            remarks.add(leftOut());
        }
        remarks.addAll(said);
        return remarks;
    }

    private String leftOut() {
        List<String> only = new ArrayList<>();
        for (Fit fit : fits) {
            for (String name : fit.posterior().names()) {
                if (rows.stream().noneMatch(row -> row.parameter().equals(name)) && !only.contains(name)) {
                    only.add(name);
                }
            }
        }
        return only.isEmpty() ? "" : "Not in all of the fits: " + Names.printable(String.join(", ", only)) + ".";
    }

    @Override
    public Map<String, Object> json() {
        return Map.of("parameters", rows);
    }

    @Override
    public String shown() {
        return "Overlaid densities";
    }

    @Override
    public Page page() {
        List<PageTable.Column> columns = new ArrayList<>(List.of(new PageTable.Column("parameter")));
        for (int f = 0; f < fits.size(); f++) {
            columns.add(new PageTable.Column("mean " + SideBySide.letter(f), PageTable.Format.VALUE));
        }
        for (int f = 0; f < fits.size(); f++) {
            columns.add(new PageTable.Column("sd " + SideBySide.letter(f), PageTable.Format.SCALE));
        }
        for (int f = 1; f < fits.size(); f++) {
            columns.add(new PageTable.Column("sd " + SideBySide.letter(f) + "/A", PageTable.Format.RATIO));
            columns.add(new PageTable.Column(
                    "W1 " + SideBySide.letter(f) + "–A",
                    PageTable.Format.RATIO,
                    "Wasserstein-1 distance in sd units of the first fit"));
        }
        List<List<Object>> cells = new ArrayList<>();
        List<LineChart> charts = new ArrayList<>();
        for (Row row : rows) {
            List<Object> line = new ArrayList<>(Arrays.asList((Object) row.parameter()));
            line.addAll(row.means());
            line.addAll(row.sds());
            for (int k = 0; k < row.distances().size(); k++) {
                line.add(row.sdRatios().get(k));
                line.add(row.distances().get(k));
            }
            cells.add(line);
            if (charts.size() < MOST_MARGINALS) {
                charts.add(chart(row.parameter()));
            }
        }
        List<Section> sections = new ArrayList<>(List.of(SideBySide.verdicts(fits)));
        sections.addAll(own);
        sections.add(FitSections.compared(new PageTable("", columns, cells)));
        sections.add(FitPage.partly(FitSections.comparedMarginals(charts), charts.size(), rows.size()));
        return new Page(
                "Comparison of " + fits.size() + " fits",
                String.join(
                        " against ",
                        fits.stream().map(fit -> fit.folder().toString()).toList()),
                sections);
    }

    private LineChart chart(String parameter) {
        LineChart chart = LineChart.density(parameter);
        for (Fit fit : fits) {
            KernelDensity density =
                    Densities.of(fit.posterior(), parameter, fit.posterior().draws(parameter));
            chart.line(fit.folder().toString(), density.x(), density.density());
        }
        return chart;
    }
}
