package org.driftfield.cli.fit;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.cli.terminal.Names;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.diagnostics.Wasserstein;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.report.FitSections;
import org.driftfield.report.LineChart;
import org.driftfield.report.Page;
import org.driftfield.report.Table;

/**
 * The marginals of several fits side by side; everything is measured against the first.
 *
 * @param fits at least two
 * @param rows one for each parameter that all of them have
 */
public record Comparison(List<Fit> fits, List<Row> rows) implements SideBySide {
    private static final int MOST_MARGINALS = 40;

    /** One of the fits, called by its folder. */
    public record Fit(String name, FitRecord record, Posterior posterior) {}

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

    /** Refuses fits of different kinds of models. */
    public static void requireSameModel(List<Fit> fits) {
        String model = fits.get(0).record().asked().model();
        for (Fit fit : fits) {
            require(
                    fit.record().asked().model().equals(model),
                    "compare: %s is a fit %s and %s a fit %s, expected the same model",
                    fits.get(0).name(),
                    model,
                    fit.name(),
                    fit.record().asked().model());
        }
    }

    /** The parameters that all fits have. */
    public static Comparison marginals(List<Fit> fits) {
        List<String> common = new ArrayList<>(fits.get(0).posterior().names());
        fits.forEach(fit -> common.retainAll(fit.posterior().names()));
        require(
                !common.isEmpty(),
                "%s and %s have no parameter in common",
                fits.get(0).name(),
                fits.get(1).name());
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
        return new Comparison(fits, rows);
    }

    /** The fits by letters, which fit over a column. */
    public static String letter(int fit) {
        return fit < 26 ? String.valueOf((char) ('A' + fit)) : "fit " + (fit + 1);
    }

    @Override
    public String text(Terminal terminal) {
        StringBuilder text = new StringBuilder();
        for (int f = 0; f < fits.size(); f++) {
            Fit fit = fits.get(f);
            text.append(letter(f))
                    .append("  ")
                    .append(fit.name())
                    .append(": ")
                    .append(MethodWords.sized(fit.record(), fit.posterior()))
                    .append('\n');
        }
        List<String[]> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("parameter"));
        for (int f = 0; f < fits.size(); f++) {
            head.add("mean " + letter(f));
        }
        for (int f = 0; f < fits.size(); f++) {
            head.add("sd " + letter(f));
        }
        for (int f = 1; f < fits.size(); f++) {
            head.add("sd " + letter(f) + "/A");
            head.add("W1 " + letter(f) + "–A");
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
        return text.append('\n')
                .append(TextTable.of(terminal, cells))
                .append("\nW1 is the Wasserstein-1 distance in standard deviations of A.\n")
                .append(leftOut())
                .toString();
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
        return only.isEmpty() ? "" : "Not in all of the fits: " + Names.printable(String.join(", ", only)) + ".\n";
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
        List<Table.Column> columns = new ArrayList<>(List.of(new Table.Column("parameter")));
        for (Fit fit : fits) {
            columns.add(new Table.Column("mean, " + fit.name(), Table.Format.VALUE));
        }
        for (Fit fit : fits) {
            columns.add(new Table.Column("sd, " + fit.name(), Table.Format.SCALE));
        }
        for (Fit fit : fits.subList(1, fits.size())) {
            columns.add(new Table.Column("sd ratio, " + fit.name(), Table.Format.RATIO));
            columns.add(new Table.Column(
                    "W1, " + fit.name(), Table.Format.RATIO, "Wasserstein-1 distance in sd units of the first fit"));
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
        return new Page(
                "Comparison of " + fits.size() + " fits",
                String.join(" against ", fits.stream().map(Fit::name).toList()),
                List.of(
                        FitSections.compared(new Table("", columns, cells)),
                        FitPage.partly(FitSections.comparedMarginals(charts), charts.size(), rows.size())));
    }

    private LineChart chart(String parameter) {
        LineChart chart = LineChart.density(parameter);
        for (Fit fit : fits) {
            KernelDensity density =
                    fit.record().draws().density(parameter, fit.posterior().draws(parameter));
            chart.line(fit.name(), density.x(), density.density());
        }
        return chart;
    }
}
