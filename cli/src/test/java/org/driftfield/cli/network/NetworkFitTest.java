package org.driftfield.cli.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.cli.Cli;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.Json;
import org.driftfield.store.folder.Predictions;
import org.driftfield.store.network.PredictedFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fit of a neural network leaves behind and says; the networks are too small and short to be good. */
class NetworkFitTest {
    private static final Path DATA = Cli.EXAMPLES.resolve("harvest.csv");

    @TempDir
    static Path folder;

    private static String said;

    @BeforeAll
    static void fitOne() {
        Cli.Result result = fit("fit", "harvest", "regression", "--test", 0.25);
        // On a busy machine it takes long enough to say how far it is, and how long it may take.
        assertThat(result.err().lines().filter(line -> !line.startsWith("settling ")))
                .isEmpty();
        said = result.out();
    }

    private static Cli.Result fit(String name, String target, String task, Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", "nn", "--data", DATA, "--target", target));
        words.addAll(List.of("--task", task, "--particles", 20, "--iterations", 150));
        words.addAll(List.of("--out", folder.resolve(name)));
        words.addAll(List.of(more));
        if (!words.contains("--hidden")) {
            words.addAll(List.of("--hidden", "6,4"));
        }
        return Cli.run(words.toArray());
    }

    private static double score(String name, String part, String score) {
        return new FitFolder(folder.resolve(name)).record().scores().get(part).get(score);
    }

    /** A few rows are done by one thread, many by several, and each has the same numbers to the last bit. */
    @Test
    void aRowIsPredictedTheSameAmongFewAndMany() throws IOException {
        List<String> lines = Files.readAllLines(DATA);
        List<String> rows = lines.subList(1, lines.size());
        List<String> many = new ArrayList<>(lines.subList(0, 1));
        IntStream.range(0, 1500).forEach(i -> many.add(rows.get(i % rows.size())));
        Fit fit = Fit.load(folder.resolve("fit"));
        Predictions all = fit.predict(Files.write(folder.resolve("many.csv"), many), UnseenPolicy.ERROR, 1);
        Predictions few =
                fit.predict(Files.write(folder.resolve("few.csv"), many.subList(0, 1025)), UnseenPolicy.ERROR, 1);
        assertThat(few.rows()).isEqualTo(1024);
        for (String column : few.columns()) {
            assertThat(few.numbers(column)).isEqualTo(Arrays.copyOf(all.numbers(column), few.rows()));
        }
    }

    @Test
    void theSummaryTellsOfTheNetworkAndItsScores() throws IOException {
        assertThat(said)
                .contains("Bayesian neural network, regression", "5–6–4–1, relu, 69 weights")
                .contains("217 rows to train, 79 to validate, 99 to test; 5 dropped for missing values")
                .contains("each tau ~ inverse-gamma(1,0.01)")
                .containsPattern("(?m)^Test +99 rows: nll .*, 90 % intervals hold ");
        assertThat(Files.readAllLines(folder.resolve("fit/summary.csv")).stream()
                        .map(line -> line.substring(0, line.indexOf(","))))
                .containsExactly("parameter", "sigma", "nu", "rms_layer1", "rms_layer2", "rms_output");
        assertThat(Files.readString(folder.resolve("fit/trace.csv"))).startsWith("iteration,train.loss,");
    }

    /** The scores in fit.json, computed again from the predictions of the same rows. */
    @Test
    void theScoresAreThoseOfTheHeldOutRows() {
        Table rows = Table.read(folder.resolve("fit/heldout.csv"), CsvOptions.defaults());
        double[] observed = rows.numbers("observed");
        double[] mean = rows.numbers("mean");
        double[] q05 = rows.numbers("q05");
        double[] q95 = rows.numbers("q95");
        assertThat(observed).hasSize(99);
        assertThat(IntStream.range(0, 99)
                        .mapToDouble(i -> Math.pow(observed[i] - mean[i], 2))
                        .average()
                        .orElseThrow())
                .isCloseTo(score("fit", "test", "mse"), within(1e-9));
        assertThat(IntStream.range(0, 99)
                                .filter(i -> observed[i] >= q05[i] && observed[i] <= q95[i])
                                .count()
                        / 99.0)
                .isEqualTo(score("fit", "test", "coverage90"));
        assertThat(score("fit", "validation", "pps")).isNotNaN();
    }

