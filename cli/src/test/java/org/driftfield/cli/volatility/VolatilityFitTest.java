package org.driftfield.cli.volatility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.cli.Cli;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fit of a stochastic volatility model leaves behind and says, on series that are too short to say much. */
class VolatilityFitTest {
    private static final int TIMES = 60;
    private static final List<String> SHORT = List.of("--particles", "40", "--max-iterations", "60", "--collect", "4");

    @TempDir
    Path folder;

    private Path fit;

    @BeforeEach
    void setUp() {
        fit = folder.resolve("fit");
    }

    /** A series with one return missing, and what else a column may hold. */
    private void series() throws IOException {
        double[] y = SimulatedReturns.of(TIMES, 0, 0.9, 0.3, 1).returns().toArray();
        data(IntStream.range(-1, TIMES)
                .mapToObj(t -> t < 0
                        ? "day,y,zero,same,few,word,price"
                        : "d" + (t + 1) + "," + (t == 4 ? "NA" : y[t]) + ",0,1.5," + (t == 7 ? "2" : "NA") + ",w,"
                                + (100 + Math.sin(t / 9.0)))
                .toArray(String[]::new));
    }

    private void data(String... lines) throws IOException {
        Files.write(folder.resolve("d.csv"), Arrays.asList(lines));
    }

    private Cli.Result fit(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", "sv", "--data", folder.resolve("d.csv"), "--out", fit));
        words.addAll(List.of(more));
        if (!words.contains("--method")) {
            words.addAll(SHORT);
        }
        return Cli.run(words.toArray());
    }

    @Test
    void theFolderHoldsTheScalarsThePathAndTheForecast() throws Exception {
        series();
        Cli.Result result = fit("--column", "y", "--time", "day", "--forecast", 3);
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("Stochastic volatility model", "60 returns, 1 of them not observed", "day, d1 to d60")
                .contains("sigma2 ~ inverse-gamma(2.5,0.025)", "mu ~ normal(0,3.162)", "(1 + phi) / 2 ~ beta(20,1.5)")
                .containsPattern("(?m)^Volatility: lowest .* \\(d\\d+\\), highest .* \\(d\\d+\\), last ")
                .containsPattern("(?m)^Forecast: volatility after 1 step .*, after 3 steps ");
        assertThat(Files.readAllLines(fit.resolve("summary.csv")).stream()
                        .map(line -> line.substring(0, line.indexOf(","))))
                .containsExactly("parameter", "mu", "phi", "sigma2", "exp_half_mu");
        List<String> path = Files.readAllLines(fit.resolve("volatility.csv"));
        assertThat(path).hasSize(TIMES + 1);
        assertThat(path.get(0)).isEqualTo("t,time,y,mean,q05,q50,q95,pit");
        assertThat(path.get(5)).matches("5,d5,NA(,\\d+\\.\\d+){4},NA");
        assertThat(Files.readAllLines(fit.resolve("forecast.csv")))
                .hasSize(4)
                .first()
                .isEqualTo("step,volatility_mean,volatility_q05,volatility_q50,volatility_q95,"
                        + "return_mean,return_q05,return_q50,return_q95");
        byte[] page = Files.readAllBytes(fit.resolve("report.html"));
        assertThat(Cli.run("report", fit).code()).isZero();
        assertThat(Files.readAllBytes(fit.resolve("report.html"))).isEqualTo(page);
        // Another kind of fit in its place leaves nothing of it behind.
        Cli.run(
                "fit",
                "glm",
                "--data",
                folder.resolve("d.csv"),
                "--formula",
                "y ~ price",
                "--method",
                "laplace",
                "--out",
                fit,
                "--overwrite",
                "--quiet");
        assertThat(fit.resolve("volatility.csv")).doesNotExist();
        assertThat(fit.resolve("forecast.csv")).doesNotExist();
    }

