package org.driftfield.cli.terminal;

/**
 * A line now and then: on a terminal one that is drawn again and again, elsewhere one after the other, and none for work that is
 * quickly done.
 */
final class NowAndThen implements AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;

    /** A line that wraps cannot be drawn again. */
    static final int WIDTH = 79;

    private static final String AWAY = "\r\u001b[K";

    private final Terminal terminal;
    private long next;
    private boolean drawn;

    /** @param start the time now, in nanoseconds */
    NowAndThen(Terminal terminal, long start) {
        this.terminal = terminal;
        this.next = start + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    /** Whether it is time for a line. */
    boolean isDue(long now) {
        return now >= next;
    }

    void say(String line, long now) {
        next = now + (terminal.live() ? REDRAW : LATER_LINES);
        if (terminal.live()) {
            terminal.err().print(AWAY + line.substring(0, Math.min(WIDTH, line.length())));
            drawn = true;
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    /** Takes the line away, if there is one. */
    @Override
    public void close() {
        if (drawn) {
            terminal.err().print(AWAY);
            terminal.err().flush();
        }
    }
}
