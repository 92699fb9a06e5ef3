package org.driftfield.cli.terminal;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes, and whether a person is looking.
 *
 * @param out for results
 * @param err for progress and complaints
 * @param colours whether {@code out} shows colours
 * @param live whether {@code err} is a terminal on which a line can be drawn again
 */
public record Terminal(PrintStream out, PrintStream err, boolean colours, boolean live) {
    /** As the launcher knows it; Java itself cannot tell which of the streams is a terminal. */
    public static Terminal of(PrintStream out, PrintStream err) {
        String plain = System.getenv("NO_COLOR");
        boolean colours = Boolean.getBoolean("driftfield.terminal.out") && (plain == null || plain.isEmpty());
        return new Terminal(out, err, colours, Boolean.getBoolean("driftfield.terminal.err"));
    }

    public PrintWriter outWriter() {
        return new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
    }

    public PrintWriter errWriter() {
        return new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    }

    /** One line on what is wrong. */
    public void error(String message) {
        out.flush();
        err.println("driftfield: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
        err.flush();
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    public String bold(String text) {
        return colours ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    public String faint(String text) {
        return colours ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    public String green(String text) {
        return colours ? "\u001b[32m" + text + "\u001b[0m" : text;
    }

    public String yellow(String text) {
        return colours ? "\u001b[33m" + text + "\u001b[0m" : text;
    }

    public String red(String text) {
        return colours ? "\u001b[31m" + text + "\u001b[0m" : text;
    }
}
