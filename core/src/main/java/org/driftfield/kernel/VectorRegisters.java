package org.driftfield.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Registers of doubles for the hot loops with the incubating Vector API: how wide they are, and sums in the eight lanes of
 * {@link LaneSum} whatever that width.
 */
final class VectorRegisters {
    private static final VectorSpecies<Double> SPECIES = species();
    static final int LANES = SPECIES.length();

    /** Exponentials between the two passes of a log-likelihood; grows to the largest tile of its thread. */
    private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[0]);

    static final DoubleVector ZERO = all(0);

    /** Sums start from values in memory: a constant to start a loop from makes the compiler box vectors. */
    static final double[] ZEROS = new double[8];

    static final double[] ONES = {1, 1, 1, 1, 1, 1, 1, 1};

    private VectorRegisters() {}

    private static VectorSpecies<Double> species() {
        return switch (System.getProperty(Kernels.PROPERTY, "")) {
            case "vector2" -> DoubleVector.SPECIES_128;
            case "vector4" -> DoubleVector.SPECIES_256;
            case "vector8" -> DoubleVector.SPECIES_512;
            default -> preferred();
        };
    }

    /** The widest register of the machine, but no wider than the eight lanes of a sum. */
    private static VectorSpecies<Double> preferred() {
        VectorSpecies<Double> widest = DoubleVector.SPECIES_PREFERRED;
        return widest.length() > LaneSum.LANES ? DoubleVector.SPECIES_512 : widest;
    }

    static int wholeBlocks(int n) {
        return n & -LaneSum.LANES;
    }

    /** How many of n values fill registers. */
    static int wholeRegisters(int n) {
        return n & -LANES;
    }

    static DoubleVector load(double[] a, int at) {
        return DoubleVector.fromArray(SPECIES, a, at);
    }

    static DoubleVector all(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    static double[] scratch(int n) {
        double[] scratch = SCRATCH.get();
        if (scratch.length < n) {
            scratch = new double[n];
            SCRATCH.set(scratch);
        }
        return scratch;
    }

    /**
     * Total of the eight lanes. A loop that sums keeps them in a0 to a3 as a queue: it adds a register of terms to the
     * first and puts that last, where last is a0, a1 or a3 for 8, 4 or 2 doubles a register. The queue
     * starts with fresh zeros: a constant object in it would make the others objects too.
     */
    static double total(DoubleVector a0, DoubleVector a1, DoubleVector a2, DoubleVector a3) {
        if (LANES == 8) {
            return ((a0.lane(0) + a0.lane(4)) + (a0.lane(2) + a0.lane(6)))
                    + ((a0.lane(1) + a0.lane(5)) + (a0.lane(3) + a0.lane(7)));
        }
        if (LANES == 4) {
            DoubleVector half = a0.add(a1);
            return (half.lane(0) + half.lane(2)) + (half.lane(1) + half.lane(3));
        }
        DoubleVector quarter = a0.add(a2).add(a1.add(a3));
        return quarter.lane(0) + quarter.lane(1);
    }

    static LaneSum lanes(DoubleVector a0, DoubleVector a1, DoubleVector a2, DoubleVector a3) {
        if (LANES == 8) {
            return new LaneSum(
                    a0.lane(0), a0.lane(1), a0.lane(2), a0.lane(3), a0.lane(4), a0.lane(5), a0.lane(6), a0.lane(7));
        }
        if (LANES == 4) {
            return new LaneSum(
                    a0.lane(0), a0.lane(1), a0.lane(2), a0.lane(3), a1.lane(0), a1.lane(1), a1.lane(2), a1.lane(3));
        }
        return new LaneSum(
                a0.lane(0), a0.lane(1), a1.lane(0), a1.lane(1), a2.lane(0), a2.lane(1), a3.lane(0), a3.lane(1));
    }
}
