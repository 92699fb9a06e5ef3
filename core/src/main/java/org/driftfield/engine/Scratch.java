package org.driftfield.engine;

/**
 * An array of numbers for each worker. Between them stand unused arrays: small arrays made one after the other share a cache
 * line, and two threads that write to one line slow each other down several times.
 */
public final class Scratch {
    private static final int SPACER = 32;

    /** Those of the workers at even places. */
    private final double[][] arrays;

    Scratch(int threads, int size) {
        arrays = new double[2 * threads][];
        for (int a = 0; a < arrays.length; a++) {
            arrays[a] = new double[a % 2 == 0 ? size : SPACER];
        }
    }

    /** The array of a worker; what another worker is doing never touches it. */
    public double[] of(int worker) {
        return arrays[2 * worker];
    }
}
