package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Settled when a column of the trace is shown to have no trend that matters: a straight line is fitted to the second half of
 * the run (at least {@code window} iterations), and its rise or fall, plus twice its standard error inflated for
 * autocorrelation, must be below the tolerance. It is not enough that no trend is seen: with few or noisy values nothing
 * would be. The paper stops on a lower bound smoothed over 50 iterations and leaves the tolerance open. Iterations without a
 * value (NaN) do not count.
 *
 * @param column the column of the trace
 * @param what it is, in words
 * @param scale the column with its natural scale; null for none
 * @param share the share of that scale that is too small to matter
 * @param window the fewest iterations to look back
 * @param tolerance a change over the window that is too small to matter in any case
 */
public record TrendRule(String column, String what, String scale, double share, int window, double tolerance)
        implements StoppingRule {
    public TrendRule {
        require(window >= 10, "the window of the stopping rule must be at least 10, got %d", window);
        require(tolerance >= 0, "the tolerance of the stopping rule must not be negative, got %s", tolerance);
    }

    /** What the later part of the trace says: the change over it, its standard error, and what is too small to matter. */
    private record Trend(int window, double change, double error, double small) {
        double bound() {
            return Math.abs(change) + 2 * error;
        }
    }

    @Override
    public Optional<String> settled(Trace trace) {
        double[] known = trace.lastKnown(column, trace.rows());
        if (known.length < window) {
            return Optional.empty();
        }
        Trend trend = trend(trace, known);
        return trend.bound() <= trend.small()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "%s has no trend left: %+.2g over the last %d iterations (standard error %.2g)",
                        what,
                        trend.change(),
                        trend.window(),
                        trend.error()))
                : Optional.empty();
    }

    /** Both a trend that dies away and the error of one that is none are smaller in a longer run. */
    @Override
    public OptionalDouble likely(Trace trace) {
        double[] known = trace.lastKnown(column, trace.rows());
        if (known.length == 0) {
            return OptionalDouble.of(FURTHEST * trace.rows());
        }
        double rows = (double) trace.rows() / known.length;
        if (known.length < window) {
            return OptionalDouble.of(window * rows);
        }
        Trend trend = trend(trace, known);
        double times = trend.bound() / trend.small();
        return OptionalDouble.of(trace.rows() * (times < FURTHEST ? Math.max(1, times) : FURTHEST));
    }

    private Trend trend(Trace trace, double[] known) {
        int window = Math.max(this.window, known.length / 2);
        double[] y = Arrays.copyOfRange(known, known.length - window, known.length);
        double middle = (window - 1) / 2.0;
        double mean = 0;
        for (double value : y) {
            mean += value / window;
        }
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < window; i++) {
            sxx += (i - middle) * (i - middle);
            sxy += (i - middle) * (y[i] - mean);
        }
        double slope = sxy / sxx;
        double change = slope * (window - 1);
        double squares = 0;
        double products = 0;
        double previous = 0;
        for (int i = 0; i < window; i++) {
            double residual = y[i] - mean - slope * (i - middle);
            squares += residual * residual;
            products += i == 0 ? 0 : residual * previous;
            previous = residual;
        }
        double correlation = squares > 0 ? Math.max(0, Math.min(0.9, products / squares)) : 0;
        double inflation = (1 + correlation) / (1 - correlation);
        double error = Math.sqrt(squares / (window - 2) / sxx * inflation) * (window - 1);
        double[] scales = scale == null ? new double[0] : trace.lastKnown(scale, 1);
        double small = Math.max(tolerance, scales.length == 0 ? 0 : share * scales[0]);
        return new Trend(window, change, error, small);
    }
}
