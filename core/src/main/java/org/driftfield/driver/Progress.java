package org.driftfield.driver;

import java.util.List;
import java.util.function.LongSupplier;

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
     * @param likely tells how many iterations both phases will probably take together; 0 where nobody can tell
     * @param trace what was recorded so far
     * @param collected the draws so far
     */
    record Event(
            Phase phase,
            long iteration,
            long inPhase,
            long most,
            LongSupplier likely,
            Trace trace,
            Collected collected) {}

    /** The draws that a run has collected so far, on the scale on which it moves; valid until the listener returns. */
    interface Collected {
        /** The names of the coordinates. */
        List<String> names();

        /** How many draws there are. */
        int size();

        /** One coordinate of all of them. */
        double[] column(int coordinate);
    }

    /** The two phases of a run. */
    enum Phase {
        SETTLING,
        COLLECTING
    }
}
