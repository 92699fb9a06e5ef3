package org.driftfield.report;

import static org.driftfield.report.PageTable.Format.COUNT;
import static org.driftfield.report.PageTable.Format.ERROR;
import static org.driftfield.report.PageTable.Format.RATIO;
import static org.driftfield.report.PageTable.Format.SCALE;
import static org.driftfield.report.PageTable.Format.VALUE;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Pages with plausible invented numbers: a logistic regression with four coefficients, and two fits of it compared. */
final class SamplePages {
    static final int FIT_CHARTS = 10;
    static final int COMPARISON_CHARTS = 5;
    static final int HOSTILE_CHARTS = 16;

    /** Each would run its script if it were ever taken for markup. */
    static final List<String> HOSTILE_NAMES = List.of(
            "<img src=x onerror=\"document.documentElement.dataset.pwned=1\">",
            "</script><script>document.documentElement.dataset.pwned=2</script>",
            "\" onmouseover=\"document.documentElement.dataset.pwned=3\" x='{a|b}' \u2028 &lt;b&gt;",
            "<!--<script>" + "a_name_without_any_place_to_break_it_".repeat(6));

    private static final List<String> NAMES = List.of("(Intercept)", "age", "income", "C(region)[north]");
    private static final double[] MEANS = {-1.2431, 0.0384, 0.6127, -0.2905};
    private static final double[] SDS = {0.2114, 0.0041, 0.0873, 0.1519};

    private SamplePages() {}

    /** Writes both pages into the folder named first, to look at them. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        fit().write(folder.resolve("fit.html"));
        comparison().write(folder.resolve("comparison.html"));
        hostile().write(folder.resolve("hostile.html"));
    }

    static Page fit() {
        return fit(NAMES);
    }

    static Page comparison() {
        return comparison(NAMES);
    }

    /** Names that are attacks in every place a name can stand, and numbers no chart can show. */
    static Page hostile() {
        String name = HOSTILE_NAMES.get(0);
        double[] x = {1, 2, Double.NaN};
        double[] nothing = {Double.NaN, Double.POSITIVE_INFINITY, Double.NaN};
        var odd = new Section(
                name,
                HOSTILE_NAMES.get(1),
                new Content.Charts(
                        LineChart.of(name, name, name)
                                .band(name, x, x, x)
                                .line(name, x, x)
                                .line(HOSTILE_NAMES.get(1), x, x)
                                .points(HOSTILE_NAMES.get(2), x, x)
                                .faint(HOSTILE_NAMES.get(3), x, x)
                                .vertical(name, 1.5)
                                .horizontal(name, Double.NaN)
                                .caption(name),
                        LineChart.of("all missing", "", "")
                                .line(name, x, nothing)
                                .rug(nothing),
                        LineChart.of("no positive value", "", "")
                                .line(name, x, new double[] {0, -1, 1e-300})
                                .logarithmic(),
                        LineChart.of("empty", "", "").line(name, new double[0], new double[0]),
                        LineChart.of("constant", "", "").line(name, new double[] {1e300, 1e300}, new double[] {5, 5}),
                        TimeChart.of(name, name, 3)
                                .labels(HOSTILE_NAMES.subList(0, 3))
                                .panel(name)
                                .band(name, x, x)
                                .line(HOSTILE_NAMES.get(1), x)
                                .panel(HOSTILE_NAMES.get(2))
                                .faint(HOSTILE_NAMES.get(3), nothing),
                        TimeChart.of("all missing", "", 3).panel("").line(name, nothing),
                        BarChart.of(name, name, HOSTILE_NAMES.subList(0, 3))
                                .bars(name, x, nothing, x)
                                .bars(HOSTILE_NAMES.get(1), nothing),
                        ScatterMatrix.of(
                                name, HOSTILE_NAMES.subList(0, 3), new double[][] {x, nothing, new double[] {4, 4, 4}
                                })),
                new Content.Text(name),
                new Content.Code(HOSTILE_NAMES.get(1)),
                new Content.Facts().and(name, HOSTILE_NAMES.get(3)),
                new Content.Verdict(Level.WARNING, name, List.of(new Content.Finding(Level.OK, name))),
                new PageTable(name, List.of(new PageTable.Column(name, VALUE, HOSTILE_NAMES.get(2))), List.of())
                        .row(name),
                summary(HOSTILE_NAMES));
        return new Page(
                HOSTILE_NAMES.get(1),
                name,
                List.of(
                        odd,
                        FitSections.marginals(marginals(HOSTILE_NAMES, draws(new SplittableRandom(1)))),
                        FitSections.lowerBound(x, nothing, nothing),
                        FitSections.pairs(HOSTILE_NAMES, draws(new SplittableRandom(2))),
                        FitSections.predictive(predictive(new SplittableRandom(3)))));
    }

