package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.driftfield.assessment.Check;
import org.driftfield.cli.live.Studio;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages on this machine: a fit while it runs, and the fits of a folder. */
@Timeout(120)
class LiveTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private static String get(String address) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The status of a request that is written out, as no client would let it be written. */
    private static String status(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII).substring(9);
        }
    }

    /** A fit that would take hours is watched, stopped, and what it has is kept; the page becomes the report. */
    @Test
    void aRunningFitIsWatchedAndStopped() throws Exception {
        PipedInputStream said = new PipedInputStream(1 << 16);
        Terminal terminal = new Terminal(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8),
                false,
                false);
        Path fit = folder.resolve("fit");
        List<Object> words = new ArrayList<>(List.of("fit", "glm", "--live", "--quiet", "--method", "nuts"));
        words.addAll(List.of("--data", Cli.EXAMPLES.resolve("visits.csv"), "--family", "poisson"));
        words.addAll(List.of("--formula", "visits ~ age", "--warmup", 10_000_000, "--out", fit));
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> Main.execute(terminal, words.stream().map(String::valueOf).toArray(String[]::new)));
        String address;
        try (Scanner lines = new Scanner(said, StandardCharsets.UTF_8)) {
            address = lines.nextLine().replaceFirst(".* ", "");
            URI place = URI.create(address);
            String asked = "GET " + place.getPath() + "state HTTP/1.1\r\nConnection: close\r\nHost: ";
            assertThat(status(place.getPort(), asked + "127.0.0.1:" + place.getPort() + "\r\n\r\n"))
                    .isEqualTo("200");
            assertThat(status(place.getPort(), asked + "elsewhere.example\r\n\r\n"))
                    .isEqualTo("403");
            assertThat(status(
                            place.getPort(),
                            asked + "127.0.0.1:" + place.getPort() + "\r\nOrigin: http://elsewhere.example\r\n\r\n"))
                    .isEqualTo("403");
            assertThat(status(
                            place.getPort(),
                            "GET /0123/state HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:" + place.getPort()
                                    + "\r\n\r\n"))
                    .isEqualTo("404");
            await(address, "settling", code, lines);
            assertThat(get(address).contains("Course of the chains")).isTrue();
            browse(address).ifPresent(dom -> {
                assertThat(dom.contains("data-live=\"settling\"")).isTrue();
                assertThat(dom.contains(">Stop and keep</button>")).isTrue();
                assertThat(dom.contains("data-error=")).isFalse();
            });
            assertThat(get(address + "charts")).startsWith("[");
            HttpRequest stop = HttpRequest.newBuilder(URI.create(address + "stop"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(CLIENT.send(stop, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);
            await(address, "finished", code, lines);
            assertThat(get(address + "report").contains("Stopped by hand")).isTrue();
            assertThat(code.get()).isZero();
        }
        Fit kept = Fit.load(fit);
        assertThat(kept.posterior().size()).isEqualTo(400);
        assertThat(kept.verdict().checks())
                .anyMatch(check -> check.sentence().contains("stopped by hand") && check.level() != Check.Level.GOOD);
        assertThat(kept.record().notes()).anyMatch(note -> note.startsWith("Stopped by hand"));
        assertThat(kept.record().asked().arguments()).doesNotContain("--live");
    }

    /** Asks until the run is in a phase; between the questions it waits for the run to end, which it must not before. */
    private static void await(String address, String phase, CompletableFuture<Integer> end, Scanner said)
            throws Exception {
        while (!state(address).get("phase").equals(phase)) {
            try {
                int code = end.get(50, TimeUnit.MILLISECONDS);
                throw new AssertionError("the fit ended before it was " + phase + ", with " + code + ": "
                        + (said.hasNextLine() ? said.nextLine() : "not a word"));
            } catch (TimeoutException e) {
                // It goes on.
            }
        }
    }

    private static Map<?, ?> state(String address) throws Exception {
        return Json.MAPPER.readValue(get(address + "state"), Map.class);
    }

    /** Names are text, whatever they hold; only what is listed can be asked for. */
    @Test
    void theFitsOfAFolderAreListedOpenedAndCompared() throws Exception {
        String hostile = "<img src=x onerror=alert(1)> &\"'";
        for (String name : List.of(hostile, "plain")) {
            List<Object> words =
                    new ArrayList<>(List.of("fit", "glm", "--quiet", "--method", "laplace", "--no-report"));
            words.addAll(List.of("--data", Cli.EXAMPLES.resolve("challenger.csv"), "--family", "binomial"));
            words.addAll(List.of("--formula", "distressed | trials(rings) ~ temperature"));
            words.addAll(List.of("--out", folder.resolve("in/" + name)));
            assertThat(Cli.run(words.toArray())).isEqualTo(new Cli.Result(0, "", ""));
        }
        Files.createDirectories(folder.resolve("in/damaged"));
        Files.writeString(folder.resolve("in/damaged/fit.json"), "{");
        try (Studio studio = new Studio(folder, 0)) {
            String list = get(studio.address());
            assertThat(list)
                    .contains("in/damaged/fit.json is damaged", "&lt;img src=x")
                    .doesNotContain("<img src=x");
            String first = list.substring(list.indexOf("<a href=\"fit?") + 9);
            String open = first.substring(0, first.indexOf('"'));
            assertThat(get(studio.address() + open))
                    .contains("Posterior summary")
                    .doesNotContain("<img src=x");
            String other = open.replace("fit?", "&");
            assertThat(get(studio.address() + "compare?fit=in%2Fplain" + other))
                    .contains("Side by side")
                    .doesNotContain("<img src=x");
            assertThat(get(studio.address() + "fit?fit=..%2F..%2Fetc")).startsWith("there is no fit");
            assertThat(get(studio.address() + "compare")).startsWith("choose at least two");
            browse(studio.address())
                    .ifPresent(dom -> assertThat(dom)
                            .contains("Compare the chosen", "type=\"checkbox\"")
                            .doesNotContain("data-error=", "<img src=x"));
        }
        assertThat(Cli.run("studio", folder.resolve("none")).err()).contains("is not a folder");
    }

    /** What Chromium makes of a page, where it is installed. */
    private Optional<String> browse(String address) throws Exception {
        var browser = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(place -> List.of("chromium", "chromium-browser", "google-chrome").stream()
                        .map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (browser.isEmpty()) {
            return Optional.empty();
        }
        Path dom = folder.resolve("dom.html");
        Process process = new ProcessBuilder(
                        browser.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--user-data-dir=" + folder.resolve("browser"),
                        "--virtual-time-budget=3000",
                        "--dump-dom",
                        address)
                .redirectOutput(dom.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Assumptions.assumeTrue(process.waitFor(60, TimeUnit.SECONDS), "the browser does not answer");
        return Optional.of(Files.readString(dom));
    }
}
