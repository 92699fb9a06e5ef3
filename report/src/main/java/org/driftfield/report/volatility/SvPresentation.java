package org.driftfield.report.volatility;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.models.volatility.VolatilityForecast;
import org.driftfield.models.volatility.VolatilityPath;
import org.driftfield.models.volatility.backtest.Backtest;
import org.driftfield.posterior.Summary;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.Names;
import org.driftfield.report.PageTable;
import org.driftfield.report.PitChart;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.report.TimeChart;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.volatility.ForecastFile;
import org.driftfield.store.volatility.PriorFile;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.VolatilityFile;

/** What is told of the fit of a stochastic volatility model. */
public final class SvPresentation implements Presentation {
    /** How much of the past is shown before a forecast, at least, and in steps of the forecast. */
    private static final int SHORT_PAST = 60;

    private static final int PAST_STEPS = 3;

    /** Fewer residuals show nothing. */
    private static final int FEWEST_RESIDUALS = 10;

    /** A return that was said to be less probable than one in so many is drawn as if it were that. */
    private static final double SMALLEST_TAIL = 1e12;

    private final FitRecord record;
    private final SvDetails details;
    private final VolatilityFile volatility;
    private final VolatilityForecast forecast;
    private final Map<String, PriorFile.Curves> priors;

    public SvPresentation(FitRecord record, Path folder) {
        this.record = record;
        this.details = record.details(SvDetails.class);
        this.volatility = VolatilityFile.read(folder.resolve(VolatilityFile.NAME));
        Path ofPriors = folder.resolve(PriorFile.NAME);
        this.priors = Files.exists(ofPriors) ? PriorFile.read(ofPriors) : Map.of();
        this.forecast = details.forecast() == 0 ? null : ForecastFile.read(folder.resolve(ForecastFile.NAME));
    }

    @Override
    public String model() {
        return "Stochastic volatility model";
    }

    @Override
    public String title() {
        return "Volatility of " + name();
    }

