package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    /** The page on a desk and on a phone: a window cannot be made as narrow as a phone, a frame can. */
    private static final String FRAMES = """
            <!DOCTYPE html>
            <iframe src="%1$s" style="width: 1280px; height: 900px; border: 0"></iframe>
            <iframe src="%1$s" style="width: 390px; height: 900px; border: 0"></iframe>
            <script>
            addEventListener('load', () => setTimeout(() => {
              const roots = [...document.querySelectorAll('iframe')].map(frame => frame.contentDocument.documentElement);
              const noted = document.documentElement.dataset;
              noted.widths = roots.map(root => root.clientWidth).join(' ');
              noted.charts = roots.map(root => root.dataset.charts).join(' ');
              noted.overflow = roots.map(root => root.dataset.overflow).join(' ');
              const errors = roots.map(root => root.dataset.error).filter(error => error);
              if (errors.length) noted.error = errors.join(' ');
            }, 2000));
            </script>
            """;

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

    /** Charts: intervals, marginals, course and moves of the run, ranks, pairs and the predictive check. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "wages.csv; gaussian; log(wage) ~ experience; nuts; 15",
                "visits.csv; poisson; visits ~ age; pmfvb; 13",
                "challenger.csv; binomial; distressed | trials(rings) ~ temperature; laplace; 8"
            })
    void everyChartOfAReportIsDrawn(String data, String family, String formula, String method, String charts)
            throws Exception {
        fit(data, family, formula, method, "fit");
        assertDrawn(folder.resolve("fit/report.html"), charts);
    }

    /** Charts: the volatility over time, two of the forecast, priors, intervals, marginals, course and moves of the run, ranks, pairs, residuals. */
    @ParameterizedTest
    @CsvSource({
        "--method pmfvb --particles 50 --max-iterations 60 --collect 5, 18",
        "--method nuts --warmup 100 --draws 50, 18",
        "--method smc --particles 50 --collect 4, 19"
    })
    void everyChartOfAVolatilityReportIsDrawn(String method, String charts) throws Exception {
        List<Object> words = new ArrayList<>(List.of("fit", "sv", "--data", Cli.EXAMPLES.resolve("returns.csv")));
        words.addAll(List.of("--column", "return", "--time", "date", "--forecast", 10, "--quiet"));
        words.addAll(List.of("--out", folder.resolve("fit")));
        words.addAll(List.of((Object[]) method.split(" ")));
        assertThat(Cli.run(words.toArray())).isEqualTo(new Cli.Result(0, "", ""));
        assertDrawn(folder.resolve("fit/report.html"), charts);
    }

    /** Charts: learning, calibration, predictions of numbers, doubt, and marginals; few rows are all fitted in the end, with none to watch. */
    @ParameterizedTest
    @CsvSource({"harvest, regression, 13", "soil, multiclass, 6"})
    void everyChartOfANetworkReportIsDrawn(String target, String task, String charts) throws Exception {
        List<Object> words = new ArrayList<>(List.of("fit", "nn", "--data", Cli.EXAMPLES.resolve("harvest.csv")));
        words.addAll(List.of("--target", target, "--task", task, "--hidden", 5, "--particles", 20));
        words.addAll(List.of("--iterations", 100, "--quiet", "--out", folder.resolve("fit")));
        assertThat(Cli.run(words.toArray())).isEqualTo(new Cli.Result(0, "", ""));
        assertDrawn(folder.resolve("fit/report.html"), charts);
    }

    /** Charts: marginals and bounds; or the table as bars, each replicate, and learning. */
    @ParameterizedTest
    @CsvSource({"logistic, 1, 6", "volatility, 1, 6", "simulation, 2, 3"})
    void everyChartOfAReproductionIsDrawn(String experiment, int replicates, String charts) throws Exception {
        Cli.Result result = Cli.run(
                "reproduce", experiment, "--tiny", "--replicates", replicates, "--quiet", "--out", folder.resolve("r"));
        assertThat(result).isEqualTo(new Cli.Result(0, "", ""));
        assertDrawn(folder.resolve("r").resolve(experiment).resolve("index.html"), charts);
    }

    private void assertDrawn(Path page, String charts) throws Exception {
        assertThat(open(page))
                .containsEntry("widths", "1280 390")
                .containsEntry("charts", charts + " " + charts)
                .containsEntry("overflow", "false false")
                .doesNotContainKey("error");
    }

    @Test
    void theComparisonIsDrawn() throws Exception {
        fit("wages.csv", "gaussian", "wage ~ union", "laplace", "a");
        fit("wages.csv", "gaussian", "wage ~ union", "pmfvb", "b");
        Path page = folder.resolve("comparison.html");
        Cli.Result result = Cli.run("compare", folder.resolve("a"), folder.resolve("b"), "--out", page);
        assertThat(result.out()).containsPattern("(?m)^union\\[T.yes\\]( +-?\\d+\\.\\d+){6}$");
        assertDrawn(page, "3");
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

    /** Loads the page, wide and narrow, and returns what its root elements noted; a word on the console is a failure. */
    private Map<String, String> open(Path page) throws Exception {
        Path frames = Files.writeString(
                folder.resolve("frames.html"), FRAMES.formatted(page.toUri().toString()));
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
                        "--allow-file-access-from-files",
                        "--hide-scrollbars",
                        "--virtual-time-budget=8000",
                        "--window-size=1800,1000",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--dump-dom",
                        frames.toUri().toString())
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
