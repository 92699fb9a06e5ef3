package org.driftfield.reproduce;

import java.util.Locale;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Trace;
import org.driftfield.report.Durations;

/**
 * Says which method and replicate is under way, how far it is, how good so far, and how long all the rest takes: on a terminal
 * one line that is drawn again and again, elsewhere a line now and then.
 */
final class ProgressLine implements Progress, AutoCloseable {
    private static final long REDRAW = 100_000_000L;
    private static final long LATER_LINES = 15_000_000_000L;

    /** A line that wraps cannot be drawn again. */
    private static final int WIDTH = 79;

    /** Iterations that do not yet tell how long the others will take. */
    private static final int FEW = 10;

    private final Reproduce.Screen screen;
    private final Experiment.Watched watched;
    private final TimeLeft left;
    private final int replicates;
    private long next;
    private boolean drawn;
    private String method = "";
    private int replicate;
    private long from;
    private long first;

    ProgressLine(Reproduce.Screen screen, Experiment.Watched watched, TimeLeft left, int replicates) {
        this.screen = screen;
        this.watched = watched;
        this.left = left;
        this.replicates = replicates;
        this.next = System.nanoTime() + (screen.live() ? 0 : LATER_LINES / 5);
    }

    void begin(String key, int number) {
        method = key;
        replicate = number;
        from = System.nanoTime();
        first = -1;
    }

    @Override
    public void update(Event event) {
        if (first < 0) {
            first = event.inPhase() - 1;
        }
        long now = System.nanoTime();
        if (screen.quiet() || now < next) {
            return;
        }
        next = now + (screen.live() ? REDRAW : LATER_LINES);
        String line = line(event, 1e-9 * (now - from));
        if (screen.live()) {
            screen.stream().print("\r\u001b[K" + line.substring(0, Math.min(WIDTH, line.length())));
            drawn = true;
        } else {
            screen.stream().println(line);
        }
        screen.stream().flush();
    }

    private String line(Event event, double elapsed) {
        boolean open = event.most() == Integer.MAX_VALUE;
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "%s %d/%d  ", method, replicate, replicates));
        line.append("iteration ").append(event.inPhase()).append(open ? "" : "/" + event.most());
        double best = best(event.trace());
        if (!Double.isNaN(best)) {
            line.append(String.format(Locale.ROOT, "  %s %.4f", watched.name(), best));
        }
        double share = open ? Double.NaN : (event.inPhase() - first) / (double) (event.most() - first);
        double seconds = left.seconds(method, elapsed, share);
        // Java is slow at first.
        if (!Double.isNaN(seconds) && (left.knows(method) || event.inPhase() - first >= FEW)) {
            // What has not been run before may stop long before its last iteration.
            line.append(left.knows(method) ? "  about " : "  ≤ ")
                    .append(Durations.text(seconds))
                    .append(" left");
        }
        return line.toString();
    }

    private double best(Trace trace) {
        for (String column : watched.columns()) {
            if (!trace.has(column)) {
                continue;
            }
            if (watched.lowest() && trace.rowOfLowest(column) >= 0) {
                return trace.get(trace.rowOfLowest(column), column);
            }
            double[] last = trace.lastKnown(column, 1);
            if (!watched.lowest() && last.length > 0) {
                return last[0];
            }
        }
        return Double.NaN;
    }

    /** Says what a replicate came to. */
    void finished(String sentence) {
        close();
        if (!screen.quiet()) {
            screen.stream().println(sentence);
            screen.stream().flush();
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (drawn) {
            screen.stream().print("\r\u001b[K");
            screen.stream().flush();
            drawn = false;
        }
    }
}
