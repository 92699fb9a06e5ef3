package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as a process of its own, started by its launcher: killed, resumed, out of disk, out of memory. */
class ProcessTest {
    @TempDir
    static Path home;

    @TempDir
    Path folder;

    private static Path launcher;

    /** The launcher beside a jar that points to the classes under test, reached through a link from elsewhere. */
    @BeforeAll
    static void install() throws Exception {
        Path real = Files.createDirectories(home.resolve("with a space/cli/target"));
        Path script = home.resolve("with a space/driftfield");
        Files.copy(Path.of(System.getProperty("driftfield.root"), "driftfield"), script);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.driftfield.cli.Main");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(classPath().split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(real.resolve("driftfield.jar"))) {
            new JarOutputStream(out, manifest).close();
        }
        launcher = Files.createSymbolicLink(home.resolve("link"), script);
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private ProcessBuilder command(String before, Object... words) {
        List<String> all = new ArrayList<>(List.of("bash", "-c", before + " exec \"$0\" \"$@\"", launcher.toString()));
        Arrays.stream(words).map(String::valueOf).forEach(all::add);
        return new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
    }

    private Cli.Result run(String before, Object... words) throws Exception {
        Process process = command(before, words).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Cli.Result(
                process.exitValue(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }

    private static Object[] fit(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", "glm", "--data", Cli.EXAMPLES.resolve("visits.csv")));
        words.addAll(List.of("--formula", "visits ~ age + plan", "--family", "poisson", "--no-report", "--quiet"));
        words.addAll(List.of(more));
        return words.toArray();
    }

    @Test
    void theLauncherAddsNothingOfItsOwn() throws Exception {
        assertThat(run("", "--version")).isEqualTo(new Cli.Result(0, "driftfield 0.1.0-SNAPSHOT\n", ""));
        assertThat(run("", "resume", "nowhere"))
                .isEqualTo(new Cli.Result(2, "", "driftfield: nowhere is not a folder\n"));
        assertThat(run("exec >both 2>&1;", "resume", "nowhere").code()).isEqualTo(2);
        assertThat(folder.resolve("both")).hasContent("driftfield: nowhere is not a folder");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "glm --data visits.csv --formula visits~age+plan --family poisson --collect 300 --particles 500",
                "glm --data visits.csv --formula visits~age+plan --family poisson --method nuts --draws 5000 --warmup 300",
                "sv --data returns.csv --column return --demean --particles 50 --max-iterations 100",
                "sv --data returns.csv --column return --method smc --particles 30",
                "nn --data harvest.csv --target harvest --task regression --hidden 5 --particles 20 --iterations 1500"
            })
    void aKilledFitGoesOnToTheSameDraws(String options) throws Exception {
        List<Object> asked = new ArrayList<>(List.of("fit"));
        for (String word : options.split(" ", -1)) {
            asked.add(word.endsWith(".csv") ? Cli.EXAMPLES.resolve(word) : word);
        }
        asked.addAll(List.of("--no-report", "--quiet"));
        List<Object> words = new ArrayList<>(asked);
        words.addAll(List.of("--out", "killed", "--checkpoint-seconds", 0));
        Process process = command("", words.toArray()).start();
        Path saved = folder.resolve("killed/checkpoint/run.bin");
        while (!Files.exists(saved) && !process.waitFor(10, TimeUnit.MILLISECONDS)) {
            assertThat(process.isAlive()).isTrue();
        }
        process.destroyForcibly().waitFor();
        Path killed = folder.resolve("killed");
        assertThat(killed.resolve("fit.json")).doesNotExist();
        assertThat(Cli.run("report", killed).err())
                .isEqualTo(
                        "driftfield: the fit in " + killed + " is not finished; 'driftfield resume' goes on with it\n");
        Cli.Result resumed = Cli.run("resume", killed, "--quiet", "--threads", 1, "--live");
        assertThat(resumed.code()).isZero();
        assertThat(resumed.err())
                .startsWith("Watch the run at http://127.0.0.1:")
                .hasLineCount(1);

        asked.addAll(List.of("--out", folder.resolve("whole")));
        assertThat(Cli.run(asked.toArray()).code()).isZero();
        List<String> files = new ArrayList<>(List.of("draws.csv", "trace.csv"));
        if (asked.contains("sv")) {
            files.add("volatility.csv");
        }
        if (asked.contains("nn")) {
            files.add("weights.npy");
        }
        for (String file : files) {
            assertThat(Files.mismatch(
                            killed.resolve(file), folder.resolve("whole").resolve(file)))
                    .as(file)
                    .isEqualTo(-1);
        }
    }

    @Test
    void aFullDiskLosesNothing() throws Exception {
        assertThat(Cli.run(fit("--out", folder.resolve("fit"), "--method", "laplace"))
                        .code())
                .isZero();
        byte[] good = Files.readAllBytes(folder.resolve("fit/fit.json"));
        byte[] draws = Files.readAllBytes(folder.resolve("fit/draws.csv"));
        // No file may grow beyond 100 kB: the same as a disk on which no more has room.
        Cli.Result full = run("ulimit -f 100;", fit("--out", "fit", "--method", "laplace", "--seed", 2, "--overwrite"));
        assertThat(full).isEqualTo(new Cli.Result(2, "", "driftfield: cannot write the fit to fit: File too large\n"));
        assertThat(Files.readAllBytes(folder.resolve("fit/fit.json"))).isEqualTo(good);
        assertThat(Files.readAllBytes(folder.resolve("fit/draws.csv"))).isEqualTo(draws);
        // The run itself cannot be saved either.
        Cli.Result unsaved = run("ulimit -f 100;", fit("--out", "other"));
        assertThat(unsaved.code()).isEqualTo(2);
        assertThat(unsaved.err())
                .isEqualTo("driftfield: cannot save the run to other/checkpoint/run.bin: File too large\n");
        // With room again the fit goes on where it stood.
        assertThat(Cli.run("resume", folder.resolve("fit"), "--quiet")).isEqualTo(new Cli.Result(0, "", ""));
        assertThat(Files.readAllBytes(folder.resolve("fit/draws.csv"))).isNotEqualTo(draws);
    }

    @Test
    void changedDataAreNotResumed() throws Exception {
        Path data = folder.resolve("d.csv");
        Files.copy(Cli.EXAMPLES.resolve("visits.csv"), data);
        Cli.Result full = run(
                "ulimit -f 100;",
                "fit",
                "glm",
                "--data",
                "d.csv",
                "--formula",
                "visits ~ age",
                "--family",
                "poisson",
                "--out",
                "fit",
                "--quiet");
        assertThat(full.code()).isEqualTo(2);
        Path fit = folder.resolve("fit");
        assertThat(Cli.run("resume", fit).err())
                .isEqualTo("driftfield: d.csv: no such file; --data says where the data of the fit are now\n");
        Files.writeString(data, Files.readString(data) + "3,30,basic,12\n");
        assertThat(Cli.run("resume", fit, "--data", data).err())
                .isEqualTo(
                        "driftfield: " + data + " has changed since the fit was started: its SHA-256 differs; fit again"
                                + " with --overwrite\n");
    }

    @Test
    void tooLittleMemoryIsSaidInOneLine() throws Exception {
        Cli.Result result = run("export JAVA_OPTS=-Xmx20m;", fit("--out", "fit", "--particles", 200_000));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("driftfield: out of memory: ").hasLineCount(1);
    }

    @Test
    void aFullOutputIsSaid() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        assertThat(run("exec >/dev/full;", "--version"))
                .isEqualTo(new Cli.Result(
                        2, "", "driftfield: the output could not be written: standard output is closed or full\n"));
    }

