package org.driftfield.dynamics.minibatch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Particle i takes its own minibatch and moves its whole vector by
 *
 * <pre>w_i += (h/2) P g_i + drift + √(h P (1 - δ)) ξ_i,</pre>
 *
 * a Langevin step preconditioned by P = 1/E[g²], the average over particles and recent iterations, plus a drift that all
 * share ({@link CommonDrift}). The gradient of a minibatch brings noise of variance (h/2)² P² Var g ≈ (h/4)(1 - B/n) · h P of
 * its own; δ is that share, which is not added again (Ahn, Korattikara and Welling 2012).
 *
 * @param iterations the length of the schedule
 * @param learningRate of the common drift at its highest, in coordinates an iteration
 * @param langevin the Langevin step h at its highest, relative to the preconditioner
 * @param warmUp the part of the schedule over which prior and noise come to their full weight
 */
public record CommonDriftLangevin(int iterations, double learningRate, double langevin, double warmUp)
        implements MinibatchDynamics {
    /** Memory of E[g²], which is an average over particles already. */
    private static final double BETA = 0.95;

    /** A gradient beyond so many times its usual size moves a particle no further than one of that size. */
    private static final double CLIP = 5;

    /** With all rows in the minibatch h must be this small for directions in which coordinates act together. */
    private static final double FULL_BATCH_STEP = 0.02;

    /** The Langevin step falls to this part of its height. */
    private static final double LAST_STEP = 0.02;

    /** The part of the schedule over which the steps rise from 0, and the fewest iterations for it. */
    private static final double RISE = 0.02;

    private static final int SHORTEST_RISE = 20;

    /** Gradients of so many particles tell the directions for the common drift. */
    private static final int OBSERVED = 8;

    @Override
    public Moves moves(FloatCloud cloud, Target target, Space space) {
        return new Steps(cloud, target, space);
    }

    /** The weight of prior and noise in an iteration, which rises to 1. */
    private double priorWeight(long iteration) {
        return warmUp == 0 ? 1 : Math.min(1, iteration / (warmUp * iterations));
    }

    // Loop by loop, each simple enough for the compiler to do several coordinates at once, and a method of its own that
    // is compiled once: of a method with several loops all are compiled anew for each that gets hot.

    private static void add(float[] gradient, float[] sum, int d) {
        for (int j = 0; j < d; j++) {
            sum[j] += gradient[j];
        }
    }

    private static void clip(float[] gradient, float[] limit, int d) {
        for (int j = 0; j < d; j++) {
            gradient[j] = Math.max(-limit[j], Math.min(limit[j], gradient[j]));
        }
    }

    /** What multiplies gradient and noise, and where gradients are clipped, from the squares that come in the place of the limits. */
    private static void scale(float[] limit, float half, float injected, float[] gain, float[] noise, int d) {
        float clip = (float) CLIP;
        for (int j = 0; j < d; j++) {
            float root = (float) Math.sqrt(limit[j]);
            float scale = 1 / root;
            gain[j] = half * scale * scale;
            noise[j] = injected * scale;
            limit[j] = clip * root;
        }
    }

    /** No posterior is wider than its prior, so neither is a step. */
    private static void widest(double share, double[] square, float[] precision, float[] limit) {
        for (int j = 0; j < limit.length; j++) {
            limit[j] = (float) Math.max(share * square[j], precision[j]);
        }
    }

    private static void remember(float[] squares, double[] memory) {
        for (int j = 0; j < memory.length; j++) {
            memory[j] = BETA * memory[j] + (1 - BETA) * squares[j];
        }
    }

    private static void addSquares(float[] gradient, float[] squares, int d) {
        for (int j = 0; j < d; j++) {
            squares[j] += gradient[j] * gradient[j];
        }
    }

    /** The moves of one cloud. */
    private final class Steps implements Moves {
        private final FloatCloud cloud;
        private final Target target;
        private final Space space;
        private final float[][] observed;
        private final float[] average;
        private final float[] gain;
        private final float[] drift;
        private final float[] noise;
        private final float[] limit;
        private final CommonDrift common;
        private final double[] square;
        private float prior;
        private double h;
        private int first;

        Steps(FloatCloud cloud, Target target, Space space) {
            this.cloud = cloud;
            this.target = target;
            this.space = space;
            int d = cloud.d;
            this.observed = new float[Math.min(cloud.particles, OBSERVED)][d];
            this.average = new float[d];
            this.gain = new float[d];
            this.drift = new float[d];
            this.noise = new float[d];
            this.limit = new float[d];
            this.common = new CommonDrift(d, target.matrices());
            this.square = new double[d];
        }

        @Override
        public Map<String, double[]> memory() {
            Map<String, double[]> memory = new HashMap<>(common.memory());
            memory.put("gradient.square", square);
            return memory;
        }

        @Override
        public double stepSize() {
            return h;
        }

        /** Sets what multiplies the gradient and the noise of every particle in this iteration, and the common drift. */
        @Override
        public void begin(Sweep sweep) {
            long iteration = sweep.iteration();
            first = sweep.first(space, target.observations());
            double progress = Math.min(1, (iteration - 1.0) / iterations);
            double rise = Math.min(1, iteration / Math.max(SHORTEST_RISE, RISE * iterations));
            double cosine = rise * 0.5 * (1 + Math.cos(Math.PI * progress));
            double part = (double) target.batch() / target.observations();
            prior = (float) priorWeight(iteration);
            if (iteration == 1) {
                // Nothing is known of the gradients yet: the first iteration only looks at them.
                Arrays.fill(limit, Float.MAX_VALUE);
                h = 0;
                return;
            }
            h = Math.min(langevin, FULL_BATCH_STEP / part) * Math.max(cosine, rise * LAST_STEP);
            common.write(iteration - 1, learningRate * cosine, drift);
            double share = 1 / (1 - Math.pow(BETA, iteration - 1.0));
            double half = 0.5 * h;
            double injected = Math.sqrt(h * prior * (1 - 0.25 * h * (1 - part)));
            float[] precision = target.priorPrecision();
            widest(share, square, precision, limit);
            scale(limit, (float) half, (float) injected, gain, noise, cloud.d);
        }

        @Override
        public void move(Sweep sweep, int worker, int particle) {
            int at = cloud.at(particle);
            int d = cloud.d;
            int n = target.observations();
            // Minibatches at equal distances, so that together they cover the observations evenly.
            long shift = (long) particle * n / cloud.moving;
            target.fill(worker, (int) ((first + shift) % n));
            float[] gradient = space.gradients[worker];
            float[] w = cloud.points;
            cloud.values[particle] = target.evaluate(worker, worker, w, at, prior, gradient);
            float[] xi = space.noises[worker];
            QuickNormals.fill(sweep.random(space, worker, particle).fast(), xi, d);
            float[] sum = space.sums.of(CloudSums.GRADIENT, cloud.part(particle));
            float[] squares = space.sums.of(CloudSums.GRADIENT_SQUARE, cloud.part(particle));
            if (particle < observed.length) {
                System.arraycopy(gradient, 0, observed[particle], 0, d);
            }
            add(gradient, sum, d);
            clip(gradient, limit, d);
            addSquares(gradient, squares, d);
            step(w, at, gradient, xi);
        }

        private void step(float[] w, int at, float[] gradient, float[] xi) {
            for (int j = 0; j < drift.length; j++) {
                w[at + j] += gain[j] * gradient[j] + drift[j] + noise[j] * xi[j];
            }
        }

        @Override
        public void moved(Sweep sweep) {
            space.sums.mean(CloudSums.GRADIENT, cloud, average);
            common.update(sweep.iteration(), average, observed, Math.min(observed.length, cloud.moving));
            space.sums.mean(CloudSums.GRADIENT_SQUARE, cloud, average);
            remember(average, square);
        }
    }
}
