package org.driftfield.meanfield;

import org.driftfield.InferenceException;
import org.driftfield.distribution.Samplable;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;

/**
 * Where the particles start: at draws from the model's rough posterior, or from a normal distribution around zero on the
 * unconstrained scale, each tried again until the model has a finite log density and gradient there.
 */
final class StartingCloud {
    private static final int TRIES = 100;

    private final FreeModel model;
    private final JointDensity density;
    private final double spread;
    private final Samplable rough;
    private final int d;

    StartingCloud(FreeModel model, JointDensity density, double spread) {
        this.model = model;
        this.density = density;
        this.spread = spread;
        this.rough = model instanceof MeanFieldModel knowing
                ? knowing.start().map(Samplable.class::cast).orElse(null)
                : null;
        this.d = model.dimension();
    }

    /** Fills the clouds of all particle factors, and the draws of all coordinates. */
    void draw(long seed, Workers workers, RandomStream[] streams, Factor[] factors, JointCloud joint) {
        workers.forEach(joint.z().length / d, ParticleFactor.CHUNK, (worker, from, to) -> {
            double[] z = new double[d];
            double[] gradient = new double[d];
            for (int i = from; i < to; i++) {
                find(worker, streams[worker].reset(seed, 0, 0, i), i, z, gradient);
                System.arraycopy(z, 0, joint.z(), i * d, d);
                for (int j = 0; joint.theta() != joint.z() && j < d; j++) {
                    joint.theta()[i * d + j] = joint.support(j).constrain(z[j]);
                }
                for (Factor factor : factors) {
                    if (factor instanceof ParticleFactor cloud) {
                        int[] own = factor.block().coordinates();
                        for (int j = 0; j < own.length; j++) {
                            cloud.z()[i * own.length + j] = z[own[j]];
                        }
                    }
                }
            }
        });
    }

    private void find(int worker, RandomStream random, int i, double[] z, double[] gradient) {
        double value = Double.NaN;
        for (int tries = 0; tries < TRIES; tries++) {
            if (rough != null) {
                rough.sample(random, z, 0);
            } else {
                for (int j = 0; j < d; j++) {
                    z[j] = spread * random.nextNormal();
                }
            }
            value = logDensity(worker, z, gradient, i);
            if (Double.isFinite(value) && firstNotFinite(gradient) < 0) {
                return;
            }
        }
        int worst = Math.max(0, firstNotFinite(gradient));
        throw new InferenceException(
                "no starting point with a finite log density and gradient found for particle %d in %d tries: the last had log"
                        + " density %s and gradient %s by %s; check the model, or choose another spread than %s",
                i, TRIES, value, gradient[worst], model.freeNames().get(worst), spread);
    }

    private double logDensity(int worker, double[] z, double[] gradient, int i) {
        try {
            return density.evaluate(worker, z, gradient, null);
        } catch (RuntimeException e) {
            throw InferenceException.because(
                    e,
                    "the model failed at the starting point of particle %d, where %s is %.6g on the unconstrained scale: %s;"
                            + " check the model there",
                    i,
                    model.freeNames().get(0),
                    z[0],
                    e);
        }
    }

    private static int firstNotFinite(double[] gradient) {
        for (int j = 0; j < gradient.length; j++) {
            if (!Double.isFinite(gradient[j])) {
                return j;
            }
        }
        return -1;
    }
}
