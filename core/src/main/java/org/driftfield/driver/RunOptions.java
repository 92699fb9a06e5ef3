package org.driftfield.driver;

import static org.driftfield.InputException.require;

/**
 * How a run is driven.
 *
 * @param maximum the most iterations to settle in
 * @param collect how many times draws are taken after settling
 * @param thin how many iterations to make for each of these; 0 to take them once, as settled
 * @param fingerprint names what is being run; a checkpoint with another fingerprint is refused
 * @param session how the run is watched and saved
 */
public record RunOptions(int maximum, int collect, int thin, String fingerprint, Session session) {
    public RunOptions {
        require(maximum >= 0, "the most iterations must not be negative, got %d", maximum);
        require(collect >= 1, "draws must be collected at least once, got collect %d", collect);
        require(thin >= 0, "thin must not be negative, got %d", thin);
    }

    /** Settles for at most {@code maximum} iterations, then collects {@code collect} times, {@code thin} apart. */
    public static RunOptions of(int maximum, int collect, int thin) {
        return new RunOptions(maximum, collect, thin, "", Session.NONE);
    }

    /** The same, watched and saved. */
    public RunOptions in(Session where, String what) {
        return new RunOptions(maximum, collect, thin, what, where);
    }
}
