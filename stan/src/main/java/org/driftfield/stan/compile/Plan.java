package org.driftfield.stan.compile;

import java.util.List;

/**
 * How hard a compilation tries.
 *
 * @param track whether integers that depend on data alone are followed while compiling, with loops that change them written out;
 *     otherwise they are variables like others
 * @param rounds loops that can't be kept are written out up to so many rounds
 * @param lenient whether what can't be compiled is left to the tape
 */
record Plan(boolean track, int rounds, boolean lenient) {
    private static final int FEW = 8;
    private static final int MANY = 400;

    /** From what gives the best code to what compiles the most. */
    static final List<Plan> ALL = List.of(
            new Plan(true, FEW, false),
            new Plan(false, FEW, false),
            new Plan(true, MANY, false),
            new Plan(false, MANY, false),
            new Plan(true, MANY, true),
            new Plan(false, MANY, true));
}
