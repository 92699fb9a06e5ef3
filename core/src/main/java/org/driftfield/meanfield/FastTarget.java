package org.driftfield.meanfield;

import java.util.stream.IntStream;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.ParameterSpace;
import org.driftfield.model.Support;

/** The expected log density that the model itself computes, carried over to the unconstrained scale. */
final class FastTarget implements Target {
    private final FactorDensity density;
    private final int own;

    /** The places of coordinates that do not have the real line for support, and their supports. */
    private final int[] places;

    private final Support[] supports;
    private final double[] constrained;

    FastTarget(FactorDensity density, ParameterSpace space, Block block, int particles) {
        this.density = density;
        this.own = block.size();
        this.places = IntStream.range(0, own)
                .filter(j -> !space.support(block.coordinates()[j]).equals(Support.REAL))
                .toArray();
        this.supports = IntStream.of(places)
                .mapToObj(j -> space.support(block.coordinates()[j]))
                .toArray(Support[]::new);
        this.constrained = places.length == 0 ? null : new double[Math.max(2, particles) * own];
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
        System.arraycopy(z, from * own, constrained, from * own, (to - from) * own);
        for (int i = from; i < to; i++) {
            for (int k = 0; k < places.length; k++) {
                int at = i * own + places[k];
                constrained[at] = supports[k].constrain(z[at]);
            }
        }
        density.evaluate(constrained, from, to, logDensity, gradient);
        for (int i = from; i < to; i++) {
            for (int k = 0; k < places.length; k++) {
                int at = i * own + places[k];
                gradient[at] =
                        gradient[at] * supports[k].slopeAt(constrained[at]) + supports[k].logJacobianSlope(z[at]);
                if (logDensity != null) {
                    logDensity[i] += supports[k].logJacobian(z[at]);
                }
            }
        }
    }
}