    @Test
    void predictingFromTheFolderGivesTheSameNumbers() throws IOException {
        Path out = folder.resolve("all.csv");
        Cli.Result result = Cli.run("predict", "--fit", folder.resolve("fit"), "--data", DATA, "--out", out);
        assertThat(result.code()).isZero();
        // The rows have their target, so that they are scored too.
        assertThat(result.out())
                .startsWith(
                        "Predicted 395 rows from 20 networks; NA for 5 with missing values; of 395 with a known harvest:"
                                + " log-likelihood ")
                .containsPattern(", RMSE [\\d.]+, 90 % intervals hold [\\d.]+ %, calibration error [\\d.]+: ");
        List<String> all = Files.readAllLines(out);
        assertThat(all).hasSize(401);
        for (String line : Files.readAllLines(folder.resolve("fit/heldout.csv"))) {
            String row = line.substring(0, line.indexOf(','));
            String rest = line.substring(line.indexOf(',', row.length() + 1));
            assertThat(all.get(row.equals("row") ? 0 : Integer.parseInt(row))).isEqualTo(row + rest);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "rain,nitrogen,soil/500,10,moon # new.csv line 2, column 'soil': unseen category 'moon'; known: clay, loam,"
                        + " sand",
                "rain,soil/500,clay # input: no column 'nitrogen' in new.csv; columns: rain, soil",
                "rain,nitrogen,soil/wet,10,clay # new.csv line 2, column 'rain': expected a number, got 'wet'",
            })
    void newRowsThatDoNotFitAreRefused(String rows, String message) throws IOException {
        Path data = Files.writeString(folder.resolve("new.csv"), rows.replace('/', '\n') + "\n");
        Path out = folder.resolve("none.csv");
        assertThat(Cli.run("predict", "--fit", folder.resolve("fit"), "--data", data, "--out", out))
                .isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(out).doesNotExist();
    }