    /** The fit with other names for its four parameters. */
    private static Page fit(List<String> names) {
        double[][] draws = draws(new SplittableRandom(11));
        var verdict = new Content.Verdict(
                Level.CAUTION,
                "The fit has converged; the intervals of age and (Intercept) may be somewhat too narrow.",
                List.of(
                        new Content.Finding(
                                Level.OK, "The lower bound has been flat for the last 600 of 2000 iterations."),
                        new Content.Finding(
                                Level.OK, "Every parameter has an effective sample size of at least 2 800 draws."),
                        new Content.Finding(
                                Level.CAUTION,
                                "Pareto k-hat is 0.58: the approximation is usable, but its tails are lighter than those"
                                        + " of the posterior. Compare with --method nuts before relying on the 90%"
                                        + " limits.")));
        var facts = new Content.Facts()
                .and("Formula", "bought ~ age + income + C(region)")
                .and("Family", "bernoulli, logit link")
                .and("Data", "customers.csv")
                .and("Rows", "1 184 used, 16 dropped (missing income)")
                .and("Prior", "β ~ Normal(0, 2.5²) on standardised columns")
                .and("Blocks", "{(Intercept)}, {age, income, region}")
                .and("Method", "particle mean field, 1 000 particles, Metropolis-adjusted")
                .and("Iterations", "2 000, stopped by the lower bound")
                .and("Seed", "20240611");
        double[] iterations = IntStream.rangeClosed(1, 2000).asDoubleStream().toArray();
        var random = new SplittableRandom(5);
        double[] raw = new double[2000];
        double[] honest = new double[2000];
        var acceptance = new LinkedHashMap<String, double[]>();
        var steps = new LinkedHashMap<String, double[]>();
        for (int f = 0; f < 2; f++) {
            acceptance.put(f == 0 ? "{(Intercept)}" : "{age, income, region}", new double[2000]);
            steps.put(f == 0 ? "{(Intercept)}" : "{age, income, region}", new double[2000]);
        }
        for (int i = 0; i < 2000; i++) {
            double curve = -612.4 - 240 * Math.exp(-i / 90.0);
            raw[i] = curve + 0.9 * random.nextGaussian();
            honest[i] = i % 100 == 99 ? curve - 0.3 + 0.1 * random.nextGaussian() : Double.NaN;
            int f = 0;
            for (String factor : acceptance.keySet()) {
                double settled = 1 - Math.exp(-i / (120.0 + 90 * f));
                acceptance.get(factor)[i] = 0.95 - (0.376 + 0.03 * f) * settled + 0.012 * random.nextGaussian();
                steps.get(factor)[i] =
                        (f == 0 ? 0.031 : 0.0042) * Math.exp(0.9 * settled + 0.03 * random.nextGaussian());
                f++;
            }
        }
        return new Page(
                "Logistic regression of bought",
                "Posterior of 4 coefficients from 1 184 rows, by particle mean-field variational Bayes",
                List.of(
                        FitSections.verdict(verdict),
                        FitSections.asked(facts),
                        FitSections.summary(summary(names)),
                        FitSections.marginals(marginals(names, draws)),
                        FitSections.lowerBound(iterations, raw, honest),
                        FitSections.moves(iterations, acceptance, steps),
                        FitSections.pairs(names, draws),
                        FitSections.predictive(predictive(random), calibration(random)),
                        FitSections.diagnostics(diagnostics()),
                        FitSections.leaveOneOut(leaveOneOut(), List.of()),
                        FitSections.provenance(
                                new Content.Facts()
                                        .and("Driftfield", "0.1.0")
                                        .and("Java", "17.0.12, OpenJDK 64-Bit Server VM, 8 threads")
                                        .and("Vector unit", "256 bit")
                                        .and("Time", "3.4 s"),
                                "driftfield fit glm --data customers.csv --formula 'bought ~ age + income + C(region)' \\\n"
                                        + "    --family bernoulli --particles 1000 --seed 20240611 --out fit/")));
    }

