package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Settled when the particles have forgotten where they started, and as many iterations again have been made: when the
 * memory first falls below the threshold, a good part of the start's error may be left; after twice the time, the square of
 * that part. A memory of 1 is a start, also later than the first iteration.
 *
 * @param column the column of the trace with the memory, from 1 to 0; NaN where it was not looked at
 * @param threshold below which the start is forgotten
 */
public record ForgottenRule(String column, double threshold) implements StoppingRule {
    public ForgottenRule {
        require(threshold > 0 && threshold < 1, "the threshold of the memory must be in (0, 1), got %s", threshold);
    }

    @Override
    public Optional<String> settled(Trace trace) {
        int start = trace.rows();
        while (start > 0 && !(trace.get(start - 1, column) >= 1)) {
            start--;
        }
        for (int row = start; row < trace.rows(); row++) {
            if (trace.get(row, column) <= threshold) {
                int taken = row + 1 - start;
                return trace.rows() - start >= 2 * taken
                        ? Optional.of(String.format(
                                Locale.ROOT, "the particles forgot their start within %d iterations", taken))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The memory falls by about the same factor in each iteration. */
    @Override
    public OptionalDouble likely(Trace trace) {
        double lowest = 1;
        int at = 0;
        for (int row = 0; row < trace.rows(); row++) {
            double memory = trace.get(row, column);
            if (memory <= threshold) {
                return OptionalDouble.of(2.0 * (row + 1));
            }
            if (memory < lowest) {
                lowest = memory;
                at = row + 1;
            }
        }
        double first = at == 0 ? Double.POSITIVE_INFINITY : at * Math.log(threshold) / Math.log(lowest);
        return OptionalDouble.of(Math.min(2 * Math.max(trace.rows(), first), FURTHEST * trace.rows()));
    }
}