    @Test
    void theSameCommandGivesTheSameWeightsAndReportWhateverTheThreads() throws IOException {
        FitRecord record = new FitFolder(folder.resolve("fit")).record();
        List<Object> words = new ArrayList<>(List.of("fit", "nn"));
        words.addAll(record.asked().arguments());
        words.addAll(List.of("--threads", 1, "--quiet", "--no-report", "--out", folder.resolve("again")));
        assertThat(Cli.run(words.toArray())).isEqualTo(new Cli.Result(0, "", ""));
        assertThat(Files.readAllBytes(folder.resolve("again/weights.npy")))
                .isEqualTo(Files.readAllBytes(folder.resolve("fit/weights.npy")));
        byte[] page = Files.readAllBytes(folder.resolve("fit/report.html"));
        assertThat(Cli.run("report", folder.resolve("fit")).code()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("fit/report.html"))).isEqualTo(page);
    }

    @Test
    void classesHaveProbabilitiesThatAddUp() {
        Cli.Result result = fit("soil", "soil", "classification", "--no-report", "--json");
        assertThat(result.code()).isZero();
        Table rows = Table.read(folder.resolve("soil/heldout.csv"), CsvOptions.defaults());
        assertThat(rows.names())
                .containsExactly(
                        "row", "observed", "predicted", "p_clay", "p_loam", "p_sand", "sd_epistemic", "sd_aleatoric");
        int wrong = 0;
        for (int i = 0; i < rows.rows(); i++) {
            double[] p = {rows.numbers("p_clay")[i], rows.numbers("p_loam")[i], rows.numbers("p_sand")[i]};
            assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-6));
            String predicted = PredictedFile.text(rows, "predicted", i);
            assertThat(rows.numbers("p_" + predicted)[i])
                    .isEqualTo(Arrays.stream(p).max().orElseThrow());
            wrong += predicted.equals(PredictedFile.text(rows, "observed", i)) ? 0 : 1;
        }
        assertThat(wrong / (double) rows.rows())
                .isCloseTo(score("soil", "validation", "misclassification"), within(1e-12));
        assertThat(result.out()).contains("\"misclassification\"");
    }

    @Test
    void filesMayBeHeldOutAndNetworksAreComparedByScores() throws Exception {
        assertThat(fit(
                                "file",
                                "harvest",
                                "regression",
                                "--test",
                                DATA,
                                "--validation",
                                0,
                                "--hidden",
                                "none",
                                "--quiet")
                        .code())
                .isZero();
        Map<?, ?> json = Json.MAPPER.readValue(folder.resolve("file/fit.json").toFile(), Map.class);
        assertThat(((Map<?, ?>) json.get("scores")).keySet().stream().map(Object::toString))
                .containsExactly("train", "test");
        Path page = folder.resolve("comparison.html");
        Cli.Result result = Cli.run("compare", folder.resolve("fit"), folder.resolve("file"), "--out", page);
        assertThat(result.out())
                .containsPattern("(?m)^test nll +-?\\d+\\.\\d+ +-?\\d+\\.\\d+$")
                .containsPattern("(?m)^validation nll +-?\\d+\\.\\d+ +–$")
                .contains("The test rows are not the same in all fits")
                .contains("Weights of networks are not compared");
        assertThat(page).isNotEmptyFile();
    }

    /** Each of the methods to compare with leaves a fit like any other, under its own name. */
    @ParameterizedTest
    @CsvSource({
        "sgld, stochastic gradient Langevin dynamics, harvest, regression",
        "psgld, preconditioned stochastic gradient Langevin dynamics, soil, multiclass",
        "adam-sgld, stochastic gradient Langevin dynamics with an adaptive drift, harvest, regression",
        "gaussian-vb, Gaussian variational Bayes, harvest, regression"
    })
    void rivalsAreFittedByName(String recipe, String method, String target, String task) throws IOException {
        Cli.Result result = fit(recipe, target, task, "--recipe", recipe, "--test", 0.25);
        assertThat(result.code()).as(result.err()).isEqualTo(0);
        FitRecord record = new FitFolder(folder.resolve(recipe)).record();
        assertThat(record.asked().method()).isEqualTo(recipe);
        assertThat(record.scores().get("test").get("nll")).isFinite();
        assertThat(Files.readString(folder.resolve(recipe).resolve("report.html")))
                .contains(method);
        Path predictions = folder.resolve(recipe + ".csv");
        assertThat(Cli.run("predict", "--fit", folder.resolve(recipe), "--data", DATA, "--out", predictions)
                        .code())
                .isEqualTo(0);
        assertThat(predictions).isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "soil regression # harvest.csv line 2, column 'soil': expected a number, got '%s'; --task regression"
                        + " predicts numbers, for classes say --task multiclass",
                "soil binary # harvest.csv: target 'soil' has 3 different values, --task binary needs 2; say --task"
                        + " multiclass",
                "harvest ranking # --task must be one of regression, binary, multiclass, classification, got 'ranking'",
                "yield regression # no column 'yield' in harvest.csv; columns: harvest, rain, nitrogen, soil",
                "harvest regression --inputs rain,harvest # --inputs must not name the target 'harvest'",
                "harvest regression --inputs rain --categories soil # --categories must be columns to predict from, got"
                        + " 'soil', which --inputs leaves out",
                "harvest regression --categories yield # no column 'yield' in harvest.csv; columns: harvest, rain,"
                        + " nitrogen, soil",
                "harvest regression --hidden 50,x # --hidden must be whole numbers with commas between, as in 50,50, or"
                        + " none; got '50,x'",
                "harvest regression --drift authors # --drift belongs to --recipe paper, got --recipe standard",
                "soil multiclass --errors normal # --errors belongs to --task regression, got --task multiclass",
                "harvest regression --recipe adam # --recipe must be one of standard, paper, sgld, psgld, adam-sgld,"
                        + " gaussian-vb, got 'adam'",
                "harvest regression --validation 1.5 # --validation must be a fraction from 0 to below 1 or a file, got"
                        + " '1.5'",
                "harvest regression --hidden 5000,5000 --particles 200 # 200 particles of 25040001 weights are 5008000200"
                        + " numbers, at most 2147483639 fit in one array; take fewer or a smaller network",
            })
    void whatCannotBeFittedIsRefusedAndLeavesNothing(String words, String message) throws IOException {
        List<Object> all = new ArrayList<>(List.of("fit", "nn", "--data", DATA, "--target"));
        String[] given = words.split(" ", -1);
        all.addAll(List.of(given[0], "--task"));
        all.addAll(Arrays.asList(given).subList(1, given.length));
        all.addAll(List.of("--out", folder.resolve("bad")));
        String soil = Files.readAllLines(DATA).get(1).split(",", -1)[3];
        assertThat(Cli.run(all.toArray()))
                .isEqualTo(new Cli.Result(2, "", "driftfield: " + message.replace("%s", soil) + "\n"));
        assertThat(folder.resolve("bad")).doesNotExist();
    }

    /** Codes that are mostly numbers get an input each, and stay text where a file to be predicted has only numbers. */
    @Test
    void codesAreCategoriesWhereTheUserSaysSo() throws IOException {
        List<String> lines = IntStream.range(-1, 60)
                .mapToObj(i -> i < 0
                        ? "code,x,y"
                        : (i % 3 == 2 ? "3+" : i % 3 + 1) + "," + Math.sin(i) + "," + (i % 3 == 1 ? 5 : Math.cos(i)))
                .toList();
        Path data = Files.write(folder.resolve("codes.csv"), lines);
        List<Object> words = new ArrayList<>(List.of("fit", "nn", "--data", data, "--target", "y", "--task"));
        words.addAll(List.of("regression", "--hidden", "none", "--iterations", 50, "--particles", 4, "--out"));
        words.add(folder.resolve("codes"));
        assertThat(Cli.run(words.toArray()).err()).contains("column 'code': expected a number, got '3+'");
        words.addAll(List.of("--categories", "code"));
        assertThat(Cli.run(words.toArray()).out()).contains("network  4–1");
        Path numbers = Files.write(folder.resolve("numbers.csv"), List.of("code,x", "1,0", "2,0"));
        Path out = folder.resolve("codes-predicted.csv");
        assertThat(Cli.run("predict", "--fit", folder.resolve("codes"), "--data", numbers, "--out", out)
                        .code())
                .isZero();
        double[] mean = Table.read(out, CsvOptions.defaults()).numbers("mean");
        assertThat(mean[1]).isGreaterThan(mean[0] + 2);
    }

    /** Where particles are copies of each other there is no density to draw. */
    @Test
    void aCloudOfEqualParticlesIsReported() throws IOException {
        Path data = Files.write(
                folder.resolve("alike.csv"),
                IntStream.range(-1, 60)
                        .mapToObj(i -> i < 0
                                ? "code,x,y"
                                : (i % 3 == 2 ? "3+" : i % 3 + 1) + "," + (float) Math.sin(i) + ","
                                        + (float) (i % 3 == 1 ? 5 : Math.cos(i)))
                        .toList());
        List<Object> words = new ArrayList<>(List.of("fit", "nn", "--data", data, "--target", "code", "--task"));
        words.addAll(List.of("classification", "--hidden", "none", "--iterations", 50, "--particles", 4, "--out"));
        words.add(folder.resolve("alike"));
        Cli.Result result = Cli.run(words.toArray());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(folder.resolve("alike/report.html")).content().doesNotContain("Marginal posteriors");
    }

    @ParameterizedTest
    @CsvSource({"constant, regression", "constant, binary", "name, multiclass"})
    void aTargetThatTellsNothingIsRefused(String target, String task) throws IOException {
        Path data = Files.write(
                folder.resolve("odd.csv"),
                IntStream.range(-1, 30)
                        .mapToObj(i -> i < 0 ? "constant,name,x" : "3,n" + i + "," + Math.sin(i))
                        .toList());
        Cli.Result result = Cli.run(
                "fit", "nn", "--data", data, "--target", target, "--task", task, "--out", folder.resolve("bad"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("driftfield: odd.csv: target '" + target + "' ")
                .hasLineCount(1);
    }
}
