package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fit leaves behind, and what it must not destroy. */
class FitFolderTest {
    @TempDir
    Path folder;

    private Path fit;

    @BeforeEach
    void setUp() {
        fit = folder.resolve("fit");
    }

    private Cli.Result fit(Object... more) {
        List<Object> words =
                new java.util.ArrayList<>(List.of("fit", "glm", "--data", Cli.EXAMPLES.resolve("wages.csv")));
        words.addAll(List.of("--formula", "log(wage) ~ experience + union", "--out", fit));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmfvb", "nuts", "laplace"})
    void sameSeedSameDrawsWhateverTheThreads(String method) throws Exception {
        assertThat(fit("--method", method, "--threads", 1, "--no-report", "--quiet")
                        .code())
                .isZero();
        byte[] one = Files.readAllBytes(fit.resolve("draws.csv"));
        fit("--method", method, "--threads", 2, "--no-report", "--quiet", "--overwrite");
        assertThat(Files.readAllBytes(fit.resolve("draws.csv"))).isEqualTo(one);
        fit("--method", method, "--seed", 2, "--no-report", "--quiet", "--overwrite");
        assertThat(Files.readAllBytes(fit.resolve("draws.csv"))).isNotEqualTo(one);
    }

    @Test
    void theFolderHoldsWhatItShould() throws Exception {
        Cli.Result result =
                fit("--prior-sigma", "inverse-gamma(1,0.1)", "--blocks", "Intercept,experience | union[T.yes]");
        assertThat(result.code()).as(result.err()).isZero();
        // On a slow machine there is progress, and nothing else.
        assertThat(result.err().lines()).allMatch(line -> line.matches("\\w+ +[0-9].*"));
        assertThat(result.out())
                .contains("log(wage) ~ experience + union")
                .contains("485 rows used, 15 dropped for missing values (wage 5, experience 10)")
                .contains("3 factors: Intercept,experience | union[T.yes] | sigma2")
                .contains("sigma2 ~ inverse-gamma(1,0.1)")
                .containsPattern("(?m)^parameter +mean +sd +5% +50% +95% +ESS +R-hat$")
                .containsPattern("(?m)^sigma +0\\.")
                .contains("Leave-one-out: elpd")
                .contains("report.html");
        assertThat(Files.readString(fit.resolve("summary.csv")))
                .startsWith("parameter,mean,sd,mcse,q05,q50,q95,ess,rhat\nIntercept,");
        assertThat(Files.readString(fit.resolve("draws.csv")))
                .startsWith("snapshot,unit,Intercept,experience,union[T.yes],sigma2,sigma\n1,1,")
                .hasLineCount(20_001);
        assertThat(Files.readString(fit.resolve("trace.csv"))).startsWith("iteration,lower_bound,");
        Map<?, ?> json = Json.MAPPER.readValue(fit.resolve("fit.json").toFile(), Map.class);
        assertThat(json.keySet().stream().map(Object::toString))
                .contains("format", "asked", "data", "priors", "outcome", "draws", "verdict", "details", "provenance");
        assertThat(fit.resolve("checkpoint")).doesNotExist();
    }

    /** What both the run and the checks notice is said once. */
    @Test
    void nothingIsSaidTwice() {
        String said =
                fit("--max-iterations", 3, "--collect", 12, "--no-report").out().replaceAll("\\s+", " ");
        assertThat(said).containsOnlyOnce("reached the maximum of 3 iterations");
        assertThat(said).doesNotContain("the answer was still moving").doesNotContain("R-hat is above");
    }

    @Test
    void theReportIsMadeFromTheFolderAlone() throws Exception {
        fit("--quiet");
        byte[] first = Files.readAllBytes(fit.resolve("report.html"));
        Files.delete(fit.resolve("report.html"));
        assertThat(Cli.run("report", fit)).isEqualTo(new Cli.Result(0, "Wrote " + fit + "/report.html\n", ""));
        assertThat(Files.readAllBytes(fit.resolve("report.html"))).isEqualTo(first);
    }

    @Test
    void jsonIsOneObjectAndNothingElse() throws Exception {
        Cli.Result result = fit("--json", "--method", "laplace");
        Map<?, ?> json = Json.MAPPER.readValue(result.out(), Map.class);
        assertThat(json.get("summary"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(4);
        assertThat(json.get("paths"))
                .isEqualTo(Map.of(
                        "folder", fit.toString(),
                        "draws", fit.resolve("draws.csv").toString(),
                        "statistics", fit.resolve("statistics.csv").toString(),
                        "report", fit.resolve("report.html").toString()));
        assertThat(result.err()).isEmpty();
    }

    @Test
    void anotherFitIsNotReplacedUnlessAsked() throws Exception {
        fit("--quiet", "--method", "laplace");
        byte[] before = Files.readAllBytes(fit.resolve("fit.json"));
        assertThat(fit("--quiet", "--seed", 2))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: " + fit + " holds a fit already; give another folder with --out, or --overwrite to"
                                + " replace it\n"));
        assertThat(Files.readAllBytes(fit.resolve("fit.json"))).isEqualTo(before);
        assertThat(fit("--quiet", "--method", "laplace", "--seed", 2, "--overwrite")
                        .code())
                .isZero();
        assertThat(Files.readAllBytes(fit.resolve("fit.json"))).isNotEqualTo(before);
    }

    @Test
    void aFolderWithOtherThingsIsNeverTouched() throws Exception {
        Files.createDirectory(fit);
        Files.writeString(fit.resolve("thesis.tex"), "ten years");
        assertThat(fit("--overwrite"))
                .isEqualTo(new Cli.Result(
                        2,
                        "",
                        "driftfield: " + fit
                                + " is not empty and is not a fit: it holds thesis.tex; give another folder"
                                + " with --out\n"));
    }

    @Test
    void whatAnotherVersionWroteIsSaid() throws Exception {
        fit("--quiet", "--method", "laplace");
        Path json = fit.resolve("fit.json");
        Files.writeString(json, Files.readString(json).replace("\"format\" : 3", "\"format\" : 99"));
        assertThat(Cli.run("report", fit).err())
                .isEqualTo("driftfield: " + json
                        + ": expected a fit of format 2 or 3, got 99; it was written by another" + " version\n");
        Files.writeString(json, "{");
        assertThat(Cli.run("report", fit).err())
                .isEqualTo("driftfield: " + json + " is damaged: it is not the JSON of a fit\n");
    }

    @Test
    void aFinishedFitHasNothingToResume() {
        fit("--quiet", "--method", "laplace");
        assertThat(Cli.run("resume", fit))
                .isEqualTo(new Cli.Result(0, "The fit in " + fit + " is finished; there is nothing to resume.\n", ""));
    }

    @Test
    void theCommandInTheReportGivesTheSameDraws() throws Exception {
        fit("--quiet", "--no-report", "--prior-for", "experience=normal(0,1)", "--na", "NA", "--na", "-9");
        byte[] first = Files.readAllBytes(fit.resolve("draws.csv"));
        FitRecord record = new FitFolder(fit).record();
        Path again = folder.resolve("again");
        List<Object> words = new java.util.ArrayList<>(List.of("fit", "glm"));
        words.addAll(record.asked().arguments());
        words.addAll(List.of("--quiet", "--no-report", "--out", again));
        assertThat(Cli.run(words.toArray()).code()).isZero();
        assertThat(Files.readAllBytes(again.resolve("draws.csv"))).isEqualTo(first);
        assertThat(record.asked().commandLine("my fit"))
                .endsWith("--prior-for 'experience=normal(0,1)' \\\n    --na NA \\\n    --na -9 \\\n    --seed 1 \\\n"
                        + "    --out 'my fit'");
    }
}
