package org.driftfield.dynamics.minibatch;

import static org.driftfield.InputException.require;

import java.util.Map;
import org.driftfield.random.RandomStream;

/**
 * The moves of Algorithm 2 of Tran, Tseng and Kohn. Particle i moves a random block ι of its coordinates by
 *
 * <pre>θ_i(ι) += (h/2) g̃ + √h η,   g̃ = ∇_ι log π(θ_i(ι), θ̄(∖ι)) + a g_t(ι),</pre>
 *
 * with θ̄ the mean particle and g_t = m_t/√(v_t + λ) the adaptive drift. Once all have moved, m and v are updated by the mean
 * and the standard deviation over particles of the gradients at their new places; in print that update stands inside the
 * loop over particles. Both gradients of an iteration are on one minibatch, shared by the particles.
 *
 * @param stepSize h
 * @param block m/d, the part of the coordinates that a particle moves in an iteration
 * @param clip where ‖g̃‖ exceeds this times √m, the step of the particle is scaled down to meet it
 */
public record BlockLangevin(double stepSize, double block, double clip, Drift drift) implements MinibatchDynamics {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.99;
    private static final double SCALE = 100;
    private static final double LAMBDA = 1e-8;

    public BlockLangevin {
        require(stepSize > 0 && Double.isFinite(stepSize), "the step size must be positive, got %s", stepSize);
        require(block > 0 && block <= 1, "the block must be a part in (0, 1] of the weights, got %s", block);
        require(clip > 0, "the clip must be positive, got %s", clip);
    }

    /** The adaptive drift; m and v are the running mean and standard deviation of the gradients. */
    public enum Drift {
        /** a·m/√(v + λ), as printed. */
        PRINTED,
        /** a·mean(v)·m/v, as in the authors' program. */
        AUTHORS
    }

    @Override
    public Moves moves(FloatCloud cloud, Target target, Space space) {
        return new Blocks(cloud, target, space);
    }

    /** The moves of one cloud. */
    private final class Blocks implements Moves {
        private final FloatCloud cloud;
        private final Target target;
        private final Space space;
        private final int size;
        private final int[][] orders;
        private final FloatCloud.Spread gradients;
        private final double[] gradientMean;
        private final double[] gradientVariance;
        private final float[] adaptive;
        private final double[] m;
        private final double[] v;

        Blocks(FloatCloud cloud, Target target, Space space) {
            this.cloud = cloud;
            this.target = target;
            this.space = space;
            int d = cloud.d;
            this.size = Math.max(1, (int) Math.round(block * d));
            this.orders = new int[space.streams.length][d];
            for (int[] order : orders) {
                for (int j = 0; j < d; j++) {
                    order[j] = j;
                }
            }
            this.gradients = cloud.new Spread();
            this.gradientMean = new double[d];
            this.gradientVariance = new double[d];
            this.adaptive = new float[d];
            this.m = new double[d];
            this.v = new double[d];
        }

        @Override
        public Map<String, double[]> memory() {
            return Map.of("drift.mean", m, "drift.sd", v);
        }

        @Override
        public double stepSize() {
            return stepSize;
        }

        /** Sets a g_t. */
        @Override
        public void begin(Sweep sweep) {
            double average = 0;
            for (double value : v) {
                average += value / v.length;
            }
            for (int j = 0; j < adaptive.length; j++) {
                adaptive[j] = (float)
                        (drift == Drift.PRINTED
                                ? SCALE * m[j] / Math.sqrt(v[j] + LAMBDA)
                                : SCALE * average * m[j] / (v[j] + LAMBDA));
            }
            target.fill(0, sweep.first(space, target.observations()));
        }

        @Override
        public void move(Sweep sweep, int worker, int particle) {
            int[] order = orders[worker];
            float[] point = space.noises[worker];
            float[] gradient = space.gradients[worker];
            float[] points = cloud.points;
            int at = cloud.at(particle);
            int d = cloud.d;
            RandomStream random = sweep.random(space, worker, particle);
            System.arraycopy(cloud.mean(), 0, point, 0, d);
            for (int k = 0; k < size; k++) {
                swap(order, k, k + random.nextInt(d - k));
                point[order[k]] = points[at + order[k]];
            }
            target.evaluate(worker, 0, point, 0, 1, gradient);
            double squares = 0;
            for (int k = 0; k < size; k++) {
                int j = order[k];
                gradient[j] += adaptive[j];
                squares += (double) gradient[j] * gradient[j];
            }
            double h = stepSize * Math.min(1, clip * Math.sqrt(size) / Math.max(Double.MIN_NORMAL, Math.sqrt(squares)));
            double root = Math.sqrt(h);
            for (int k = 0; k < size; k++) {
                int j = order[k];
                points[at + j] += (float) (0.5 * h * gradient[j] + root * random.nextNormal());
            }
            // Back to ascending order, so that the next block does not depend on which thread chooses it.
            for (int k = 0; k < d; k++) {
                order[k] = k;
            }
            cloud.values[particle] = target.evaluate(worker, 0, points, at, 1, gradient);
            gradients.add(particle, gradient);
        }

        @Override
        public void moved(Sweep sweep) {
            gradients.moments(gradientMean, gradientVariance);
            for (int j = 0; j < cloud.d; j++) {
                m[j] = BETA1 * m[j] + (1 - BETA1) * gradientMean[j];
                v[j] = BETA2 * v[j] + (1 - BETA2) * Math.sqrt(gradientVariance[j]);
            }
        }

        private static void swap(int[] order, int a, int b) {
            int kept = order[a];
            order[a] = order[b];
            order[b] = kept;
        }
    }
}
