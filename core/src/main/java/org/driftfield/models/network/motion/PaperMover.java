package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Minibatch;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Algorithm 2 of Tran, Tseng and Kohn. Particle i moves a random block ι of its weights by
 *
 * <pre>θ_i(ι) += (h/2) g̃ + √h η,   g̃ = ∇_ι log π(θ_i(ι), θ̄(∖ι)) + a g_t(ι),</pre>
 *
 * with θ̄ the mean particle and g_t = m_t/√(v_t + λ) the adaptive drift. Once all have moved, m and v are updated by the mean
 * and the standard deviation over particles of the gradients at their new places; in print that update stands inside the
 * loop over particles. Both gradients of an iteration are on one minibatch, shared by the particles.
 */
public final class PaperMover implements Mover {
    private final NetworkTarget target;
    private final NetworkRecipe.Paper recipe;
    private final Cloud cloud;
    private final Workers workers;
    private final Evaluation evaluation;
    private final long seed;
    private final int block;
    private final WorkerSpace[] spaces;
    private final int[][] orders;
    private final float[][] points;
    private final Minibatch minibatch;
    private final double[] likelihoods;
    private final Cloud.Spread gradients;
    private final CloudSums sums;
    private final float[] mean;
    private final float[] meanSquare;
    private final double[] gradientMean;
    private final double[] gradientVariance;
    private final float[] drift;
    private final double[] m;
    private final double[] v;
    /** Sum of squared residuals a row, and the number of minibatches in it, since the last update of q(σ²). */
    private final double[] residuals = {0, 0};

    private double logLikelihood;

    public PaperMover(
            NetworkTarget target,
            NetworkRecipe.Paper recipe,
            Cloud cloud,
            Workers workers,
            WorkerSpace[] spaces,
            CloudSums sums,
            long seed) {
        this.target = target;
        this.recipe = recipe;
        this.cloud = cloud;
        this.workers = workers;
        this.evaluation = new Evaluation(target.net, workers);
        this.seed = seed;
        int d = target.d;
        this.block = Math.max(1, (int) Math.round(recipe.block() * d));
        this.spaces = spaces;
        this.orders = new int[workers.threads()][d];
        for (int[] order : orders) {
            for (int j = 0; j < d; j++) {
                order[j] = j;
            }
        }
        this.points = new float[workers.threads()][d];
        this.minibatch = target.rows.minibatch();
        this.likelihoods = new double[cloud.particles];
        this.gradients = cloud.new Spread();
        this.sums = sums;
        this.mean = new float[d];
        this.meanSquare = new float[d];
        this.gradientMean = new double[d];
        this.gradientVariance = new double[d];
        this.drift = new float[d];
        this.m = new double[d];
        this.v = new double[d];
        start();
    }

    private void start() {
        float[] centre =
                StartingWeights.he(target.net, recipe.centre(), RandomStream.of(seed, 0, StreamKeys.NETWORK_START, -1));
        for (int i = 0; i < cloud.particles; i++) {
            RandomStream random = RandomStream.of(seed, 0, StreamKeys.NETWORK_START, i);
            for (int j = 0; j < cloud.d; j++) {
                cloud.weights[cloud.at(i) + j] = (float) (centre[j] + recipe.start() * random.nextNormal());
            }
        }
        cloud.moments(mean, meanSquare);
        target.scales.updateTau(meanSquare);
        target.scales.updateNoise(meanParticleSquares());
    }

    @Override
    public void register(State state) {
        state.put("drift.mean", m).put("drift.sd", v).put("residuals", residuals);
    }

    @Override
    public void restored() {
        cloud.moments(mean, meanSquare);
    }

