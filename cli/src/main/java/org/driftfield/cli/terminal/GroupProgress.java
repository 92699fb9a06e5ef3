package org.driftfield.cli.terminal;

import java.util.Locale;
import org.driftfield.report.Durations;

/** Tells how many of the fits of groups are made, and how long the rest will take. */
public final class GroupProgress implements AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;

    private final Terminal terminal;
    private final boolean quiet;
    private final long from = System.nanoTime();
    private long next;

    public GroupProgress(Terminal terminal, boolean quiet) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.next = from + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    /**
     * Some are made.
     *
     * @param share of all the work, from 0 to 1
     */
    public void made(int groups, int of, double share) {
        long now = System.nanoTime();
        if (quiet || now < next) {
            return;
        }
        next = now + (terminal.live() ? REDRAW : LATER_LINES);
        String left = share == 0 ? "" : "  about " + Durations.text((now - from) / 1e9 * (1 - share) / share) + " left";
        String line = String.format(Locale.ROOT, "groups     %d/%d%s", groups, of, left);
        if (terminal.live()) {
            terminal.err().print("\r\u001b[K" + line);
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (terminal.live() && !quiet) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
        }
    }
}
