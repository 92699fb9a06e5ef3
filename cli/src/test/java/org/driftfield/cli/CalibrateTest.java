package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code calibrate}, and the evidence of fits. */
class CalibrateTest {
    private static final int SETS = 12;

    @TempDir
    Path folder;

    @BeforeEach
    void data() throws IOException {
        StringBuilder rows = new StringBuilder("x,y\n");
        for (int i = 0; i < 20; i++) {
            rows.append(i / 10.0 - 1).append(',').append(i * 7 % 5).append('\n');
        }
        Files.writeString(folder.resolve("d.csv"), rows);
    }

    private Cli.Result fit(String formula, String out, Object... more) {
        Object[] words = {
            "fit",
            "glm",
            "--data",
            folder.resolve("d.csv"),
            "--formula",
            formula,
            "--family",
            "poisson",
            "--method",
            "laplace",
            "--no-report",
            "--out",
            folder.resolve(out)
        };
        return Cli.run(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray());
    }

    private Cli.Result calibrate(int threads) {
        return Cli.run(
                "calibrate",
                folder.resolve("fit"),
                "--sets",
                SETS,
                "--threads",
                threads,
                "--out",
                folder.resolve("calibration"));
    }

    @Test
    void goesOnWhereItStoppedWithTheSameBits() throws IOException {
        assertThat(fit("y ~ x", "fit", "--prior", "normal(0,0.5)").code()).isZero();
        Cli.Result whole = calibrate(2);
        assertThat(whole.code()).isZero();
        assertThat(whole.out()).contains(" over 12 data sets ");
        assertThat(folder.resolve("calibration/calibration.html")).isNotEmptyFile();
        Path ranks = folder.resolve("calibration/ranks.csv");
        List<String> lines = Files.readAllLines(ranks);
        assertThat(lines).hasSize(SETS + 1);
        Files.write(ranks, lines.subList(0, 5));
        assertThat(calibrate(1).out()).isEqualTo(whole.out());
        assertThat(Files.readAllLines(ranks)).isEqualTo(lines);
        assertThat(fit("y ~ 1", "fit", "--overwrite").code()).isZero();
        assertThat(calibrate(1).err()).contains("holds another calibration").contains("give another folder with --out");
    }

    @Test
    void aFlatPriorCanNotBeDrawnFrom() {
        assertThat(fit("y ~ x", "fit", "--prior", "flat").code()).isZero();
        assertThat(calibrate(1))
                .isEqualTo(
                        new Cli.Result(2, "", "driftfield: calibrate draws from the prior, which is flat for 'x'\n"));
        assertThat(fit("y ~ x", "other", "--prior", "flat", "--evidence"))
                .isEqualTo(new Cli.Result(2, "", "driftfield: --evidence needs a proper prior for 'x', got flat\n"));
    }

    @Test
    void fitsWithEvidenceHaveABayesFactor() throws IOException {
        assertThat(fit("y ~ x", "fit", "--evidence").out()).contains("Log evidence -");
        assertThat(fit("y ~ 1", "other", "--evidence").code()).isZero();
        assertThat(Cli.run("compare", folder.resolve("fit"), folder.resolve("other"), "--out", folder.resolve("c.html"))
                        .out())
                .contains("B: log evidence -")
                .contains("Bayes factor against A ")
                .contains("A Bayes factor depends on the priors");
        assertThat(Files.readString(folder.resolve("c.html")))
                .contains("Bayes factor against A ")
                .contains("A Bayes factor depends on the priors");
    }
}
