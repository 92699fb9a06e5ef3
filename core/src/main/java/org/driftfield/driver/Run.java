package org.driftfield.driver;

/**
 * What a run left behind.
 *
 * @param trace what was recorded of each iteration
 * @param draws the collected draws: collected[s], unit u, coordinate j at {@code (s * units + u) * names + j}
 * @param snapshots how many times draws were taken
 * @param units draws per snapshot
 * @param settledAt the iteration at which the run settled or gave up settling
 * @param settled whether it settled, rather than running into the maximum
 * @param reason why settling ended, in words
 * @param seconds wall time, over all sessions of a resumed run
 */
public record Run(
        Trace trace,
        double[] draws,
        int snapshots,
        int units,
        long settledAt,
        boolean settled,
        String reason,
        double seconds) {
    /** The same with another time, as that of a run that others came before. */
    public Run lasting(double other) {
        return new Run(trace, draws, snapshots, units, settledAt, settled, reason, other);
    }
}
