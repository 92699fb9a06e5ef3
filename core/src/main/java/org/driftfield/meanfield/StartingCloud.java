package org.driftfield.meanfield;

import java.util.Arrays;
import java.util.stream.IntStream;
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
        int particles = joint.z().length / d;
        int chunk = model.atOnce() ? particles : ParticleFactor.CHUNK;
        workers.forEach(particles, chunk, (worker, from, to) -> {
            find(worker, streams[worker], seed, from, to, joint.z());
            for (int i = from; i < to; i++) {
                for (int j = 0; joint.theta() != joint.z() && j < d; j++) {
                    joint.theta()[i * d + j] = joint.support(j).constrain(joint.z()[i * d + j]);
                }
                for (Factor factor : factors) {
                    if (factor instanceof ParticleFactor cloud) {
                        int[] own = factor.block().coordinates();
                        for (int j = 0; j < own.length; j++) {
                            cloud.z()[i * own.length + j] = joint.z()[i * d + own[j]];
                        }
                    }
                }
            }
        });
    }

    /** Finds places for the particles {@code from … to-1}: those without one yet are tried again, all together. */
    private void find(int worker, RandomStream random, long seed, int from, int to, double[] z) {
        int[] without = IntStream.range(from, to).toArray();
        for (int tries = 1; without.length > 0; tries++) {
            double[] points = new double[without.length * d];
            double[] values = new double[without.length];
            double[] gradients = new double[points.length];
            for (int k = 0; k < without.length; k++) {
                random.reset(seed, 0, 0, without[k]);
                for (int t = 0; t < tries; t++) {
                    sample(random, points, k * d);
                }
            }
            evaluate(worker, without, points, values, gradients);
            int left = 0;
            for (int k = 0; k < without.length; k++) {
                int worst = firstNotFinite(gradients, k * d);
                if (Double.isFinite(values[k]) && worst < 0) {
                    System.arraycopy(points, k * d, z, without[k] * d, d);
                } else if (tries < TRIES) {
                    without[left++] = without[k];
                } else {
                    int by = Math.max(0, worst);
                    throw new InferenceException(
                            "no starting point with a finite log density and gradient found for particle %d in %d tries:"
                                    + " the last had log density %s and gradient %s by %s; check the model, or choose another"
                                    + " spread than %s",
                            without[k],
                            TRIES,
                            values[k],
                            gradients[k * d + by],
                            model.freeNames().get(by),
                            spread);
                }
            }
            without = Arrays.copyOf(without, left);
        }
    }

    private void sample(RandomStream random, double[] points, int at) {
        if (rough != null) {
            rough.sample(random, points, at);
        } else {
            for (int j = 0; j < d; j++) {
                points[at + j] = spread * random.nextNormal();
            }
        }
    }

    private void evaluate(int worker, int[] particles, double[] points, double[] values, double[] gradients) {
        try {
            density.evaluate(worker, points, particles.length, values, gradients);
        } catch (RuntimeException thrown) {
            for (int k = 0; k < particles.length && !model.atOnce(); k++) {
                logDensity(worker, Arrays.copyOfRange(points, k * d, (k + 1) * d), new double[d], particles[k]);
            }
            throw thrown;
        }
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

    private int firstNotFinite(double[] gradient, int at) {
        for (int j = 0; j < d; j++) {
            if (!Double.isFinite(gradient[at + j])) {
                return j;
            }
        }
        return -1;
    }
}
