package org.driftfield.cli.terminal;

import java.util.Locale;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.Method;
import org.driftfield.report.Durations;

/**
 * Tells how far a run is: on a terminal one line that is drawn again and again, elsewhere a line now and then, and none for
 * work that is quickly done.
 */
public final class ProgressDisplay implements Progress, AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long FIRST_LINE = 2_000_000_000L;
    private static final long LATER_LINES = 5_000_000_000L;
    private static final int BAR = 8;

    /** A line that wraps cannot be drawn again. */
    private static final int WIDTH = 79;

    private final Terminal terminal;
    private final boolean quiet;
    private final Method method;
    private long next;
    private boolean drawn;
    private boolean started;
    private Phase phase;
    private long phaseFrom;
    private long phaseFirst;

    public ProgressDisplay(Terminal terminal, boolean quiet, String method) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.method = Method.of(method).orElse(Method.PMFVB);
        this.next = System.nanoTime() + (terminal.live() ? REDRAW : FIRST_LINE);
    }

    @Override
    public void update(Event event) {
        started = true;
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
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "%-10s ", name(settling)));
        // Nobody knows how many moves a tempered run takes.
        boolean open = event.most() == Integer.MAX_VALUE;
        if (terminal.live() && !open) {
            int full = (int) (BAR * event.inPhase() / Math.max(1, event.most()));
            line.append("█".repeat(full)).append("░".repeat(BAR - full)).append(' ');
        }
        line.append(open ? "move " : "").append(event.inPhase()).append(open ? "" : "/" + event.most());
        Trace trace = event.trace();
        int last = trace.rows() - 1;
        if (open && trace.has("temperature")) {
            line.append(String.format(Locale.ROOT, "  temperature %.3g", trace.get(last, "temperature")));
        }
        if (trace.has("lower_bound")) {
            double[] known = trace.lastKnown("lower_bound", 1);
            line.append(known.length == 0 ? "" : String.format(Locale.ROOT, "  lower bound %.2f", known[0]));
        }
        if (trace.has("train.loss")) {
            line.append(String.format(Locale.ROOT, "  loss %.4g", trace.get(last, "train.loss")));
            String score = trace.rowOfLowest("validation.nll") >= 0 ? "validation.nll" : "validation.pps";
            double[] known = trace.lastKnown(score, 1);
            line.append(known.length == 0 ? "" : String.format(Locale.ROOT, "  %s %.4g", score, known[0]));
        }
        trace.columns().stream()
                .filter(column -> column.startsWith("acceptance"))
                .mapToDouble(column -> trace.get(last, column))
                .filter(rate -> !Double.isNaN(rate))
                .findFirst()
                .ifPresent(rate -> line.append(String.format(Locale.ROOT, "  accepted %.0f %%", 100 * rate)));
        if (open) {
            return line.toString();
        }
        long done = event.inPhase() - phaseFirst;
        double left = (now - phaseFrom) / 1e9 / done * (event.most() - event.inPhase());
        return line.append(settling && method != Method.NUTS ? "  ≤ " : "  ")
                .append(Durations.text(left))
                .append(" left")
                .toString();
    }

    private String name(boolean settling) {
        return switch (method) {
            case NUTS -> settling ? "warming up" : "sampling";
            case SMC -> settling ? "tempering" : "collecting";
            default -> settling ? "settling" : "collecting";
        };
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
