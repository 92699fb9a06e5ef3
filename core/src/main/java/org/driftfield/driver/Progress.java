package org.driftfield.driver;

/**
 * What a run tells while it goes on. Listeners are called from the thread that runs the driver, after every iteration: they
 * must be quick.
 */
@FunctionalInterface
public interface Progress {
    /** A listener that ignores everything. */
    Progress NONE = event -> {};

    void update(Event event);

    /**
     * One iteration was made.
     *
     * @param phase the phase the run is in
     * @param iteration how many iterations the run has made, in both phases
     * @param inPhase how many of them in this phase
     * @param most how many this phase makes at the most
     * @param trace what was recorded so far
     */
    record Event(Phase phase, long iteration, long inPhase, long most, Trace trace) {}

    /** The two phases of a run. */
    enum Phase {
        SETTLING,
        COLLECTING
    }
}
