package org.driftfield.meanfield;

import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.ParameterSpace;
import org.driftfield.model.Support;

/** The expected log density that the model itself computes, carried over to the unconstrained scale. */
final class FastTarget implements Target {
    private final FactorDensity density;
    private final Support[] supports;
    private final double[] constrained;

    FastTarget(FactorDensity density, ParameterSpace space, Block block, int particles) {
        this.density = density;
        this.supports = new Support[block.size()];
        boolean plain = true;
        for (int j = 0; j < supports.length; j++) {
            supports[j] = space.support(block.coordinates()[j]);
            plain &= supports[j].equals(Support.REAL);
        }
        this.constrained = plain ? null : new double[Math.max(2, particles) * supports.length];
    }

    FactorDensity density() {
        return density;
    }

    @Override
    public void evaluate(int worker, double[] z, int from, int to, double[] logDensity, double[] gradient) {
        if (constrained == null) {
            density.evaluate(z, from, to, logDensity, gradient);
            return;
        }
        int own = supports.length;
        for (int i = from; i < to; i++) {
            for (int j = 0; j < own; j++) {
                constrained[i * own + j] = supports[j].constrain(z[i * own + j]);
            }
        }
        density.evaluate(constrained, from, to, logDensity, gradient);
        for (int i = from; i < to; i++) {
            for (int j = 0; j < own; j++) {
                int at = i * own + j;
                gradient[at] =
                        gradient[at] * supports[j].slopeAt(constrained[at]) + supports[j].logJacobianSlope(z[at]);
                if (logDensity != null) {
                    logDensity[i] += supports[j].logJacobian(z[at]);
                }
            }
        }
    }
}