    private String name() {
        return details.series() == null ? details.column() : details.series();
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "returns",
                details.column()
                        + (details.series() == null ? "" : " of " + details.series())
                        + (Double.isNaN(details.takenOff())
                                ? ""
                                : String.format(Locale.ROOT, ", less their mean %.4g", details.takenOff())));
        if (details.time() != null) {
            List<String> times = volatility.times();
            facts.put("time", details.time() + ", " + times.get(0) + " to " + times.get(times.size() - 1));
        }
        return facts;
    }

    @Override
    public String dataUsed() {
        int missing = record.data().rows() - record.data().used();
        return record.data().rows() + " returns" + (missing == 0 ? "" : ", " + missing + " of them not observed");
    }

    @Override
    public List<String> results() {
        List<String> lines = new ArrayList<>();
        double[] mean = volatility.path().mean();
        int low = 0;
        int high = 0;
        for (int t = 1; t < mean.length; t++) {
            low = mean[t] < mean[low] ? t : low;
            high = mean[t] > mean[high] ? t : high;
        }
        lines.add("Volatility: lowest " + at(low) + ", highest " + at(high) + ", last "
                + interval(volatility.path(), mean.length - 1));
        if (forecast != null) {
            int last = details.forecast() - 1;
            lines.add("Forecast: volatility after 1 step " + interval(forecast.volatility(), 0)
                    + (last == 0 ? "" : ", after " + (last + 1) + " steps " + interval(forecast.volatility(), last)));
        }
        return lines;
    }

    private String at(int t) {
        String when = volatility.times().isEmpty()
                ? "t " + (t + 1)
                : Names.printable(volatility.times().get(t));
        return number(volatility.path(), t, volatility.path().mean()[t]) + " (" + when + ")";
    }

    private static String interval(VolatilityPath path, int t) {
        return number(path, t, path.mean()[t]) + " (90 %: " + number(path, t, path.q05()[t]) + " to "
                + number(path, t, path.q95()[t]) + ")";
    }

    private static String number(VolatilityPath path, int t, double value) {
        return Summary.number(value, path.q95()[t] - path.q05()[t]);
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("model", details);
        return told;
    }

    @Override
    public List<Section> resultSections() {
        VolatilityPath path = volatility.path();
        TimeChart chart = TimeChart.of(
                        "Volatility of " + name(), details.time() == null ? "time" : details.time(), path.size())
                .panel("volatility")
                .band("90% of the posterior", path.q05(), path.q95())
                .line("mean volatility", path.mean())
                .panel("return")
                .faint("returns", volatility.returns());
        if (!volatility.times().isEmpty()) {
            chart.labels(volatility.times());
        }
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "Volatility over time",
                "The volatility is the standard deviation of the return at each time. It lies in the band with"
                        + " probability 90%, at each time by itself. Below it the returns that this was learnt from.",
                new Content.Charts(chart)));
        if (forecast != null) {
            sections.add(forecastSection());
        }
        if (!priors.isEmpty()) {
            sections.add(priorSection());
        }
        return sections;
    }

    private Section forecastSection() {
        VolatilityPath path = volatility.path();
        int steps = details.forecast();
        int past = Math.min(path.size(), Math.max(SHORT_PAST, PAST_STEPS * steps));
        int from = path.size() - past;
        double[] before =
                IntStream.range(0, past).mapToDouble(i -> i - past + 1).toArray();
        double[] after = IntStream.rangeClosed(1, steps).asDoubleStream().toArray();
        LineChart volatilities = LineChart.of("Volatility", "steps after the last return", "volatility")
                .band("90% until now", before, tail(path.q05(), from), tail(path.q95(), from))
                .line("mean until now", before, tail(path.mean(), from))
                .band(
                        "90% ahead",
                        after,
                        forecast.volatility().q05(),
                        forecast.volatility().q95())
                .line("mean ahead", after, forecast.volatility().mean());
        LineChart returns = LineChart.of("Return", "steps after the last return", "return")
                .faint("returns", before, tail(volatility.returns(), from))
                .band(
                        "90% ahead",
                        after, forecast.returns().q05(), forecast.returns().q95())
                .line("median ahead", after, forecast.returns().q50());
        PageTable table = new PageTable(
                "Steps ahead",
                new PageTable.Column("step"),
                new PageTable.Column("volatility", PageTable.Format.NUMBER),
                new PageTable.Column("q05", PageTable.Format.NUMBER),
                new PageTable.Column("q95", PageTable.Format.NUMBER),
                new PageTable.Column("return q05", PageTable.Format.NUMBER),
                new PageTable.Column("return q95", PageTable.Format.NUMBER));
        for (int k : shownSteps(steps)) {
            table = table.row(
                    String.valueOf(k),
                    forecast.volatility().mean()[k - 1],
                    forecast.volatility().q05()[k - 1],
                    forecast.volatility().q95()[k - 1],
                    forecast.returns().q05()[k - 1],
                    forecast.returns().q95()[k - 1]);
        }
        return new Section(
                "Forecast",
                "The volatility and the return to come, simulated from every draw of the posterior: the bands hold"
                        + " what is not known about the parameters as well as what is left to chance. All steps are in "
                        + ForecastFile.NAME + ".",
                new Content.Charts(volatilities, returns),
                table);
    }

    /** The first steps, then ever fewer, and the last. */
    private static int[] shownSteps(int steps) {
        return IntStream.concat(IntStream.of(1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000), IntStream.of(steps))
                .filter(k -> k <= steps)
                .sorted()
                .distinct()
                .toArray();
    }

    private static double[] tail(double[] values, int from) {
        return Arrays.copyOfRange(values, from, values.length);
    }

    private Section priorSection() {
        List<LineChart> charts = new ArrayList<>();
        priors.forEach((name, curves) -> charts.add(LineChart.density(name)
                .line("posterior", curves.x(), curves.posterior())
                .line("prior", curves.x(), curves.prior())));
        return new Section(
                "Prior and posterior",
                "What was assumed of each parameter and what is known of it now. Where the two curves are alike the"
                        + " returns had little to say.",
                new Content.Charts(charts));
    }

    /** Whether the returns are as the model has them: residuals and predictive probabilities. */
    @Override
    public List<Section> checkSections() {
        double[] pits = volatility.pits();
        double[] known = Arrays.stream(pits).filter(p -> !Double.isNaN(p)).toArray();
        if (known.length < FEWEST_RESIDUALS) {
            return List.of();
        }
        double smallest = 0.5 / SMALLEST_TAIL;
        double[] residuals = Arrays.stream(pits)
                .map(p -> Double.isNaN(p)
                        ? Double.NaN
                        : NormalDistribution.of(0, 1)
                                .inverseCumulativeProbability(Math.max(smallest, Math.min(1 - smallest, p))))
                .toArray();
        TimeChart chart = TimeChart.of("Residuals", details.time() == null ? "time" : details.time(), pits.length)
                .panel("residual")
                .faint("residuals", residuals);
        if (!volatility.times().isEmpty()) {
            chart.labels(volatility.times());
        }
        double[] sorted =
                Arrays.stream(residuals).filter(r -> !Double.isNaN(r)).sorted().toArray();
        double[] quantiles = new double[sorted.length];
        Arrays.setAll(
                quantiles, i -> NormalDistribution.of(0, 1).inverseCumulativeProbability((i + 0.5) / sorted.length));
        double[] ends = {quantiles[0], quantiles[quantiles.length - 1]};
        LineChart straight = LineChart.of("Residuals against normal quantiles", "normal quantile", "residual")
                .points("residuals", quantiles, sorted)
                .faint("where they should lie", ends, ends);
        return List.of(new Section(
                "Residuals",
                String.format(
                        Locale.ROOT,
                        "How each return compares with what the returns before it led to expect, the parameters held"
                                + " at their medians: normal with variance 1 and independent where the model is right."
                                + " Their squares have an autocorrelation of %.2f from one to the next (chance alone:"
                                + " within ±%.2f), and predictive probabilities as uneven as these would come by chance"
                                + " with probability %.2g.",
                        autocorrelationOfSquares(residuals),
                        2 / Math.sqrt(known.length),
                        Backtest.uniformity(known)),
                new Content.Charts(chart, straight, PitChart.of("Predictive probabilities (PIT)", "return", known))));
    }

    private static double autocorrelationOfSquares(double[] residuals) {
        double mean = Arrays.stream(residuals)
                .filter(r -> !Double.isNaN(r))
                .map(r -> r * r)
                .average()
                .orElse(1);
        double products = 0;
        double squares = 0;
        for (int t = 0; t < residuals.length; t++) {
            double own = residuals[t] * residuals[t] - mean;
            squares += Double.isNaN(own) ? 0 : own * own;
            double before = t == 0 ? Double.NaN : residuals[t - 1] * residuals[t - 1] - mean;
            products += Double.isNaN(own * before) ? 0 : own * before;
        }
        return products / squares;
    }
}