    @Override
    public void step(long iteration) {
        updateDrift();
        RandomStream random = spaces[0].random.reset(seed, iteration, StreamKeys.NETWORK_ROWS, 0);
        target.rows.fill(minibatch, random.nextInt(target.rows.n));
        workers.forEach(cloud.particles, cloud.partSize, (worker, from, to) -> {
            int part = from / cloud.partSize;
            sums.clear(part);
            for (int i = from; i < to; i++) {
                move(worker, part, i, iteration);
            }
        });
        sums.mean(CloudSums.WEIGHT, cloud, mean);
        sums.mean(CloudSums.WEIGHT_SQUARE, cloud, meanSquare);
        gradients.moments(gradientMean, gradientVariance);
        for (int j = 0; j < cloud.d; j++) {
            m[j] = NetworkRecipe.Paper.BETA1 * m[j] + (1 - NetworkRecipe.Paper.BETA1) * gradientMean[j];
            v[j] = NetworkRecipe.Paper.BETA2 * v[j] + (1 - NetworkRecipe.Paper.BETA2) * Math.sqrt(gradientVariance[j]);
        }
        double total = 0;
        for (double value : likelihoods) {
            total += value;
        }
        logLikelihood = total / cloud.particles / target.rows.batch;
        residuals[0] += -2 * logLikelihood;
        residuals[1]++;
        if (iteration % recipe.conjugateEvery() == 0) {
            target.scales.updateTau(meanSquare);
            if (target.task == Task.REGRESSION) {
                target.scales.updateNoise(
                        recipe.noise() == NetworkRecipe.NoiseFrom.PARTICLES
                                ? residuals[0] / residuals[1]
                                : meanParticleSquares());
            }
            residuals[0] = 0;
            residuals[1] = 0;
        }
    }

    /** a g_t. */
    private void updateDrift() {
        double a = NetworkRecipe.Paper.SCALE;
        double lambda = NetworkRecipe.Paper.LAMBDA;
        double average = 0;
        for (double value : v) {
            average += value / v.length;
        }
        for (int j = 0; j < drift.length; j++) {
            drift[j] = (float)
                    (recipe.drift() == NetworkRecipe.Drift.PRINTED
                            ? a * m[j] / Math.sqrt(v[j] + lambda)
                            : a * average * m[j] / (v[j] + lambda));
        }
    }

    private void move(int worker, int part, int particle, long iteration) {
        WorkerSpace space = spaces[worker];
        int[] order = orders[worker];
        float[] point = points[worker];
        int at = cloud.at(particle);
        int d = cloud.d;
        RandomStream random = space.random.reset(seed, iteration, StreamKeys.NETWORK_MOVE, particle);
        System.arraycopy(mean, 0, point, 0, d);
        for (int k = 0; k < block; k++) {
            swap(order, k, k + random.nextInt(d - k));
            point[order[k]] = cloud.weights[at + order[k]];
        }
        float[] gradient = space.gradient;
        target.posterior(point, 0, minibatch, gradient, space.scratch);
        double squares = 0;
        for (int k = 0; k < block; k++) {
            int j = order[k];
            gradient[j] += drift[j];
            squares += (double) gradient[j] * gradient[j];
        }
        double h = recipe.stepSize()
                * Math.min(1, recipe.clip() * Math.sqrt(block) / Math.max(Double.MIN_NORMAL, Math.sqrt(squares)));
        double root = Math.sqrt(h);
        for (int k = 0; k < block; k++) {
            int j = order[k];
            cloud.weights[at + j] += (float) (0.5 * h * gradient[j] + root * random.nextNormal());
        }
        // Back to ascending order, so that the next block does not depend on which thread chooses it.
        for (int k = 0; k < d; k++) {
            order[k] = k;
        }
        likelihoods[particle] = target.posterior(cloud.weights, at, minibatch, gradient, space.scratch);
        gradients.add(particle, gradient);
        cloud.add(sums.of(CloudSums.WEIGHT, part), sums.of(CloudSums.WEIGHT_SQUARE, part), at);
    }

    private static void swap(int[] order, int a, int b) {
        int kept = order[a];
        order[a] = order[b];
        order[b] = kept;
    }

    /** The mean squared residual of the mean particle over all training rows. */
    private double meanParticleSquares() {
        if (target.task != Task.REGRESSION) {
            return 1;
        }
        return evaluation.squaredResiduals(mean, target.rows.x, target.rows.y) / target.rows.n;
    }

    @Override
    public NetworkTarget target() {
        return target;
    }

    @Override
    public float[] mean() {
        return mean;
    }

    @Override
    public double logLikelihood() {
        return logLikelihood;
    }

    @Override
    public double recentLoss() {
        return -2 * logLikelihood;
    }

    @Override
    public double stepSize() {
        return recipe.stepSize();
    }
}
