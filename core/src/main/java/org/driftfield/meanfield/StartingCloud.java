package org.driftfield.meanfield;

import org.driftfield.InferenceException;
import org.driftfield.distribution.Samplable;
import org.driftfield.engine.Workers;
import org.driftfield.model.Model;
import org.driftfield.model.ParameterSpace;
import org.driftfield.random.RandomStream;

/**
 * Where the particles start: at draws from the model's rough posterior, or from a normal distribution around zero on the
 * unconstrained scale, each tried again until the model has a finite log density and gradient there.
 */
final class StartingCloud {
    private static final int TRIES = 100;

    private final Model model;
    private final ParameterSpace space;
    private final double spread;
    private final Samplable rough;
    private final int d;

    StartingCloud(Model model, ParameterSpace space, double spread) {
        this.model = model;
        this.space = space;
        this.spread = spread;
        this.rough = model instanceof MeanFieldModel knowing
                ? knowing.start().map(Samplable.class::cast).orElse(null)
                : null;
        this.d = space.dimension();
    }

    /** Fills the clouds of all particle factors, and {@code theta} with the same points on the parameters' own scale. */
    void draw(long seed, Workers workers, RandomStream[] streams, Factor[] factors, double[] theta) {
        workers.forEach(theta.length / d, ParticleFactor.CHUNK, (worker, from, to) -> {
            double[] z = new double[d];
            double[] point = new double[d];
            double[] gradient = new double[d];
            for (int i = from; i < to; i++) {
                find(streams[worker].reset(seed, 0, 0, i), i, z, point, gradient);
                System.arraycopy(point, 0, theta, i * d, d);
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

    private void find(RandomStream random, int i, double[] z, double[] point, double[] gradient) {
        double value = Double.NaN;
        for (int tries = 0; tries < TRIES; tries++) {
            if (rough != null) {
                rough.sample(random, z, 0);
            } else {
                for (int j = 0; j < d; j++) {
                    z[j] = spread * random.nextNormal();
                }
            }
            space.constrain(z, 0, point, 0);
            value = logDensity(point, gradient, i);
            if (Double.isFinite(value) && firstNotFinite(gradient) < 0) {
                return;
            }
        }
        int worst = Math.max(0, firstNotFinite(gradient));
        throw new InferenceException(
                "no starting point with a finite log density and gradient found for particle %d in %d tries: the last had log"
                        + " density %s and gradient %s by %s; check the model, or choose another spread than %s",
                i, TRIES, value, gradient[worst], space.names().get(worst), spread);
    }

    private double logDensity(double[] point, double[] gradient, int i) {
        try {
            return model.logDensity(point, gradient);
        } catch (RuntimeException e) {
            throw InferenceException.because(
                    e,
                    "the model failed at the starting point of particle %d, where %s is %.6g: %s; check the model there",
                    i,
                    space.names().get(0),
                    point[0],
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
