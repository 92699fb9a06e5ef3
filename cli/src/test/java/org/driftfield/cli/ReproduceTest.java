package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code driftfield reproduce}, at the effort that only shows that everything works. */
class ReproduceTest {
    private static final String NETWORKS = "pmfvb,pmfvb-paper,sgld,psgld,adam-sgld,gaussian-vb";

    @TempDir
    Path folder;

    private Cli.Result reproduce(String words) {
        List<Object> all = new ArrayList<>(List.of("reproduce"));
        all.addAll(List.of((Object[]) words.split(" ", -1)));
        all.addAll(List.of("--out", folder.resolve("results")));
        return Cli.run(all.toArray());
    }

    private Path result(String name) {
        return folder.resolve("results").resolve(name);
    }

    private List<String> ours(String experiment) {
        Table table = Table.read(result(experiment + "/table.csv"), CsvOptions.defaults());
        TextColumn method = (TextColumn) table.column("method");
        TextColumn source = (TextColumn) table.column("source");
        return IntStream.range(0, table.rows())
                .filter(i -> source.get(i).equals("driftfield"))
                .mapToObj(method::get)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "logistic; pmfvb,pmfvb-paper,nuts",
                "volatility; pmfvb,pmfvb-factored,pmfvb-paper,smc,nuts",
                "simulation --replicates 1; " + NETWORKS
            })
    void everyExperimentEndsInTablesAPageScoresAndTraces(String words, String methods) throws Exception {
        String experiment = words.split(" ", -1)[0];
        Cli.Result result = reproduce(words + " --tiny");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("(rough version)", "its numbers mean nothing", "The page: " + result(experiment));
        assertThat(ours(experiment)).containsExactly(methods.split(",", -1));
        assertThat(result(experiment + "/table.md")).content().contains("(rough version)", "↳ the paper's PMFVB");
        assertThat(result(experiment + "/index.html")).content().contains("(rough version)", "--tiny");
        for (String method : methods.split(",", -1)) {
            Path replicate = result(experiment + "/replicates/" + method + "-1");
            try (var files = Files.list(replicate)) {
                assertThat(files.map(file -> file.getFileName().toString()).toList())
                        .contains("scores.json", "trace.csv")
                        .doesNotContain("checkpoint.bin");
            }
        }
    }

    @Test
    void theTablesAreMeanAndStandardDeviationOfTheScores() throws Exception {
        assertThat(reproduce("simulation --tiny --replicates 3 --methods pmfvb --quiet"))
                .isEqualTo(new Cli.Result(0, "", ""));
        double[] pps = new double[3];
        for (int k = 0; k < 3; k++) {
            Map<?, ?> scores = Json.MAPPER.readValue(
                    result("simulation/replicates/pmfvb-" + (k + 1) + "/scores.json")
                            .toFile(),
                    Map.class);
            pps[k] = (Double) ((Map<?, ?>) scores.get("scores")).get("test.pps");
        }
        double mean = (pps[0] + pps[1] + pps[2]) / 3;
        double sd =
                Math.sqrt((Math.pow(pps[0] - mean, 2) + Math.pow(pps[1] - mean, 2) + Math.pow(pps[2] - mean, 2)) / 2);
        Table table = Table.read(result("simulation/table.csv"), CsvOptions.defaults());
        assertThat(table.numbers("test_pps_mean")[0]).isBetween(mean - 1e-12, mean + 1e-12);
        assertThat(table.numbers("test_pps_sd")[0]).isBetween(sd - 1e-12, sd + 1e-12);
        assertThat(table.numbers("replicates")[0]).isEqualTo(3);
        assertThat(result("simulation/table.md"))
                .content()
                .contains(String.format(Locale.ROOT, "| %.4f (%.4f) |", mean, sd));
    }

    @Test
    void finishedReplicatesAreKeptWhenMoreAreAskedFor() throws Exception {
        String words = "simulation --tiny --methods pmfvb,sgld";
        assertThat(reproduce(words + " --replicates 1 --quiet").code()).isZero();
        Path first = result("simulation/replicates/sgld-1/scores.json");
        String before = Files.readString(first);
        Cli.Result more = reproduce(words + ",psgld --replicates 2");
        assertThat(more.code()).isZero();
        assertThat(more.err()).contains("2 of 6 runs are finished in " + result("simulation") + " and kept");
        assertThat(first).hasContent(before);
        assertThat(ours("simulation")).containsExactly("pmfvb", "sgld", "psgld");
        assertThat(more.out()).contains("2 replicates, seeds from 1 on: mean (standard deviation)");
    }

    @Test
    void resultsOfOtherSettingsOrAnotherExperimentAreRefused() throws Exception {
        assertThat(reproduce("logistic --tiny --methods nuts --quiet").code()).isZero();
        assertThat(reproduce("logistic --tiny --methods nuts --seed 2"))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: " + result("logistic")
                                + " holds results of other settings: seed is 1 there and 2 now;"
                                + " give another folder with --out, or remove it\n"));
        assertThat(reproduce("logistic --quick").err()).contains("effort is tiny there and quick now");
        Path scores = result("logistic/replicates/nuts-1/scores.json");
        String before = Files.readString(scores);
        Files.writeString(scores, before.replace("draws=50", "draws=51"));
        assertThat(reproduce("logistic --tiny --methods nuts"))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: " + scores.getParent()
                                + " was made with other settings of nuts; remove it and it is"
                                + " run again, or give another folder with --out\n"));
        Files.writeString(scores, before.substring(0, 20));
        assertThat(reproduce("logistic --tiny --methods nuts").err())
                .isEqualTo("driftfield: " + scores + " is damaged: remove it, and the replicate is run again\n");
        Files.move(result("logistic"), result("volatility"));
        assertThat(reproduce("volatility --tiny").err())
                .contains("holds results of other settings: experiment is logistic there and volatility now");
        Files.createDirectories(result("simulation"));
        Files.writeString(result("simulation/diary.txt"), "mine");
        assertThat(reproduce("simulation --tiny"))
                .isEqualTo(
                        new Cli.Result(
                                2,
                                "",
                                "driftfield: " + result("simulation")
                                        + " is not empty and holds no results: it has diary.txt; give another folder with --out\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "lasso # the experiment must be one of logistic, volatility, simulation, hilda, census, got 'lasso'",
                "logistic --replicates 0 # --replicates must be at least 1, got 0",
                "logistic --threads 0 # --threads must be between 1 and 1024, got 0",
                "logistic --methods nuts,gibbs # --methods must be among pmfvb,pmfvb-paper,nuts, got 'gibbs'",
                "logistic --data nowhere # --data belongs to hilda and census, logistic makes its own data",
                "hilda # reproduce hilda needs --data, a folder with train.csv, validation.csv and test.csv, the last column"
                        + " the target: the survey may not be passed on, so you must have applied for it",
                "hilda --data nowhere # --data must be a folder with train.csv, validation.csv and test.csv, the last column"
                        + " the target: the survey may not be passed on, so you must have applied for it; nowhere is none",
                "census # reproduce census needs --data, a folder with adult.data and adult.test as downloaded from the UCI"
                        + " repository, or adult_train.csv and adult_test.csv",
            })
    void oneLineSaysWhatIsWrong(String words, String message) {
        assertThat(reproduce(words)).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(folder.resolve("results")).doesNotExist();
    }

    private static String survey(int rows) {
        return "age,sector,income\n"
                + IntStream.range(0, rows)
                        .mapToObj(i -> (20 + i % 40) + "," + (i % 3 == 0 ? "mine" : "farm") + ","
                                + (1.5 + 0.1 * (i % 40) + 0.01 * (i % 7)))
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    @Test
    void surveyFilesAreReadAndWrongOnesNamed() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        String words = "hilda --tiny --replicates 1 --methods pmfvb --data " + data;
        Files.writeString(data.resolve("train.csv"), survey(200));
        Files.writeString(data.resolve("validation.csv"), survey(50));
        assertThat(reproduce(words).err()).isEqualTo("driftfield: " + data.resolve("test.csv") + ": no such file\n");

        Files.writeString(data.resolve("test.csv"), survey(50).replace("age,sector", "sector,age"));
        assertThat(reproduce(words).err())
                .isEqualTo(
                        "driftfield: test.csv must have the columns of train.csv in the same order: 3 from age to income,"
                                + " got 3 from sector to income\n");

        Files.writeString(data.resolve("test.csv"), survey(50).replace("1.5", "much"));
        assertThat(reproduce(words).err())
                .isEqualTo("driftfield: test.csv line 2, column 'income': expected a number, got 'much'\n");
        assertThat(folder.resolve("results")).doesNotExist();

        Files.writeString(data.resolve("test.csv"), survey(60));
        Cli.Result result = reproduce(words + " --json");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("\"test.mse\"");
        assertThat(result("hilda/index.html"))
                .content()
                .contains("200 training, 50 validation and 60 test rows", "target &#39;income&#39;");

        Files.writeString(data.resolve("test.csv"), survey(61));
        assertThat(reproduce(words).err()).contains("holds results of other settings: SHA-256 of test.csv is ");

        Files.writeString(data.resolve("train.csv"), "1,2,3\n4,5,6\n7,8,9\n");
        assertThat(reproduce(words).err())
                .isEqualTo("driftfield: train.csv must begin with a row of column names, got numbers\n");
    }
}
