package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens the reports of real fits in a real browser and reads back what each page noted about itself. */
class ReportInBrowserTest {
    private static String browser;

    @TempDir
    Path folder;

    @BeforeAll
    static void findBrowser() {
        Optional<Path> found = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(place -> List.of("chromium", "chromium-browser", "google-chrome").stream()
                        .map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
        Assumptions.assumeTrue(found.isPresent(), "no Chromium on the path");
        browser = found.get().toString();
    }

    /** Charts: marginals, course and moves of the run, pairs and the predictive check. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "wages.csv; gaussian; log(wage) ~ experience; nuts; 8",
                "visits.csv; poisson; visits ~ age; pmfvb; 7",
                "challenger.csv; binomial; distressed | trials(rings) ~ temperature; laplace; 4"
            })
    void everyChartOfAReportIsDrawn(String data, String family, String formula, String method, String charts)
            throws Exception {
        fit(data, family, formula, method, "fit");
        assertThat(open(folder.resolve("fit/report.html")))
                .containsEntry("charts", charts)
                .containsEntry("overflow", "false")
                .doesNotContainKey("error");
    }

    @Test
    void theComparisonIsDrawn() throws Exception {
        fit("wages.csv", "gaussian", "wage ~ union", "laplace", "a");
        fit("wages.csv", "gaussian", "wage ~ union", "pmfvb", "b");
        Path page = folder.resolve("comparison.html");
        Cli.Result result = Cli.run("compare", folder.resolve("a"), folder.resolve("b"), "--out", page);
        assertThat(result.out()).containsPattern("(?m)^union\\[T.yes\\]( +-?\\d+\\.\\d+){6}$");
        assertThat(open(page))
                .containsEntry("charts", "3")
                .containsEntry("overflow", "false")
                .doesNotContainKey("error");
    }

    private void fit(String data, String family, String formula, String method, String name) {
        Cli.Result result = Cli.run(
                "fit",
                "glm",
                "--data",
                Cli.EXAMPLES.resolve(data),
                "--family",
                family,
                "--formula",
                formula,
                "--method",
                method,
                "--quiet",
                "--out",
                folder.resolve(name));
        assertThat(result).isEqualTo(new Cli.Result(0, "", ""));
    }

    /** Loads the page and returns the data attributes of its root element; a word on the console is a failure. */
    private Map<String, String> open(Path page) throws Exception {
        Path dom = folder.resolve("dom.txt");
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        browser,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--enable-logging=stderr",
                        "--virtual-time-budget=5000",
                        "--window-size=1280,1000",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(log).lines().filter(line -> line.contains("CONSOLE")))
                .isEmpty();
        var root = Pattern.compile("<html[^>]*>").matcher(Files.readString(dom));
        assertThat(root.find()).as("the browser showed the page").isTrue();
        return Pattern.compile("data-([a-z]+)=\"([^\"]*)\"")
                .matcher(root.group())
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }
}
