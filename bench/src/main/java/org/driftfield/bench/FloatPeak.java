package org.driftfield.bench;

import jdk.incubator.vector.FloatVector;

/** How many float multiply-adds a thread makes when everything stays in registers of eight floats. */
final class FloatPeak {
    private static final int SUMS = 12;
    private static final float[] START = new float[8];

    private FloatPeak() {}

    /** Operations of {@link #run(int)}, a multiply-add counted as two. */
    static double flops(int steps) {
        return 2.0 * 8 * SUMS * steps;
    }

    /** Twelve independent sums, more than the latency of a multiply-add times the two started in a cycle. */
    static float run(int steps) {
        FloatVector x = FloatVector.broadcast(FloatVector.SPECIES_256, 0.999f + START[0]);
        FloatVector y = FloatVector.broadcast(FloatVector.SPECIES_256, 1e-3f + START[1]);
        FloatVector a = FloatVector.fromArray(FloatVector.SPECIES_256, START, 0);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        FloatVector e = a;
        FloatVector f = a;
        FloatVector g = a;
        FloatVector h = a;
        FloatVector i = a;
        FloatVector j = a;
        FloatVector k = a;
        FloatVector l = a;
        for (int step = 0; step < steps; step++) {
            a = a.fma(x, y);
            b = b.fma(x, y);
            c = c.fma(x, y);
            d = d.fma(x, y);
            e = e.fma(x, y);
            f = f.fma(x, y);
            g = g.fma(x, y);
            h = h.fma(x, y);
            i = i.fma(x, y);
            j = j.fma(x, y);
            k = k.fma(x, y);
            l = l.fma(x, y);
        }
        return a.add(b)
                .add(c.add(d))
                .add(e.add(f))
                .add(g.add(h))
                .add(i.add(j))
                .add(k.add(l))
                .lane(0);
    }
}
