package org.driftfield.cli.terminal;

import org.driftfield.driver.Progress;

/**
 * Tells how far a run is: on a terminal one line that is drawn again and again, elsewhere a line now and then, and none for
 * work that is quickly done.
 */
public final class ProgressDisplay implements Progress, AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;

    /** A line that wraps cannot be drawn again. */
    private static final int WIDTH = 79;

    private final Terminal terminal;
    private final boolean quiet;
    private long next;
    private boolean drawn;
    private boolean started;
    private final ProgressWords words;

    public ProgressDisplay(Terminal terminal, boolean quiet, String method) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.words = new ProgressWords(method);
        this.next = System.nanoTime() + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    @Override
    public void update(Event event) {
        started = true;
        if (quiet) {
            return;
        }
        long now = System.nanoTime();
        if (!words.hear(event, now) || now < next) {
            return;
        }
        next = now + (terminal.live() ? REDRAW : LATER_LINES);
        String line = words.of(event, now, terminal.live());
        if (terminal.live()) {
            terminal.err().print("\r\u001b[K" + line.substring(0, Math.min(WIDTH, line.length())));
            drawn = true;
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    /** Whether any of the work was done. */
    public boolean started() {
        return started;
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (drawn) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
        }
    }
}
