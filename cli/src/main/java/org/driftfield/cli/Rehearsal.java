package org.driftfield.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.driftfield.cli.terminal.Terminal;

/**
 * A few small fits whose answers nobody sees: when the program is built, the launcher keeps the classes that they need in an archive
 * from which Java starts sooner.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** Runs them on the examples in the folder that is given. */
    public static void main(String[] args) throws IOException {
        Path examples = Path.of(args[0]);
        Path folder = Files.createTempDirectory("driftfield");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int code = 0;
        try {
            for (List<String> fit : fits(examples, folder)) {
                code = Math.max(code, Main.execute(Terminal.of(nowhere, nowhere), fit.toArray(String[]::new)));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        System.exit(code);
    }

    private static List<List<String>> fits(Path examples, Path folder) {
        return List.of(
                List.of(
                        "fit",
                        "glm",
                        "--data",
                        examples.resolve("wages.csv").toString(),
                        "--formula",
                        "log(wage) ~ education + poly(experience, 2) + C(region) + union",
                        "--particles",
                        "200",
                        "--collect",
                        "5",
                        "--out",
                        folder.resolve("glm").toString()),
                List.of(
                        "fit",
                        "stan",
                        "--model",
                        examples.resolve("schools.stan").toString(),
                        "--data",
                        examples.resolve("schools.json").toString(),
                        "--warmup",
                        "100",
                        "--draws",
                        "100",
                        "--out",
                        folder.resolve("stan").toString()),
                List.of(
                        "fit",
                        "sv",
                        "--data",
                        examples.resolve("returns.csv").toString(),
                        "--column",
                        "return",
                        "--forecast",
                        "5",
                        "--particles",
                        "20",
                        "--max-iterations",
                        "20",
                        "--out",
                        folder.resolve("sv").toString()),
                List.of(
                        "fit",
                        "nn",
                        "--data",
                        examples.resolve("harvest.csv").toString(),
                        "--target",
                        "harvest",
                        "--task",
                        "regression",
                        "--hidden",
                        "8",
                        "--test",
                        "0.2",
                        "--particles",
                        "20",
                        "--out",
                        folder.resolve("nn").toString()));
    }
}
