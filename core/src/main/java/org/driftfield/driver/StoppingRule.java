package org.driftfield.driver;

import java.util.Optional;
import java.util.OptionalDouble;

/** When a run has settled. A pure function of the trace, so that a resumed run decides as an uninterrupted one would. */
public interface StoppingRule {
    /** Why the run has settled, in words; empty while it has not. */
    Optional<String> settled(Trace trace);

    /** How many times longer than it has been a run is thought to take at the most, where little is known of it. */
    double FURTHEST = 10;

    /** At how many iterations the run will probably settle, as far as the trace tells; a guess that only people see. */
    default OptionalDouble likely(Trace trace) {
        return OptionalDouble.empty();
    }

    /** Settled when both rules say so. */
    default StoppingRule and(StoppingRule other) {
        StoppingRule first = this;
        return new StoppingRule() {
            @Override
            public Optional<String> settled(Trace trace) {
                return first.settled(trace).flatMap(why -> other.settled(trace).map(also -> why + ", and " + also));
            }

            @Override
            public OptionalDouble likely(Trace trace) {
                OptionalDouble one = first.likely(trace);
                OptionalDouble two = other.likely(trace);
                return one.isEmpty() || two.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Math.max(one.getAsDouble(), two.getAsDouble()));
            }
        };
    }

    /** A rule for algorithms that settle for a fixed number of iterations, such as the warm-up of a sampler. */
    static StoppingRule after(int iterations) {
        return trace -> trace.rows() >= iterations
                ? Optional.of("made the " + iterations + " iterations asked for")
                : Optional.empty();
    }
}
