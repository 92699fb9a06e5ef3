package org.driftfield.cli.stan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs from the command line: answers, files, and one line for whatever is wrong. */
class StanFitTest {
    private static final String PROGRAM = """
            data { int<lower=0> N; vector[N] y; }
            parameters { real mu; real<lower=0> sigma; simplex[2] p; }
            transformed parameters { matrix[2, 2] L = diag_matrix(p); }
            model { mu ~ normal(0, 10); sigma ~ normal(0, 5); y ~ normal(mu, sigma); print("mu ", mu); }
            generated quantities { real fresh = normal_rng(mu, sigma); array[2] int k = {1, 2}; }
            """;
    private static final String DATA = "{\"N\": 4, \"y\": [1, 2, 3, 4.5], \"extra\": \"x\"}";

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Cli.Result fit(String program, String data, Object... more) throws IOException {
        List<Object> words = new ArrayList<>(List.of(
                "fit",
                "stan",
                "--model",
                write("m.stan", program),
                "--data",
                write("d.json", data),
                "--out",
                folder.resolve("fit"),
                "--overwrite"));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nuts", "pmfvb", "laplace", "pathfinder"})
    void everyMethodWritesAFit(String method) throws IOException {
        Cli.Result result = fit(PROGRAM, DATA, "--method", method);
        assertThat(result.err()).doesNotContain("driftfield:");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("Program m.stan", "2 variables read, 1 not declared by the program", "3 free coordinates");
        List<String> header = List.of(
                Files.readAllLines(folder.resolve("fit/draws.csv")).get(0).split(",(?![0-9])"));
        assertThat(header)
                .contains("mu", "sigma", "p[1]", "fresh")
                .anySatisfy(name -> assertThat(name).contains("L[1,2]"));
        assertThat(folder.resolve("fit/report.html")).isNotEmptyFile();
    }

    @Test
    void threadsDoNotChangeADraw() throws IOException {
        fit(PROGRAM, DATA, "--draws", 50, "--warmup", 100, "--threads", 1, "--no-report");
        String one = Files.readString(folder.resolve("fit/draws.csv"));
        fit(PROGRAM, DATA, "--draws", 50, "--warmup", 100, "--threads", 3, "--no-report");
        assertThat(Files.readString(folder.resolve("fit/draws.csv"))).isEqualTo(one);
    }

    private void refused(Cli.Result result, String... words) {
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().strip().lines()).hasSize(1);
        assertThat(result.err()).contains(words);
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException {
        refused(fit(PROGRAM, "{\"N\": 4}"), "d.json: no value for 'y'");
        refused(fit(PROGRAM, "{\"N\": -1, \"y\": []}"), "N must be at least 0, got -1");
        refused(fit(PROGRAM, "{\"N\": 1000000000, \"y\": []}"), "too large");
        refused(fit(PROGRAM, DATA, "--method", "magic"), "--method must be one of nuts, pmfvb, laplace, pathfinder");
        refused(fit(PROGRAM, DATA, "--particles", "10"), "--particles belongs to --method pmfvb");
        refused(fit("model { }", "{}"), "nothing to fit");
        refused(fit("parameters { real a; } model { a ~ norml(0, 1); }", "{}"), "m.stan line 1", "norml");
        refused(fit("#include /etc/passwd\nmodel { }", "{}"), "m.stan line 1", "folder");
        refused(
                fit(
                        "transformed data { int k = 0; while (1) k += 1; } parameters { real a; }",
                        "{}",
                        "--time-limit",
                        0.2),
                "still running");
        refused(fit("transformed data { reject(\"no\"); } parameters { real a; }", "{}"), "m.stan line 1", "no");
        refused(
                fit("parameters { vector[3] a; } model { for (i in 1:4) a[i] ~ normal(0, 1); }", "{}"),
                "index 1 of a must be between 1 and 3, got 4");
        refused(fit("parameters { real a; } model { target += " + "(".repeat(1_000_000) + "1; }", "{}"), "m.stan");
        refused(Cli.run("check", folder.resolve("none.stan")), "none.stan");
    }

    @Test
    void aDensityThatIsZeroEverywhereIsSaid() throws IOException {
        Cli.Result result = fit("parameters { real a; } model { reject(\"never\"); }", "{}");
        assertThat(result.code()).isIn(1, 2);
        assertThat(result.err().strip().lines()).hasSize(1);
    }

    @Test
    void checksAProgram() throws IOException {
        Path program = write("m.stan", """
                data { int N; }
                parameters { real a; real<lower=0> b; vector[N] c; }
                model {
                  int half = N / 2;
                  real unset;
                  log(b) ~ normal(0, half);
                  c ~ normal(unset == 0, 1);
                  a ~ uniform(0, 1);
                }
                """);
        Cli.Result plain = Cli.run("check", program);
        assertThat(plain.code()).isZero();
        assertThat(plain.out())
                .contains("m.stan: 3 parameters, 1 variable of data")
                .contains("division of integers")
                .contains("unset is read but never set")
                .contains("a density of 'log(…)' of parameters")
                .contains("hard bounds");
        Cli.Result full = Cli.run("check", program, "--data", write("d.json", "{\"N\": 3}"));
        assertThat(full.out()).contains("vector c[3]: 3 free coordinates", "5 free coordinates in all", "gradient:");
    }
}
