package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.store.folder.FitFolder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions for rows that a fit has not seen. */
class PredictTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void fit() {
        Cli.Result result = Cli.run(
                "fit",
                "glm",
                "--data",
                Cli.EXAMPLES.resolve("wages.csv"),
                "--formula",
                "log(wage) ~ education + region",
                "--out",
                folder.resolve("fit"),
                "--quiet",
                "--no-report");
        assertThat(result).isEqualTo(new Cli.Result(0, "", ""));
    }

    private static Cli.Result predict(String rows, Object... more) throws Exception {
        Files.writeString(folder.resolve("new.csv"), rows);
        List<Object> words = new java.util.ArrayList<>(List.of("predict", "--fit", folder.resolve("fit")));
        words.addAll(List.of("--data", folder.resolve("new.csv"), "--out", folder.resolve("p.csv")));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    @Test
    void intervalsAreThoseOfTheDraws() throws Exception {
        assertThat(predict("education,region\n12,south\n16,west\n").code()).isZero();
        Table table = Table.read(folder.resolve("p.csv"), CsvOptions.defaults());
        FitFolder fit = new FitFolder(folder.resolve("fit"));
        var posterior = fit.posterior(fit.record());
        double mean =
                posterior.mean("Intercept") + 12 * posterior.mean("education") + posterior.mean("region[T.south]");
        double sd = table.numbers("response_sd")[0];
        // 2000 thinned draws: five standard errors of their mean.
        assertThat(table.numbers("response_mean")[0]).isCloseTo(mean, within(5 * sd / Math.sqrt(2000)));
        double sigma = posterior.mean("sigma");
        // The sd of 2000 draws is within 5 / sqrt(2 * 2000) = 8 % of the truth.
        assertThat(table.numbers("observation_sd")[1])
                .isCloseTo(Math.hypot(sigma, table.numbers("response_sd")[1]), within(0.08 * sigma));
        assertThat(table.numbers("row")).containsExactly(1, 2);
    }

    @Test
    void missingPredictorsGiveMissingPredictions() throws Exception {
        Cli.Result result = predict("region,education\nsouth,NA\nwest,16\nnorth,\n");
        assertThat(result.out())
                .isEqualTo("Predicted 1 rows from 1000 draws; NA for 2 with missing values: " + folder.resolve("p.csv")
                        + "\n");
        List<String> lines = Files.readAllLines(folder.resolve("p.csv"));
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).isEqualTo("1" + ",NA".repeat(10));
        assertThat(lines.get(2)).startsWith("2,2.").doesNotContain("NA");
        assertThat(lines.get(3)).isEqualTo("3" + ",NA".repeat(10));
    }

    @Test
    void anUnseenCategoryIsAnErrorOrAFlag() throws Exception {
        assertThat(predict("education,region\n12,south\n12,mars\n"))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: new.csv line 3, column 'region': unseen category 'mars'; known: east, north, south,"
                                + " west\n"));
        assertThat(predict("education,region\n12,south\n12,mars\n", "--unseen", "flag")
                        .code())
                .isZero();
        List<String> lines = Files.readAllLines(folder.resolve("p.csv"));
        assertThat(lines.get(0)).endsWith(",unseen");
        assertThat(lines.get(1)).endsWith(",0");
        assertThat(lines.get(2)).isEqualTo("2" + ",NA".repeat(10) + ",1");
    }

    @Test
    void aMissingColumnIsNamed() throws Exception {
        assertThat(predict("education\n12\n").err())
                .isEqualTo("driftfield: formula: no column 'region' in new.csv; columns: education\n");
    }

    @Test
    void manyRowsComeInTheirOrder() throws Exception {
        StringBuilder rows = new StringBuilder("education,region\n");
        for (int i = 0; i < 10_000; i++) {
            rows.append(i % 7 == 3 ? "NA" : String.valueOf(8 + i % 12)).append(",south\n");
        }
        assertThat(predict(rows.toString()).code()).isZero();
        List<String> lines = Files.readAllLines(folder.resolve("p.csv"));
        assertThat(lines).hasSize(10_001);
        for (int i = 0; i < 10_000; i++) {
            assertThat(lines.get(i + 1)).startsWith((i + 1) + (i % 7 == 3 ? ",NA" : ","));
            assertThat(lines.get(i + 1).contains("NA")).isEqualTo(i % 7 == 3);
        }
    }
}
