package org.driftfield.meanfield;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Model;
import org.driftfield.model.Support;

/**
 * M draws of all coordinates from the product of the factors, one after the other. The engine moves them on the free scale; a
 * model with closed forms reads them on its parameters' own. For a coordinate without bounds the two are the same, and where
 * all are so, one array serves both.
 */
final class JointCloud {
    private final Workers workers;
    private final Support[] supports;
    private final int particles;
    private final double[] z;
    private final double[] theta;
    private double[] carried = new double[0];

    JointCloud(FreeModel model, int particles, Workers workers) {
        this.workers = workers;
        this.particles = particles;
        this.supports = new Support[model.dimension()];
        Arrays.fill(supports, Support.REAL);
        if (model instanceof Model own) {
            var space = own.space();
            Arrays.setAll(supports, space::support);
        }
        this.z = new double[particles * supports.length];
        this.theta = Arrays.stream(supports).allMatch(Support.REAL::equals) ? z : new double[z.length];
    }

    int dimension() {
        return supports.length;
    }

    Support support(int coordinate) {
        return supports[coordinate];
    }

    /** The draws on the free scale; live. */
    double[] z() {
        return z;
    }

    /** The draws on the parameters' own scale; live. */
    double[] theta() {
        return theta;
    }

    /**
     * Carries the values of a block, particle after particle, over to the draws.
     *
     * @param free whether they are on the free scale, else on the parameters' own
     */
    void put(Block block, double[] values, boolean free) {
        int d = supports.length;
        int[] own = block.coordinates();
        boolean run = own[own.length - 1] - own[0] == own.length - 1;
        int[] bounded = IntStream.range(0, own.length)
                .filter(j -> !supports[own[j]].equals(Support.REAL))
                .toArray();
        workers.forEach(particles, 8 * ParticleFactor.CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                copy(values, i * own.length, z, i * d, own, run);
                if (theta != z) {
                    copy(values, i * own.length, theta, i * d, own, run);
                }
                for (int j : bounded) {
                    double value = values[i * own.length + j];
                    int at = i * d + own[j];
                    if (free) {
                        theta[at] = supports[own[j]].constrain(value);
                    } else {
                        z[at] = supports[own[j]].unconstrain(value);
                    }
                }
            }
        });
    }

    private static void copy(double[] values, int from, double[] to, int at, int[] own, boolean run) {
        if (run) {
            System.arraycopy(values, from, to, at + own[0], own.length);
        } else {
            for (int j = 0; j < own.length; j++) {
                to[at + own[j]] = values[from + j];
            }
        }
    }

    /** Points of the free scale on the parameters' own; overwritten by the next call. */
    double[] own(double[] points, int count) {
        if (theta == z) {
            return points;
        }
        if (points == z) {
            return theta;
        }
        int d = supports.length;
        if (carried.length < count * d) {
            carried = new double[count * d];
        }
        for (int s = 0; s < count; s++) {
            for (int j = 0; j < d; j++) {
                carried[s * d + j] = supports[j].constrain(points[s * d + j]);
            }
        }
        return carried;
    }
}
