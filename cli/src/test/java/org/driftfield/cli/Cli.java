package org.driftfield.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.driftfield.cli.terminal.Terminal;

/** Runs commands inside the test, with their streams caught. */
public final class Cli {
    /** The files that the documentation uses. */
    public static final Path EXAMPLES = Path.of(System.getProperty("driftfield.root"), "examples");

    private Cli() {}

    /** What a command left behind. */
    public record Result(int code, String out, String err) {}

    public static Result run(Object... words) {
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
