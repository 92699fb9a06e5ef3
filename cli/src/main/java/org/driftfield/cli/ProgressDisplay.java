package org.driftfield.cli;

import java.util.Locale;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Trace;

/**
 * Tells how far a run is: on a terminal one line that is drawn again and again, elsewhere a line now and then, and none for
 * work that is quickly done.
 */
final class ProgressDisplay implements Progress, AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;
    private static final int BAR = 8;

    /** A line that wraps cannot be drawn again. */
    private static final int WIDTH = 79;

    private final Terminal terminal;
    private final boolean quiet;
    private final boolean chains;
    private long next;
    private boolean drawn;
    private Phase phase;
    private long phaseFrom;
    private long phaseFirst;

    ProgressDisplay(Terminal terminal, boolean quiet, String method) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.chains = method.equals("nuts");
        this.next = System.nanoTime() + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    @Override
    public void update(Event event) {
        if (quiet) {
            return;
        }
        long now = System.nanoTime();
        if (event.phase() != phase) {
            phase = event.phase();
            phaseFrom = now;
            // A resumed run has some of the phase behind it that took no time now.
            phaseFirst = event.inPhase();
        }
        if (now < next || event.inPhase() == phaseFirst) {
            return;
        }
        next = now + (terminal.live() ? REDRAW : LATER_LINES);
        String line = line(event, now);
        if (terminal.live()) {
            terminal.err().print("\r\u001b[K" + line.substring(0, Math.min(WIDTH, line.length())));
            drawn = true;
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    private String line(Event event, long now) {
        boolean settling = event.phase() == Phase.SETTLING;
        String name = chains ? (settling ? "warming up" : "sampling") : settling ? "settling" : "collecting";
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "%-10s ", name));
        if (terminal.live()) {
            int full = (int) (BAR * event.inPhase() / Math.max(1, event.most()));
            line.append("█".repeat(full)).append("░".repeat(BAR - full)).append(' ');
        }
        line.append(event.inPhase()).append('/').append(event.most());
        Trace trace = event.trace();
        int last = trace.rows() - 1;
        if (trace.has("lower_bound")) {
            line.append(String.format(Locale.ROOT, "  lower bound %.2f", trace.get(last, "lower_bound")));
        }
        String acceptance = trace.has("acceptance") ? "acceptance" : "acceptance.1";
        if (trace.has(acceptance) && !Double.isNaN(trace.get(last, acceptance))) {
            line.append(String.format(Locale.ROOT, "  accepted %.0f %%", 100 * trace.get(last, acceptance)));
        }
        long done = event.inPhase() - phaseFirst;
        double left = (now - phaseFrom) / 1e9 / done * (event.most() - event.inPhase());
        return line.append(settling && !chains ? "  ≤ " : "  ")
                .append(Durations.text(left))
                .append(" left")
                .toString();
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
