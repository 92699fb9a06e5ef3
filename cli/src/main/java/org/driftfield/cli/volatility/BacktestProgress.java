package org.driftfield.cli.volatility;

import java.util.Locale;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.driver.Progress;
import org.driftfield.report.Durations;

/** Tells how many of the fits of a backtest are made, and how long the rest will take. */
final class BacktestProgress implements Progress, AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;

    private final Terminal terminal;
    private final boolean quiet;
    private final int fits;
    private final long from = System.nanoTime();
    private long next;
    private int made;

    BacktestProgress(Terminal terminal, boolean quiet, int fits) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.fits = fits;
        this.next = from + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    void fitted() {
        made++;
    }

    @Override
    public void update(Event event) {
        long now = System.nanoTime();
        if (quiet || now < next) {
            return;
        }
        next = now + (terminal.live() ? REDRAW : LATER_LINES);
        String left = made == 0 ? "" : "  " + Durations.text((now - from) / 1e9 / made * (fits - made)) + " left";
        String line = String.format(
                Locale.ROOT, "backtest   fit %d/%d, iteration %d%s", made + 1, fits, event.iteration(), left);
        if (terminal.live()) {
            terminal.err().print("\r\u001b[K" + line);
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    @Override
    public void close() {
        if (terminal.live() && !quiet) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
        }
    }
}
