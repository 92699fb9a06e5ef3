package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.util.Optional;

/**
 * Settled when a score that should fall (a validation error) has had no new best for {@code patience} recorded values.
 * Iterations without a score (NaN) do not count.
 */
public record PatienceRule(String column, int patience) implements StoppingRule {
    public PatienceRule {
        require(patience >= 1, "the patience of the stopping rule must be at least 1, got %d", patience);
    }

    @Override
    public Optional<String> settled(Trace trace) {
        double best = Double.POSITIVE_INFINITY;
        double bestAt = 0;
        int since = 0;
        for (int row = 0; row < trace.rows(); row++) {
            double value = trace.get(row, column);
            if (value < best) {
                best = value;
                bestAt = trace.get(row, Trace.ITERATION);
                since = 0;
            } else if (!Double.isNaN(value)) {
                since++;
            }
        }
        return since >= patience
                ? Optional.of(String.format(
                        java.util.Locale.ROOT,
                        "%s has had no new best in %d scores since iteration %.0f",
                        column,
                        since,
                        bestAt))
                : Optional.empty();
    }
}
