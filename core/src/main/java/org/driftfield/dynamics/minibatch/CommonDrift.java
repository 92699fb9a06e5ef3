package org.driftfield.dynamics.minibatch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The drift that all particles of a cloud share: Adam (Kingma and Ba 2015) on the average of their gradients, in the
 * coordinates of a {@link KroneckerBasis} (Vyas et al. 2024, "SOAP"). At the optimum of q the average gradient is 0, and so
 * is the drift: it brings the cloud there sooner, but does not change where that is.
 */
final class CommonDrift {
    /** The average gradient is nearly free of noise, so a long memory speeds the way along narrow valleys. */
    private static final double BETA1 = 0.97;

    private static final double BETA2 = 0.99;
    private static final double LAMBDA = 1e-8;

    /** How often gradients are taken into the basis, and how often its eigenvectors are found anew. */
    private static final int OBSERVE = 10;

    private static final int DECOMPOSE = 100;

    private final KroneckerBasis basis;
    private final double[] m;
    private final double[] v;
    private final double[] turned;

    /** @param d coordinates of a particle */
    CommonDrift(int d, List<MinibatchDynamics.Matrix> matrices) {
        this.basis = new KroneckerBasis(matrices);
        this.m = new double[d];
        this.v = new double[d];
        this.turned = new double[d];
    }

    Map<String, double[]> memory() {
        Map<String, double[]> memory = new HashMap<>(basis.memory());
        memory.put("drift.m", m);
        memory.put("drift.v", v);
        return memory;
    }

    /**
     * Takes in the gradients of an iteration.
     *
     * @param average over particles
     * @param some gradients of single particles, the first of which the basis follows
     */
    void update(long iteration, float[] average, float[][] some, int count) {
        if (iteration % OBSERVE == 0 || iteration < OBSERVE) {
            basis.observe(some, count);
        }
        if (iteration % DECOMPOSE == 0 || iteration == OBSERVE || iteration == 3 * OBSERVE) {
            // m moves to the new coordinates; v, which no rotation could carry over, stays with the order of
            // directions.
            basis.back(m);
            basis.decompose();
            basis.into(m);
        }
        for (int j = 0; j < turned.length; j++) {
            turned[j] = average[j];
        }
        basis.into(turned);
        for (int j = 0; j < turned.length; j++) {
            m[j] = BETA1 * m[j] + (1 - BETA1) * turned[j];
            v[j] = BETA2 * v[j] + (1 - BETA2) * turned[j] * turned[j];
        }
    }

    /** Writes the drift after so many updates. */
    void write(long updates, double rate, float[] drift) {
        double first = rate / (1 - Math.pow(BETA1, (double) updates));
        double second = 1 / (1 - Math.pow(BETA2, (double) updates));
        for (int j = 0; j < turned.length; j++) {
            turned[j] = first * m[j] / (Math.sqrt(second * v[j]) + LAMBDA);
        }
        basis.back(turned);
        for (int j = 0; j < turned.length; j++) {
            drift[j] = (float) turned[j];
        }
    }
}
