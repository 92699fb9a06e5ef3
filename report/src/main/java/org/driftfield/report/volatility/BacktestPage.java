package org.driftfield.report.volatility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.driftfield.models.volatility.ForecastFilter;
import org.driftfield.models.volatility.backtest.Backtest;
import org.driftfield.report.Chart;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.Names;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.PitChart;
import org.driftfield.report.Section;
import org.driftfield.report.TimeChart;

/**
 * What is told of backtests of the same returns, on the terminal and as a page.
 *
 * @param series what the series is called
 * @param times what all of its times are called; empty when they have no names
 * @param tests by the names of the models
 */
public record BacktestPage(String series, Backtest.Plan plan, List<String> times, Map<String, Backtest> tests) {
    /** So uneven predictive probabilities are no chance. */
    private static final double UNEVEN = 0.01;

    /** A share of returns so many standard errors from what it should be is no chance. */
    private static final double OFF = 2.6;

    /** A difference of log scores so many standard errors from zero is told as one. */
    private static final double TOLD_APART = 2;

    private Backtest first() {
        return tests.values().iterator().next();
    }

    private boolean isFirst(String name) {
        return name.equals(tests.keySet().iterator().next());
    }

    /** What was done, in a line. */
    public String model() {
        return String.format(
                Locale.ROOT,
                "Backtest of %s: the last %d of %d returns, %s.",
                Names.printable(series),
                plan.test(),
                first().first() + plan.test(),
                plan.fits() == 1 ? "one fit" : plan.fits() + " fits, one every " + plan.every() + " returns");
    }

    /** A row for each model; the first row is the heading. */
    public List<String[]> table() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"model", "log score", "against the first", "in 50 %", "in 90 %", "p of PIT"});
        tests.forEach((name, test) -> rows.add(new String[] {
            Names.printable(name),
            String.format(Locale.ROOT, "%.2f", test.logScore()),
            isFirst(name) ? "" : gain(first().gain(test)),
            percent(test.coverage(0.5)),
            percent(test.coverage(0.9)),
            String.format(Locale.ROOT, "%.3f", test.uniformity())
        }));
        return rows;
    }

    private static String gain(Backtest.Gain gain) {
        return String.format(Locale.ROOT, "%+.2f (se %.2f)", gain.difference(), gain.error());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** What the figures mean, a line each. */
    public List<String> remarks() {
        List<String> lines = new ArrayList<>();
        tests.forEach((name, test) -> lines.add(Names.printable(name) + ": " + verdict(test)));
        String best = null;
        double most = Double.NEGATIVE_INFINITY;
        for (Map.Entry<String, Backtest> entry : tests.entrySet()) {
            if (entry.getValue().logScore() > most) {
                most = entry.getValue().logScore();
                best = entry.getKey();
            }
        }
        if (tests.size() > 1 && best != null) {
            lines.add(best(best));
        }
        return lines;
    }

    private String best(String best) {
        boolean apart = tests.entrySet().stream()
                .filter(other -> !other.getKey().equals(best))
                .allMatch(other -> {
                    Backtest.Gain gain = other.getValue().gain(tests.get(best));
                    return gain.difference() > TOLD_APART * gain.error();
                });
        return apart
                ? "'" + Names.printable(best) + "' forecast best, by more than two standard errors."
                : "'" + Names.printable(best)
                        + "' has the highest log score, but not by two standard errors: these returns do"
                        + " not tell the models apart.";
    }

    private static String verdict(Backtest test) {
        int n = test.scored();
        double share = test.coverage(0.9);
        double off = (share - 0.9) / Math.sqrt(0.09 / n);
        if (Math.abs(off) > OFF) {
            return String.format(
                    Locale.ROOT,
                    "✗ %s of the returns lay inside intervals of 90 %%: the forecasts are too %s.",
                    percent(share),
                    off < 0 ? "narrow" : "wide");
        }
        return test.uniformity() < UNEVEN
                ? "⚠ the returns do not spread over the predictive distributions as they should (see the PIT)."
                : "✓ the returns lay where the forecasts said, as far as " + n + " of them tell.";
    }

    public Page page() {
        List<Section> sections = new ArrayList<>();
        PageTable table = new PageTable(
                "",
                new PageTable.Column("model"),
                new PageTable.Column("log score", PageTable.Format.NUMBER, "sum of the log predictive densities"),
                new PageTable.Column("against the first"),
                new PageTable.Column("in 50 %"),
                new PageTable.Column("in 90 %"),
                new PageTable.Column(
                        "p of PIT", PageTable.Format.NUMBER, "Kolmogorov's test that the PIT are uniform"));
        for (String[] row : table().subList(1, table().size())) {
            table = table.row((Object[]) row);
        }
        sections.add(new Section("Scores", String.join(" ", remarks()), table));
        sections.add(new Section(
                "Forecasts",
                "For each return the interval that was to hold it with probability 90%, told before it was seen.",
                new Content.Charts(
                        tests.entrySet().stream().map(this::forecasts).toArray(Chart[]::new))));
        if (tests.size() > 1) {
            sections.add(new Section(
                    "Where the models differ",
                    "Log score of each model less that of the first, added up: a line that rises forecasts better"
                            + " there.",
                    new Content.Charts(differences())));
        }
        sections.add(new Section(
                "Predictive probabilities",
                "The probability that was given to a smaller return than the one that came (PIT). Where a model is"
                        + " right they are spread evenly between 0 and 1: on the diagonal, up to chance.",
                new Content.Charts(tests.entrySet().stream()
                        .map(entry -> PitChart.of(
                                entry.getKey(), "return", entry.getValue().pits()))
                        .toArray(Chart[]::new))));
        return new Page("Backtest of " + series, model(), sections);
    }

    private TimeChart forecasts(Map.Entry<String, Backtest> entry) {
        Backtest test = entry.getValue();
        List<String> labels = times.isEmpty()
                ? IntStream.rangeClosed(1, test.first() + test.steps().size())
                        .mapToObj(String::valueOf)
                        .toList()
                : times;
        return TimeChart.of(entry.getKey(), "time", test.steps().size())
                .panel("return")
                .band("90% ahead", all(test, ForecastFilter.Ahead::q05), all(test, ForecastFilter.Ahead::q95))
                .faint("returns", test.returns())
                .panel("volatility")
                .line("one step ahead", all(test, ForecastFilter.Ahead::volatility))
                .labels(labels.subList(test.first(), test.first() + test.steps().size()));
    }

    private static double[] all(Backtest test, ToDoubleFunction<ForecastFilter.Ahead> of) {
        return test.steps().stream().mapToDouble(of).toArray();
    }

    private LineChart differences() {
        LineChart chart = LineChart.of("Log score less that of the first", "return", "difference");
        double[] base = all(first(), ForecastFilter.Ahead::logScore);
        double[] x = new double[base.length];
        Arrays.setAll(x, k -> first().first() + k + 1);
        tests.forEach((name, test) -> {
            if (!isFirst(name)) {
                double[] own = all(test, ForecastFilter.Ahead::logScore);
                double[] sums = new double[own.length];
                double sum = 0;
                for (int k = 0; k < own.length; k++) {
                    double difference = own[k] - base[k];
                    sum += Double.isNaN(difference) ? 0 : difference;
                    sums[k] = sum;
                }
                chart.line(name, x, sums);
            }
        });
        return chart.horizontal("equal", 0);
    }
}
