package org.driftfield.cli.terminal;

import java.util.Locale;
import org.driftfield.driver.Progress.Event;
import org.driftfield.driver.Progress.Phase;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.posterior.Method;
import org.driftfield.report.Durations;

/** How far a run is, in one line. */
public final class ProgressWords {
    private static final int BAR = 8;

    /** Iterations of a phase from which its pace can be told. */
    private static final int FEWEST_ITERATIONS = 5;

    /** Before, Java is still making the code fast, and the pace would be several times too slow. */
    private static final long WARM = 5_000_000_000L;

    private final Method method;
    private final long begun = System.nanoTime();
    private Phase phase;
    private long phaseFirst;

    /** When and at which iteration of the phase the pace was last begun to be taken, and from where it counts. */
    private Mark from;

    private Mark later;

    private record Mark(long nanos, long inPhase) {}

    public ProgressWords(String method) {
        this.method = Method.of(method).orElse(Method.PMFVB);
    }

    /** Takes note of an iteration and returns whether there is anything to say of its phase yet. */
    public boolean hear(Event event, long now) {
        if (event.phase() != phase) {
            phase = event.phase();
            // A resumed run has some of the phase behind it that took no time now.
            phaseFirst = event.inPhase();
            from = new Mark(now, phaseFirst);
            later = from;
        } else if (event.inPhase() - phaseFirst >= 2 * (later.inPhase() - phaseFirst) + 1) {
            // The first iterations are slow: Java is warming up and so is the run.
            from = later;
            later = new Mark(now, event.inPhase());
        }
        return event.inPhase() != phaseFirst;
    }

    /** The part of the work that is probably done, from 0 to 1; NaN where nobody can tell. */
    public double part(Event event) {
        if (event.most() == Integer.MAX_VALUE) {
            return Double.NaN;
        }
        long likely = event.likely().getAsLong();
        return Math.min(
                1,
                likely > 0
                        ? (double) event.iteration() / likely
                        : (double) event.inPhase() / Math.max(1, event.most()));
    }

    /** The line, with a bar or without. */
    public String of(Event event, long now, boolean bar) {
        boolean settling = event.phase() == Phase.SETTLING;
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "%-10s ", name(settling)));
        // Nobody knows how many moves a tempered run takes.
        boolean open = event.most() == Integer.MAX_VALUE;
        long likely = event.likely().getAsLong();
        // A bound that a run hardly ever meets would only frighten.
        boolean bound = settling && method != Method.NUTS && likely > 0;
        if (bar && !open) {
            int full = (int) (BAR * part(event));
            line.append("█".repeat(full)).append("░".repeat(BAR - full)).append(' ');
        }
        line.append(open ? "move " : "").append(event.inPhase()).append(open || bound ? "" : "/" + event.most());
        // Before what a narrow terminal cuts off.
        if (!open && event.inPhase() - phaseFirst >= FEWEST_ITERATIONS && now - begun >= WARM) {
            line.append("  about ")
                    .append(Durations.text(secondsLeft(event, likely, now)))
                    .append(" left");
        }
        Trace trace = event.trace();
        int last = trace.rows() - 1;
        if (open && trace.has(TraceColumns.TEMPERATURE)) {
            line.append(String.format(Locale.ROOT, "  temperature %.3g", trace.get(last, TraceColumns.TEMPERATURE)));
        }
        bound(trace, line);
        if (trace.has(TraceColumns.TRAIN_LOSS)) {
            line.append(String.format(Locale.ROOT, "  loss %.4g", trace.get(last, TraceColumns.TRAIN_LOSS)));
            String score = trace.rowOfLowest(TraceColumns.VALIDATION_NLL) >= 0
                    ? TraceColumns.VALIDATION_NLL
                    : TraceColumns.VALIDATION_PPS;
            double[] known = trace.lastKnown(score, 1);
            line.append(known.length == 0 ? "" : String.format(Locale.ROOT, "  %s %.4g", score, known[0]));
        }
        trace.columns().stream()
                .filter(TraceColumns::ofAcceptance)
                .mapToDouble(column -> trace.get(last, column))
                .filter(rate -> !Double.isNaN(rate))
                .findFirst()
                .ifPresent(rate -> line.append(String.format(Locale.ROOT, "  accepted %.0f %%", 100 * rate)));
        return line.toString();
    }

    /** What is likely, from the pace of this phase; where nothing can be told, what the phase takes at the most. */
    private double secondsLeft(Event event, long likely, long now) {
        double pace = (now - from.nanos()) / 1e9 / (event.inPhase() - from.inPhase());
        return pace * Math.max(0, likely > 0 ? likely - event.iteration() : event.most() - event.inPhase());
    }

    private String name(boolean settling) {
        return switch (method) {
            case NUTS -> settling ? "warming up" : "sampling";
            case SMC -> settling ? "tempering" : "collecting";
            default -> settling ? "settling" : "collecting";
        };
    }

    /** The honest bound; where none is made, the paper's, which is called so. */
    private static void bound(Trace trace, StringBuilder line) {
        if (!trace.has(TraceColumns.LOWER_BOUND)) {
            return;
        }
        boolean honest = trace.has(TraceColumns.LOWER_BOUND_HONEST)
                && trace.lastKnown(TraceColumns.LOWER_BOUND_HONEST, 1).length > 0;
        double[] known = trace.lastKnown(honest ? TraceColumns.LOWER_BOUND_HONEST : TraceColumns.LOWER_BOUND, 1);
        if (known.length > 0) {
            line.append(
                    String.format(Locale.ROOT, honest ? "  lower bound %.2f" : "  the paper's bound %.2f", known[0]));
        }
    }
}
