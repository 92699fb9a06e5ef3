package org.driftfield.cli.terminal;

import org.driftfield.driver.Progress;

/**
 * Tells how far a run is: on a terminal one line that is drawn again and again, elsewhere a line now and then, and none for
 * work that is quickly done.
 */
public final class ProgressDisplay implements Progress, AutoCloseable {
    private final boolean live;
    private final boolean quiet;
    private final NowAndThen line;
    private final ProgressWords words;
    private boolean started;

    public ProgressDisplay(Terminal terminal, boolean quiet, String method) {
        this.live = terminal.live();
        this.quiet = quiet;
        this.words = new ProgressWords(method);
        this.line = new NowAndThen(terminal, System.nanoTime());
    }

    @Override
    public void update(Event event) {
        started = true;
        if (quiet) {
            return;
        }
        long now = System.nanoTime();
        if (words.hear(event, now) && line.isDue(now)) {
            line.say(words.of(event, now, live), now);
        }
    }

    /** Whether any of the work was done. */
    public boolean started() {
        return started;
    }

    /** Takes the line away. */
    @Override
    public void close() {
        line.close();
    }
}