    private static Page comparison(List<String> names) {
        double[][] a = draws(new SplittableRandom(11));
        double[][] b = draws(new SplittableRandom(23));
        var charts = new ArrayList<LineChart>();
        var table = new PageTable(
                "",
                new PageTable.Column("parameter"),
                new PageTable.Column("mean, pmfvb", VALUE),
                new PageTable.Column("mean, nuts", VALUE),
                new PageTable.Column("sd, pmfvb", SCALE),
                new PageTable.Column("sd, nuts", SCALE),
                new PageTable.Column("Wasserstein-1", ERROR));
        for (int j = 0; j < names.size(); j++) {
            double[] grid = grid(j);
            charts.add(LineChart.density(names.get(j))
                    .line("pmfvb", grid, density(grid, a[j], SDS[j] / 4))
                    .line("nuts", grid, density(grid, b[j], SDS[j] / 4)));
            table = table.row(names.get(j), MEANS[j], MEANS[j] + 0.03 * SDS[j], SDS[j], SDS[j] * 1.06, 0.05 * SDS[j]);
        }
        return new Page(
                "Two fits of bought",
                "pmfvb against nuts",
                List.of(
                        FitSections.compared(table),
                        FitSections.comparedMarginals(charts),
                        new Section(
                                "Held-out error",
                                "Share of the test rows that each fit predicts wrongly, with 90% intervals.",
                                new Content.Charts(BarChart.of(
                                                "Error on the test rows",
                                                "error rate",
                                                List.of("north", "south", "west"))
                                        .bars(
                                                "pmfvb",
                                                new double[] {0.211, 0.187, 0.243},
                                                new double[] {0.19, 0.17, 0.22},
                                                new double[] {0.232, 0.204, 0.266})
                                        .bars(
                                                "nuts",
                                                new double[] {0.209, 0.188, 0.24},
                                                new double[] {0.188, 0.171, 0.217},
                                                new double[] {0.23, 0.205, 0.263})))));
    }

    private static PageTable summary(List<String> names) {
        var table = new PageTable(
                "Coefficients on the scale of the data, 4 000 draws",
                new PageTable.Column("parameter"),
                new PageTable.Column("mean", VALUE),
                new PageTable.Column("sd", SCALE, "standard deviation of the posterior"),
                new PageTable.Column("mcse", ERROR, "Monte Carlo standard error of the mean"),
                new PageTable.Column("q05", VALUE, "5% of the posterior lie below"),
                new PageTable.Column("q50", VALUE, "median"),
                new PageTable.Column("q95", VALUE, "5% of the posterior lie above"),
                new PageTable.Column("ess", COUNT, "how many independent draws these are worth"),
                new PageTable.Column("rhat", RATIO, "agreement of chains, 1 is perfect"));
        for (int j = 0; j < names.size(); j++) {
            table = table.row(
                    names.get(j),
                    MEANS[j],
                    SDS[j],
                    SDS[j] / 55,
                    MEANS[j] - 1.63 * SDS[j],
                    MEANS[j] + 0.01 * SDS[j],
                    MEANS[j] + 1.66 * SDS[j],
                    3000 + 311.7 * j,
                    1.0004 + 0.0011 * j);
        }
        return table;
    }

    private static PageTable diagnostics() {
        return new PageTable(
                        "",
                        new PageTable.Column("check"),
                        new PageTable.Column("value", PageTable.Format.NUMBER),
                        new PageTable.Column("good when"),
                        new PageTable.Column("verdict"),
                        new PageTable.Column("what follows"))
                .row("Pareto k-hat", 0.5812, "below 0.5; above 0.7 is bad", Level.CAUTION, "Tails are too light.")
                .row("smallest ESS", 3000, "above 400", Level.OK, "Means are precise to 2% of an sd.")
                .row("slope of the lower bound", 0.00021, "within its noise of 0", Level.OK, "Converged.")
                .row("kernel Stein discrepancy", 0.0412, "below 0.1 at this size", Level.OK, "Draws fit the target.")
                .row("lag-one gap", Double.NaN, "below 0.05", Level.WARNING, "Could not be computed.");
    }

