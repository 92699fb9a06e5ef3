package org.driftfield.cli.terminal;

import java.util.Locale;
import org.driftfield.report.Durations;

/** Tells how many of the fits of groups are made, and how long the rest will take. */
public final class GroupProgress implements AutoCloseable {
    private final boolean quiet;
    private final long from = System.nanoTime();
    private final NowAndThen line;

    public GroupProgress(Terminal terminal, boolean quiet) {
        this.quiet = quiet;
        this.line = new NowAndThen(terminal, from);
    }

    /**
     * Some are made.
     *
     * @param share of all the work, from 0 to 1
     */
    public void made(int groups, int of, double share) {
        long now = System.nanoTime();
        if (quiet || !line.isDue(now)) {
            return;
        }
        String left = share == 0 ? "" : "  about " + Durations.text((now - from) / 1e9 * (1 - share) / share) + " left";
        line.say(String.format(Locale.ROOT, "groups     %d/%d%s", groups, of, left), now);
    }

    /** Takes the line away. */
    @Override
    public void close() {
        line.close();
    }
}
