package org.driftfield.dynamics;

import java.util.Arrays;

/**
 * A cloud of particles as a {@link ParticleDynamics} sees it. All arrays hold particles one after the other; log densities and
 * gradients are those of the last target.
 */
public final class Particles {
    private final int count;
    private final int d;
    private final double[] z;
    private final double[] gradient;
    private final double[] logDensity;
    private final double[] acceptance;
    private final boolean[] accepted;

    /** What the first particle tried last, and the log density there. */
    private double tried;

    private double triedLogDensity;

    /** @param adjusted whether moves are accepted or rejected; where not, log densities are not kept */
    public Particles(int count, int d, boolean adjusted) {
        this.count = count;
        this.d = d;
        int cloud = Math.multiplyExact(count, d);
        this.z = new double[cloud];
        this.gradient = new double[cloud];
        this.logDensity = adjusted ? new double[count] : null;
        this.acceptance = adjusted ? new double[count] : null;
        this.accepted = adjusted ? new boolean[count] : null;
    }

    /** M. */
    public int count() {
        return count;
    }

    /** Coordinates of a particle. */
    public int dimension() {
        return d;
    }

    /** The places, on the free scale; live. */
    public double[] z() {
        return z;
    }

    /** The gradient at each particle; live. */
    public double[] gradient() {
        return gradient;
    }

    /** The log density at each particle, where moves are accepted or rejected; else null. */
    public double[] logDensity() {
        return logDensity;
    }

    /**
     * The Metropolis rule for particle i. A log density that is not a number or infinite at the proposal, or a ratio that is
     * not a number, is a rejection.
     *
     * @param logRatio the logarithm of target and proposal there, over those here
     * @param logUniform the logarithm of a uniform number
     * @param there the log density at the proposal
     * @param proposals of a chunk, the particle's own standing at {@code k}
     * @param gradients at the proposals
     */
    public void decide(
            int i, double logRatio, double logUniform, double there, double[] proposals, double[] gradients, int k) {
        boolean usable = !Double.isNaN(logRatio) && there < Double.POSITIVE_INFINITY;
        acceptance[i] = usable ? Math.exp(Math.min(0, logRatio)) : 0;
        accepted[i] = usable && logUniform < logRatio;
        if (i == 0) {
            tried = proposals[0];
            triedLogDensity = there;
        }
        if (accepted[i]) {
            System.arraycopy(proposals, k * d, z, i * d, d);
            System.arraycopy(gradients, k * d, gradient, i * d, d);
            logDensity[i] = there;
        }
    }

    /** Puts particle {@code to} where particle {@code from} is, where moves are accepted or rejected. */
    void copy(int from, int to) {
        System.arraycopy(z, from * d, z, to * d, d);
        System.arraycopy(gradient, from * d, gradient, to * d, d);
        logDensity[to] = logDensity[from];
    }

    /** The mean probability of acceptance of the last move; 1 where all are accepted. */
    public double acceptance() {
        return acceptance == null ? 1 : Arrays.stream(acceptance).reduce(0, Double::sum) / count;
    }

    /** Whether the last move of particle i was accepted, where that is decided. */
    public boolean accepted(int i) {
        return accepted[i];
    }

    /** Whether the last move was rejected for every particle. */
    public boolean noneAccepted() {
        boolean none = accepted != null;
        for (int i = 0; none && i < count; i++) {
            none = !accepted[i];
        }
        return none;
    }

    /** The first coordinate of what the first particle tried last. */
    public double tried() {
        return tried;
    }

    /** The log density there. */
    public double triedLogDensity() {
        return triedLogDensity;
    }
}
