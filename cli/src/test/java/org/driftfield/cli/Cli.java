package org.driftfield.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs commands inside the test, with their streams caught. */
final class Cli {
    /** The files that the documentation uses. */
    static final Path EXAMPLES = Path.of(System.getProperty("driftfield.root"), "examples");

    private Cli() {}

    /** What a command left behind. */
    record Result(int code, String out, String err) {}

    static Result run(Object... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        int code =
                Main.execute(terminal, Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