    private static PageTable leaveOneOut() {
        return new PageTable(
                        "1 184 observations, of which 2 have k above 0.7",
                        new PageTable.Column("quantity"),
                        new PageTable.Column("estimate", VALUE),
                        new PageTable.Column("standard error", SCALE))
                .row("elpd_loo", -598.213, 16.842)
                .row("p_loo", 4.1287, 0.2153)
                .row("looic", 1196.426, 33.684);
    }

    private static List<LineChart> marginals(List<String> names, double[][] draws) {
        var charts = new ArrayList<LineChart>();
        for (int j = 0; j < names.size(); j++) {
            double[] grid = grid(j);
            charts.add(LineChart.density(names.get(j))
                    .line(names.get(j), grid, density(grid, draws[j], SDS[j] / 4))
                    .rug(draws[j])
                    .vertical("mean " + String.format(Locale.ROOT, "%.3g", MEANS[j]), MEANS[j]));
        }
        return charts;
    }

    private static LineChart predictive(SplittableRandom random) {
        double[] x = IntStream.range(0, 128).mapToDouble(i -> i / 127.0).toArray();
        var chart = LineChart.density("Predicted probabilities");
        for (int r = 0; r < 50; r++) {
            chart.faint("50 replicated data sets", x, bump(x, 0.31 + 0.012 * random.nextGaussian(), 0.15));
        }
        return chart.line("observed", x, bump(x, 0.315, 0.152));
    }

    private static double[] bump(double[] x, double centre, double width) {
        return IntStream.range(0, x.length)
                .mapToDouble(i -> Math.exp(-0.5 * Math.pow((x[i] - centre) / width, 2)) / width
                        + 0.3 * Math.exp(-0.5 * Math.pow((x[i] - 0.75) / 0.09, 2)))
                .toArray();
    }

    private static LineChart calibration(SplittableRandom random) {
        double[] bins = IntStream.range(0, 10).mapToDouble(i -> 0.05 + 0.1 * i).toArray();
        double[] observed = new double[10];
        double[] low = new double[10];
        double[] high = new double[10];
        for (int i = 0; i < 10; i++) {
            double se = Math.sqrt(bins[i] * (1 - bins[i]) / 110);
            observed[i] = bins[i] + se * random.nextGaussian();
            low[i] = bins[i] - 1.645 * se;
            high[i] = bins[i] + 1.645 * se;
        }
        return LineChart.of("Calibration", "predicted probability", "observed share")
                .band("90% of replicated data", bins, low, high)
                .line("perfect", bins, bins)
                .points("observed", bins, observed)
                .caption("Of the rows that the model gives a probability of 30%, about 30% should be ones.");
    }

    private static double[][] draws(SplittableRandom random) {
        var draws = new double[4][4000];
        for (int i = 0; i < 4000; i++) {
            double shared = random.nextGaussian();
            for (int j = 0; j < 4; j++) {
                double loading = j == 0 ? 0 : j == 1 ? 0.8 : -0.5;
                draws[j][i] = MEANS[j]
                        + SDS[j] * (loading * shared + Math.sqrt(1 - loading * loading) * random.nextGaussian());
            }
        }
        return draws;
    }

    private static double[] grid(int j) {
        return IntStream.range(0, 200)
                .mapToDouble(i -> MEANS[j] + SDS[j] * (-4 + 8 * i / 199.0))
                .toArray();
    }

    private static double[] density(double[] grid, double[] draws, double bandwidth) {
        var density = new double[grid.length];
        for (int g = 0; g < grid.length; g++) {
            for (double draw : draws) {
                double z = (grid[g] - draw) / bandwidth;
                density[g] += Math.exp(-0.5 * z * z) / (bandwidth * draws.length * Math.sqrt(2 * Math.PI));
            }
        }
        return density;
    }
}
