package org.driftfield.meanfield;

/**
 * The log density on which a particle factor moves, as a function of its unconstrained coordinates. It stands for the factors
 * as they were when it was made: nothing in it is set again.
 */
@FunctionalInterface
interface Target {
    /**
     * Evaluates the points {@code from … to-1} of {@code z} (row-major). What stands in {@code z} may change on the way, but
     * not in the end.
     *
     * @param worker which thread this is
     * @param logDensity receives the value of point i at i; null when only gradients are wanted
     * @param gradient receives the gradients, laid out as z
     */
    void evaluate(int worker, double[] z, int from, int to, double[] logDensity, double[] gradient);

    /** Whether an evaluation has a price of its own, however many its points. */
    default boolean atOnce() {
        return false;
    }
}
