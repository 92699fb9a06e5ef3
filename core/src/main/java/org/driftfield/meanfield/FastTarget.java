package org.driftfield.meanfield;

import java.util.stream.IntStream;
import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.Support;

/** The expected log density that the model itself computes, carried over to the unconstrained scale. */
final class FastTarget {
    private final FactorDensity density;
    private final int own;

    /** The places of coordinates that do not have the real line for support, and their supports. */
    private final int[] places;

    private final Support[] supports;

    /** What stands there on the unconstrained scale, for each worker. */
    private final Scratch unconstrained;

    /** What the target was last; for the lower bound, which follows the moves. */
    private Conditioned last;

    FastTarget(FactorDensity density, JointCloud joint, Block block, Workers workers) {
        this.density = density;
        this.own = block.size();
        this.places = IntStream.range(0, own)
                .filter(j -> !joint.support(block.coordinates()[j]).equals(Support.REAL))
                .toArray();
        this.supports = IntStream.of(places)
                .mapToObj(j -> joint.support(block.coordinates()[j]))
                .toArray(Support[]::new);
        this.unconstrained = workers.scratch(ParticleFactor.CHUNK * places.length);
    }

    FactorDensity density() {
        return density;
    }

    Conditioned last() {
        return last;
    }

    /** The target with what the others are settled. */
    Target given(Conditioned conditioned) {
        last = conditioned;
        return new Target() {
            @Override
            public void evaluate(int worker, double[] z, int from, int to, double[] logDensity, double[] gradient) {
                FastTarget.this.evaluate(conditioned, worker, z, from, to, logDensity, gradient);
            }

            @Override
            public boolean atOnce() {
                return conditioned.atOnce();
            }
        };
    }

    /** Most coordinates are the same on both scales: so the others are carried over where they stand, and back. */
    private void evaluate(
            Conditioned conditioned, int worker, double[] z, int from, int to, double[] logDensity, double[] gradient) {
        if (places.length == 0) {
            conditioned.evaluate(z, from, to, logDensity, gradient);
            return;
        }
        double[] saved = unconstrained.of(worker);
        if (saved.length < (to - from) * places.length) {
            saved = new double[(to - from) * places.length];
        }
        for (int i = from; i < to; i++) {
            for (int k = 0; k < places.length; k++) {
                int at = i * own + places[k];
                saved[(i - from) * places.length + k] = z[at];
                z[at] = supports[k].constrain(z[at]);
            }
        }
        try {
            conditioned.evaluate(z, from, to, logDensity, gradient);
        } finally {
            restore(z, from, to, logDensity, gradient, saved);
        }
    }

    private void restore(double[] z, int from, int to, double[] logDensity, double[] gradient, double[] saved) {
        for (int i = from; i < to; i++) {
            for (int k = 0; k < places.length; k++) {
                int at = i * own + places[k];
                double before = saved[(i - from) * places.length + k];
                gradient[at] = gradient[at] * supports[k].slopeAt(z[at]) + supports[k].logJacobianSlope(before);
                if (logDensity != null) {
                    logDensity[i] += supports[k].logJacobian(before);
                }
                z[at] = before;
            }
        }
    }
}