    @Test
    void theCommandInTheReportGivesTheSamePath() throws Exception {
        series();
        assertThat(fit("--column", "y", "--demean", "--prior-phi", "beta(5,2)", "--quiet", "--no-report")
                        .code())
                .isZero();
        byte[] first = Files.readAllBytes(fit.resolve("volatility.csv"));
        FitRecord record = new FitFolder(fit).record();
        List<Object> words = new ArrayList<>(List.of("fit", "sv"));
        words.addAll(record.asked().arguments());
        words.addAll(List.of("--quiet", "--no-report", "--threads", 1, "--out", folder.resolve("again")));
        assertThat(Cli.run(words.toArray()).code()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("again/volatility.csv"))).isEqualTo(first);
    }

    /** The forecast of returns is on the scale of the data, whatever was taken off. */
    @Test
    void whatWasTakenOffIsAddedToTheForecast() throws Exception {
        double[] y = SimulatedReturns.of(TIMES, 0, 0.9, 0.3, 1).returns().toArray();
        data(IntStream.range(-1, TIMES)
                .mapToObj(t -> t < 0 ? "y" : String.valueOf(50 + y[t]))
                .toArray(String[]::new));
        Cli.Result result = fit("--column", "y", "--demean", "--forecast", 1, "--no-report", "--json");
        Map<?, ?> json = Json.MAPPER.readValue(result.out(), Map.class);
        assertThat(String.valueOf(json.get("paths"))).contains("volatility=" + fit, "forecast=" + fit);
        String[] row = Files.readAllLines(fit.resolve("forecast.csv")).get(1).split(",", -1);
        assertThat(Double.parseDouble(row[7])).isBetween(49.0, 51.0);
        assertThat(Files.readAllLines(fit.resolve("volatility.csv")).get(1)).startsWith("1," + (50 + y[0]) + ",");
    }

    /** A factorisation that understates the spread says so; one that does not, and exact samplers, have nothing to confess. */
    @ParameterizedTest
    @CsvSource({
        "--factorization paper, true",
        "--factorization parameters, true",
        "--factorization joint, false",
        "--method nuts --warmup 100 --draws 100, false",
        "--method smc --particles 40, false",
        "--method smc --particles 40 --leverage --errors t, false"
    })
    void theVerdictSaysWhatAFactorisationCosts(String how, boolean costly) throws IOException {
        series();
        List<Object> words = new ArrayList<>(List.of("--column", "y", "--no-report"));
        words.addAll(List.of((Object[]) how.split(" ")));
        Cli.Result result = fit(words.toArray());
        assertThat(result.code()).isZero();
        String said = result.out().replaceAll("\\s+", " ");
        assertThat(said.contains("the spread of all three is understated")).isEqualTo(costly);
        assertThat(said.contains("leave out --factorization")).isEqualTo(costly);
        assertThat(said.contains("Log evidence -")).isEqualTo(how.contains("smc"));
    }

    @Test
    void whatGoesBeyondThePlainModelIsEstimatedToo() throws Exception {
        series();
        Cli.Result result = fit(
                "--column",
                "y",
                "--errors",
                "t",
                "--leverage",
                "--mean",
                "ar1",
                "--mean-columns",
                "price",
                "--variance-columns",
                "price",
                "--prior-sigma2",
                "gamma(0.5,0.5)",
                "--no-report");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("nu - 2 ~ exponential(0.1)", "(1 + rho) / 2 ~ beta(4,4)", "gamma(0.5,0.5)");
        assertThat(Files.readAllLines(fit.resolve("summary.csv")).stream()
                        .map(line -> line.substring(0, line.indexOf(","))))
                .containsExactly(
                        "parameter",
                        "mu",
                        "phi",
                        "sigma2",
                        "nu",
                        "rho",
                        "mean.constant",
                        "mean.lag1",
                        "mean.price",
                        "logvar.price",
                        "exp_half_mu");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "--errors cauchy # --errors",
                "--mean ar # --mean must be one of zero, constant, ar1",
                "--mean constant --demean # --demean takes off the mean",
                "--leverage --factorization paper # the paper's factorisations are for the plain model",
                "--mean-columns price --forecast 3 # --forecast needs the values to come of [price]",
                "--variance-columns y # --variance-columns must not name the column of the returns",
                "--prior-nu normal(1,2) # --prior-nu must look like 'exponential(1)', got 'normal(1,2)'"
            })
    void whatDoesNotGoTogetherIsSaid(String how, String why) throws IOException {
        series();
        List<Object> words = new ArrayList<>(List.of("--column", "y", "--no-report"));
        words.addAll(List.of((Object[]) how.split(" ")));
        Cli.Result result = fit(words.toArray());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(why);
    }

    @Test
    void theStepSizeOfUnadjustedMovesIsDoubted() throws IOException {
        series();
        assertThat(fit(
                                "--column",
                                "y",
                                "--factorization",
                                "paper",
                                "--dynamics",
                                "unadjusted",
                                "--step",
                                "0.01",
                                "--no-report")
                        .out())
                .contains("Unadjusted moves spread the log variances");
    }

    @Test
    void pricesAreFittedWithAWarning() throws IOException {
        series();
        Cli.Result result = fit("--column", "price", "--no-report");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("they look like prices");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "z # no column 'z' in d.csv; columns: day, y, zero, same, few, word, price",
                "prize # no column 'prize' in d.csv; did you mean 'price'? columns: day, y, zero, same, few, word, price",
                "word # d.csv line 2, column 'word': expected a number, got 'w'",
                "zero # d.csv, column 'zero': a series of returns must vary, got 0.0 for all of its 60 observed values",
                "same # d.csv, column 'same': a series of returns must vary, got 1.5 for all of its 60 observed values",
                "few # d.csv, column 'few': a series of returns must have at least 2 observed values, got 1",
            })
    void aColumnThatIsNoSeriesIsRefused(String column, String message) throws IOException {
        series();
        assertThat(fit("--column", column)).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(fit).doesNotExist();
    }

    private void twoSeries() throws IOException {
        double[] y = SimulatedReturns.of(80, 0, 0.9, 0.3, 3).returns().toArray();
        List<String> wide = new ArrayList<>(List.of("day,a,b"));
        List<String> tall = new ArrayList<>(List.of("day,name,y"));
        // The newest first, as vendors like it.
        for (int t = 39; t >= 0; t--) {
            String day = String.format("2024-%02d-%02d", 1 + t / 20, 1 + t % 20);
            wide.add(day + "," + y[t] + "," + y[40 + t]);
            tall.add(day + ",a," + y[t]);
            tall.add(day + ",b/c," + y[40 + t]);
        }
        Files.write(folder.resolve("wide.csv"), wide);
        Files.write(folder.resolve("tall.csv"), tall);
    }

    /** Below or beside each other, in whatever order: the fits are the same, and the same as alone. */
    @Test
    void severalSeriesAreFittedSideBySide() throws IOException {
        twoSeries();
        Object[] brief = {"--time", "day", "--particles", 40, "--collect", 2};
        Cli.Result wide = sv("wide.csv", "wide", brief, "--columns", "a,b");
        assertThat(wide.code()).isZero();
        assertThat(wide.out())
                .containsPattern("(?m)^a +40 ")
                .containsPattern("(?m)^b +40 ")
                .contains("b: ");
        assertThat(folder.resolve("wide/comparison.html")).exists();
        assertThat(Files.readAllLines(folder.resolve("wide/series.csv"))).hasSize(9);
        assertThat(sv("tall.csv", "tall", brief, "--column", "y", "--series", "name", "--quiet")
                        .code())
                .isZero();
        assertThat(Files.mismatch(folder.resolve("wide/b/draws.csv"), folder.resolve("tall/b_c/draws.csv")))
                .isEqualTo(-1);
        assertThat(Files.readAllLines(folder.resolve("wide/a/volatility.csv")).get(1))
                .startsWith("1,2024-01-01,");
        assertThat(Files.readString(folder.resolve("wide/a/fit.json"))).contains("they have been sorted");
        // Said again, it leaves what is there.
        var before = Files.getLastModifiedTime(folder.resolve("wide/a/fit.json"));
        assertThat(sv("wide.csv", "wide", brief, "--columns", "a,b").code()).isZero();
        assertThat(Files.getLastModifiedTime(folder.resolve("wide/a/fit.json"))).isEqualTo(before);
        assertThat(Cli.run(
                                "compare",
                                folder.resolve("wide/a"),
                                folder.resolve("wide/b"),
                                "--out",
                                folder.resolve("c.html"))
                        .code())
                .isZero();
        assertThat(Files.readString(folder.resolve("c.html"))).contains("Volatility over time", "The fits");
        assertThat(sv("tall.csv", "x", brief, "--column", "y").err())
                .contains("the time '2024-02-20' stands there a second time", "--series");
    }

    private Cli.Result sv(String data, String out, Object[] brief, Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", "sv", "--data", folder.resolve(data)));
        words.addAll(List.of("--out", folder.resolve(out)));
        words.addAll(List.of(brief));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    @Test
    void aBacktestScoresModelsOnReturnsTheyHadNotSeen() throws IOException {
        twoSeries();
        List<Object> words =
                new ArrayList<>(List.of("backtest", "--data", folder.resolve("wide.csv"), "--column", "a"));
        words.addAll(List.of("--test", 10, "--every", 10, "--particles", 40, "--collect", 2, "--quiet"));
        words.addAll(List.of("--out", folder.resolve("test")));
        List<Object> two = new ArrayList<>(words);
        two.addAll(List.of("--against", "--errors t"));
        assertThat(Cli.run(two.toArray())).isEqualTo(new Cli.Result(0, "", ""));
        assertThat(Files.readAllLines(folder.resolve("test/scores.csv"))).hasSize(3);
        assertThat(Files.readAllLines(folder.resolve("test/forecasts.csv"))).hasSize(21);
        assertThat(Files.readString(folder.resolve("test/report.html"))).contains("Predictive probabilities");
        assertThat(Cli.run(words.toArray()).err()).contains("holds a backtest already");
        words.set(words.indexOf("--test") + 1, 30);
        words.add("--overwrite");
        assertThat(Cli.run(words.toArray()).err())
                .isEqualTo("driftfield: --test must leave 20 of the 40 returns to learn from, got 30\n");
        words.addAll(List.of("--against", "--data x"));
        assertThat(Cli.run(words.toArray()).err())
                .contains("--against takes options that make a model, such as '--errors t', got '--data'");
    }

    @Test
    void otherCommandsKnowWhatItIs() throws IOException {
        series();
        fit("--column", "y", "--quiet", "--no-report");
        Path other = folder.resolve("glm");
        Cli.run(
                "fit",
                "glm",
                "--data",
                folder.resolve("d.csv"),
                "--formula",
                "y ~ price",
                "--method",
                "laplace",
                "--out",
                other,
                "--quiet",
                "--no-report");
        assertThat(Cli.run("compare", fit, other))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: compare: " + fit + " is a fit sv and " + other
                                + " a fit glm, expected the same model\n"));
        assertThat(Cli.run("predict", "--fit", fit, "--data", folder.resolve("d.csv"))
                        .err())
                .isEqualTo("driftfield: " + fit + " is a fit of a series of returns, which has no new rows to predict;"
                        + " 'driftfield fit sv … --forecast K' forecasts its next K steps\n");
    }
}
