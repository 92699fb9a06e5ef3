package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.FitFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that break careless programs: each has a defined outcome. */
class HardCasesTest {
    @TempDir
    Path folder;

    private Path data(String... lines) throws IOException {
        return Files.write(folder.resolve("d.csv"), Arrays.asList(lines));
    }

    private Cli.Result fit(String formula, Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", "glm", "--data", folder.resolve("d.csv")));
        words.addAll(List.of("--formula", formula, "--out", folder.resolve("fit")));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    private Posterior posterior() {
        FitFolder fit = new FitFolder(folder.resolve("fit"));
        return fit.posterior(fit.record());
    }

    private void assertRefused(Cli.Result result, String message) {
        assertThat(result).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(folder.resolve("fit/fit.json")).doesNotExist();
    }

    private void separated() throws IOException {
        data(IntStream.range(-1, 20)
                .mapToObj(i -> i < 0 ? "x,y" : i + "," + (i < 10 ? 0 : 1))
                .toArray(String[]::new));
    }

    @Test
    void perfectSeparationHasAnAnswerUnderTheDefaultPrior() throws IOException {
        separated();
        assertThat(fit("y ~ x", "--family", "bernoulli").code()).isZero();
        // The default prior is normal(0, 2.5 / sd(x)) = normal(0, 0.42): the slope cannot run away.
        assertThat(posterior().mean("x")).isBetween(0.3, 1.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmfvb", "nuts", "laplace"})
    void perfectSeparationHasNoneUnderFlatPriors(String method) throws IOException {
        separated();
        assertRefused(
                fit(
                        "y ~ x",
                        "--family",
                        "bernoulli",
                        "--prior",
                        "flat",
                        "--prior-intercept",
                        "flat",
                        "--method",
                        method),
                "the posterior is improper under flat priors: the columns separate the responses perfectly, are"
                        + " collinear, or are more than the rows; give the coefficients a normal prior");
    }

    private void linear() throws IOException {
        Random random = new Random(1);
        data(IntStream.range(-1, 40)
                .mapToObj(i -> {
                    double x = random.nextGaussian();
                    double y = x + random.nextGaussian();
                    return i < 0 ? "x,k,twice,y,none,word" : x + ",3," + 2 * x + "," + y + ",NA,a";
                })
                .toArray(String[]::new));
    }

    private static final String UNDETERMINED = "the posterior is improper: the data do not determine all coefficients"
            + " that have a flat prior (collinear columns, or fewer rows than coefficients); give them a normal prior";

    @ParameterizedTest
    @ValueSource(strings = {"k", "twice"})
    void aConstantOrCollinearColumnIsLeftToThePrior(String other) throws IOException {
        linear();
        assertThat(fit("y ~ x + " + other).code()).isZero();
        assertThat(posterior().sd(other)).isGreaterThan(0.5);
        assertThat(fit("y ~ x + " + other, "--prior", "flat", "--prior-intercept", "flat", "--overwrite"))
                .isEqualTo(new Cli.Result(2, "", "driftfield: " + UNDETERMINED + "\n"));
    }

    @Test
    void aColumnWithoutValuesLeavesNoRows() throws IOException {
        linear();
        assertRefused(
                fit("y ~ x + none"), "d.csv: no complete rows, each of the 40 misses a value in one of: none, x, y");
    }

    @Test
    void aCategoricalWithOneLevelIsNamed() throws IOException {
        linear();
        assertRefused(
                fit("y ~ x + word"),
                "formula: column 'word' has one level ('a') in the 40 rows used of d.csv, a categorical needs at least 2");
    }

    @Test
    void anUnknownColumnIsToldFromThoseThereAre() throws IOException {
        linear();
        assertRefused(
                fit("y ~ twic"),
                "formula: no column 'twic' in d.csv; did you mean 'twice'? columns: x, k, twice, y, none, word");
    }

    @Test
    void moreColumnsThanRowsAreLeftToThePrior() throws IOException {
        Random random = new Random(3);
        data(IntStream.range(-1, 5)
                .mapToObj(i -> i < 0
                        ? IntStream.range(0, 10).mapToObj(j -> "x" + j).collect(Collectors.joining(",")) + ",y"
                        : random.doubles(10).mapToObj(Double::toString).collect(Collectors.joining(",")) + "," + i % 2)
                .toArray(String[]::new));
        assertThat(fit("y ~ .", "--family", "bernoulli").code()).isZero();
        assertThat(posterior().names()).hasSize(11);
        assertThat(fit("y ~ .", "--prior", "flat", "--overwrite"))
                .isEqualTo(new Cli.Result(2, "", "driftfield: " + UNDETERMINED + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "poisson"})
    void aSingleRowHasAnAnswer(String family) throws IOException {
        data("x,y", "1.5,2");
        assertThat(fit("y ~ x", "--family", family).code()).isZero();
    }

    @Test
    void aBinaryFileIsNoTable() throws IOException {
        byte[] bytes = new byte[100_000];
        new Random(5).nextBytes(bytes);
        Files.write(folder.resolve("d.csv"), bytes);
        assertRefused(fit("y ~ x"), "d.csv line 1: not UTF-8 text");
    }

    @Test
    void aLineOf200MegabytesIsRefusedWithoutHoldingIt() throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve("d.csv"))) {
            out.write("x,y\n".getBytes(StandardCharsets.US_ASCII));
            byte[] ones = new byte[1_000_000];
            Arrays.fill(ones, (byte) '1');
            for (int i = 0; i < 200; i++) {
                out.write(ones);
            }
            out.write(",2\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertRefused(fit("y ~ x"), "d.csv line 2: a field is longer than 1048576 characters (is a quote left open?)");
    }

    @Test
    void moreColumnsThanAnyMemoryHoldsAreRefused() throws IOException {
        String names = IntStream.range(0, 50_000).mapToObj(j -> "x" + j).collect(Collectors.joining(","));
        data("y," + names, "1" + ",2".repeat(50_000), "2" + ",3".repeat(50_000), "4" + ",1".repeat(50_000));
        Cli.Result result = fit("y ~ .");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("driftfield: a design of 50001 columns takes 80.0 GB, ")
                .endsWith("name fewer columns in the formula\n");
    }

    @Test
    void aHostileColumnNameStaysAName() throws IOException {
        String name = "<img src=x onerror=alert(1)>";
        Random random = new Random(7);
        data(IntStream.range(-1, 30)
                .mapToObj(i -> i < 0 ? "\"" + name + "\",y" : random.nextGaussian() + "," + random.nextGaussian())
                .toArray(String[]::new));
        assertThat(fit("y ~ `" + name + "`").code()).isZero();
        assertThat(posterior().names()).contains("`" + name + "`");
        String page = Files.readString(folder.resolve("fit/report.html"));
        assertThat(page.contains("&lt;img src=x onerror=alert(1)&gt;")).isTrue();
        assertThat(page.contains("<img src=x")).isFalse();
        // Every other file holds it as it is, and can be read back.
        for (String file : List.of("summary.csv", "draws.csv")) {
            assertThat(Table.read(folder.resolve("fit/" + file), CsvOptions.defaults())
                            .rows())
                    .isPositive();
        }
        assertThat(Table.read(folder.resolve("fit/draws.csv"), CsvOptions.defaults())
                        .names())
                .contains("`" + name + "`");
        for (String format : List.of("arviz", "stan-csv", "csv", "parquet")) {
            Cli.Result exported = Cli.run(
                    "export", folder.resolve("fit"), "--format", format, "--out", folder.resolve(format), "--quiet");
            assertThat(exported).isEqualTo(new Cli.Result(0, "", ""));
        }
    }

    @Test
    void aMissingFileIsNamed() {
        assertRefused(fit("y ~ x"), folder.resolve("d.csv") + ": no such file");
    }

    @Test
    void missingValuesStopTheFitWhereAsked() throws IOException {
        data("x,y", "1,2", "-9,3", "2,4", ",5", "3,1");
        assertRefused(fit("y ~ x", "--on-missing", "error"), "d.csv line 5, column 'x': the value is missing");
        Cli.Result dropped = fit("y ~ x", "--na", "-9");
        assertThat(dropped.out()).contains("3 rows used, 2 dropped for missing values (x 2)");
    }
}
