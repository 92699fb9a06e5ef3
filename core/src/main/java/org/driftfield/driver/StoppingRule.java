package org.driftfield.driver;

import java.util.Optional;

/** When a run has settled. A pure function of the trace, so that a resumed run decides as an uninterrupted one would. */
public interface StoppingRule {
    /** Why the run has settled, in words; empty while it has not. */
    Optional<String> settled(Trace trace);

    /** Settled when both rules say so. */
    default StoppingRule and(StoppingRule other) {
        return trace -> settled(trace).flatMap(why -> other.settled(trace).map(also -> why + ", and " + also));
    }

    /** A rule for algorithms that settle for a fixed number of iterations, such as the warm-up of a sampler. */
    static StoppingRule after(int iterations) {
        return trace -> trace.rows() >= iterations
                ? Optional.of("made the " + iterations + " iterations asked for")
                : Optional.empty();
    }
}
