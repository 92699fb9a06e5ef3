package org.driftfield.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens pages in a real browser and reads back what the page noted about itself. */
class PageInBrowserTest {
    private static final long TIMEOUT_SECONDS = 60;

    /** A window cannot be made as narrow as a phone, a frame can; it also shows the tooltip of every chart. */
    private static final String FRAME = """
            <!DOCTYPE html>
            <iframe src="page.html" style="width: %dpx; height: 900px; border: 0"></iframe>
            <script>
            const frame = document.querySelector('iframe');
            frame.addEventListener('load', () => setTimeout(() => {
              const page = frame.contentDocument;
              const library = frame.contentWindow.echarts;
              page.querySelectorAll('[data-chart]').forEach(box => {
                for (let series = 0; series < 4; series++) {
                  library.getInstanceByDom(box).dispatchAction({type: 'showTip', seriesIndex: series, dataIndex: 1});
                }
              });
              setTimeout(() => {
                Object.assign(document.documentElement.dataset, page.documentElement.dataset);
                document.documentElement.dataset.width = page.documentElement.clientWidth;
                document.documentElement.dataset.paper =
                  frame.contentWindow.getComputedStyle(page.documentElement).backgroundColor;
                document.documentElement.dataset.tips = page.querySelectorAll('.tip').length;
              }, 1000);
            }, 1000));
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

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
    void drawsEveryChartWithoutErrorOrOverflow(int width, boolean dark) throws Exception {
        Map<String, String> noted = open(SamplePages.fit(), width, dark);
        assertThat(noted)
                .containsEntry("width", String.valueOf(width))
                .containsEntry("charts", String.valueOf(SamplePages.FIT_CHARTS))
                .containsEntry("overflow", "false")
                .containsEntry("paper", dark ? "rgb(21, 24, 28)" : "rgb(253, 253, 252)")
                .doesNotContainKey("error");
    }

    @ParameterizedTest
    @CsvSource({"1280", "390"})
    void drawsTheComparison(int width) throws Exception {
        assertThat(open(SamplePages.comparison(), width, false))
                .containsEntry("charts", String.valueOf(SamplePages.COMPARISON_CHARTS))
                .containsEntry("overflow", "false")
                .doesNotContainKey("error");
    }

    @ParameterizedTest
    @CsvSource({"1280", "390"})
    void hostileNamesAndNumbersDoNothing(int width) throws Exception {
        Map<String, String> noted = open(SamplePages.hostile(), width, false);
        assertThat(noted)
                .containsEntry("charts", String.valueOf(SamplePages.HOSTILE_CHARTS))
                .containsEntry("overflow", "false")
                .doesNotContainKeys("error", "pwned");
        // The names were also shown in tooltips, or their harmlessness there would prove nothing.
        assertThat(Integer.parseInt(noted.get("tips"))).isPositive();
    }

    /** Loads the page and returns the data attributes of its root element; a word on the console is a failure. */
    private Map<String, String> open(Page page, int width, boolean dark) throws Exception {
        page.write(folder.resolve("page.html"));
        Path frame = Files.writeString(folder.resolve("frame.html"), FRAME.formatted(width));
        Path dom = folder.resolve("dom.txt");
        Path log = folder.resolve("log.txt");
        var command = new ArrayList<>(List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--allow-file-access-from-files",
                "--hide-scrollbars",
                "--enable-logging=stderr",
                "--virtual-time-budget=8000",
                "--window-size=1400,1000",
                "--user-data-dir=" + Files.createDirectory(folder.resolve("profile"))));
        if (dark) {
            command.add("--blink-settings=preferredColorScheme=0");
        }
        command.addAll(List.of("--dump-dom", frame.toUri().toString()));
        run(command, dom, log);
        assertThat(Files.readString(log).lines().filter(line -> line.contains("CONSOLE")))
                .isEmpty();
        var root = Pattern.compile("<html[^>]*>").matcher(Files.readString(dom));
        assertThat(root.find()).as("the browser showed the page").isTrue();
        return Pattern.compile("data-([a-z]+)=\"([^\"]*)\"")
                .matcher(root.group())
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    private static void run(List<String> command, Path out, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("the browser ended within %d s", TIMEOUT_SECONDS)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}
