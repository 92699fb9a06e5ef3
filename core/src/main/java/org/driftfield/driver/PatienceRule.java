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
        int best = trace.rowOfLowest(column);
        int since = 0;
        for (double score : best < 0 ? new double[0] : trace.lastOf(column, trace.rows() - best - 1)) {
            since += Double.isNaN(score) ? 0 : 1;
        }
        return since >= patience
                ? Optional.of(String.format(
                        java.util.Locale.ROOT,
                        "%s has had no new best in %d scores since iteration %.0f",
                        column,
                        since,
                        trace.get(best, Trace.ITERATION)))
                : Optional.empty();
    }
}
