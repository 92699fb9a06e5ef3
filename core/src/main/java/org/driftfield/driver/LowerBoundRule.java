package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.util.Locale;
import java.util.Optional;

/**
 * Settled when the lower bound no longer has a trend: over the last {@code window} iterations a straight line fitted to it
 * rises or falls by less than twice its standard error (inflated for the autocorrelation of what is left), or by less than
 * {@code tolerance} in all. The paper stops on a lower bound smoothed over 50 iterations; a test for a trend does the same
 * without a tolerance to be guessed for each model. Iterations without a value (NaN) do not count.
 *
 * @param column the column of the trace to look at
 * @param window how many iterations to look back
 * @param tolerance a change over the window that is too small to matter, in nats
 */
public record LowerBoundRule(String column, int window, double tolerance) implements StoppingRule {
    public LowerBoundRule {
        require(window >= 10, "the window of the stopping rule must be at least 10, got %d", window);
        require(tolerance >= 0, "the tolerance of the stopping rule must not be negative, got %s", tolerance);
    }

    @Override
    public Optional<String> settled(Trace trace) {
        double[] y = trace.lastKnown(column, window);
        if (y.length < window) {
            return Optional.empty();
        }
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
        if (Math.abs(change) <= Math.max(tolerance, 2 * error)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the lower bound has no trend left: %+.2g nats over the last %d iterations (standard error %.2g)",
                    change,
                    window,
                    error));
        }
        return Optional.empty();
    }
}
