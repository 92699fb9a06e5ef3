package org.driftfield.driver;

import java.util.List;

/**
 * An inference algorithm as the driver sees it: a state and a step. A run has two phases. While <em>settling</em> the
 * algorithm moves towards its target and may tune itself; then it is frozen, and while <em>collecting</em> each iteration
 * yields draws: one per unit, a unit being a particle of a cloud or a chain of a sampler.
 */
public interface Algorithm {
    /** The names of the coordinates of a draw. */
    List<String> names();

    /** How many draws one iteration yields. */
    int units();

    /** What the next step needs; the same object for the whole run. */
    State state();

    /**
     * Whether the state is that of the iteration just made, so that it may be saved or the run be stopped here; an algorithm
     * whose moves are made elsewhere, several at a time, is ahead of what it tells in between.
     */
    default boolean atRest() {
        return true;
    }

    /** Called once after the state was read back from a file, before the next step. */
    void restored();

    /** Moves the state by one iteration; iterations count from 1. */
    void step(long iteration);

    /** Ends all self-tuning; called once, between settling and collecting. */
    void freeze();

    /** The names of the numbers a person may want to see of each iteration. */
    List<String> traceColumns();

    /** Writes those numbers for the iteration just made; NaN where there is none. */
    void trace(long iteration, double[] row);

    /** Writes the current draws on the parameters' own scale, unit by unit, from {@code out[at]} on. */
    void draws(double[] out, int at);
}