    /** 24 MB of numbers go through 20 MB of memory. */
    @ParameterizedTest
    @ValueSource(strings = {"stan-csv", "csv", "parquet", "arviz"})
    void drawsLargerThanMemoryAreExported(String format) throws Exception {
        int draws = 300_000;
        int columns = 10;
        StringBuilder text = new StringBuilder(header(columns, "a."));
        for (int i = 0; i < 4; i++) {
            text.append("\n0.5").append(",0.5".repeat(columns - 1));
        }
        Files.writeString(folder.resolve("chain.csv"), text.append('\n'));
        Path fit = folder.resolve("fit");
        Cli.Result imported = Cli.run("import", folder.resolve("chain.csv"), "--out", fit, "--no-report", "--quiet");
        assertThat(imported).isEqualTo(new Cli.Result(0, "", ""));
        // The same fit with more draws: nothing else of it depends on how many there are.
        Path json = fit.resolve("fit.json");
        Files.writeString(
                json, Files.readString(json).replaceFirst("\"snapshots\" : 4,", "\"snapshots\" : " + draws + ","));
        try (BufferedWriter out = Files.newBufferedWriter(fit.resolve("draws.csv"))) {
            out.write("snapshot,unit," + header(columns, "") + "\n");
            for (int i = 0; i < draws; i++) {
                out.write((i + 1) + ",1" + ("," + i % 1000).repeat(columns) + "\n");
            }
        }
        Cli.Result result = run("export JAVA_OPTS=-Xmx20m;", "export", "fit", "--format", format, "--out", "exported");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        long bytes;
        try (Stream<Path> files = Files.walk(folder.resolve("exported"))) {
            bytes = files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        assertThat(bytes).isGreaterThan(8_000_000);
    }

    private static String header(int columns, String dotted) {
        return IntStream.rangeClosed(1, columns)
                .mapToObj(k -> dotted.isEmpty() ? "a[" + k + "]" : dotted + k)
                .collect(Collectors.joining(","));
    }
}
