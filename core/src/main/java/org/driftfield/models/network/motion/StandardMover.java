package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * One iteration of the default recipe. Particle i takes its own minibatch and moves its whole weight vector by
 *
 * <pre>w_i += (h/2) P g_i + drift + √(h P (1 - δ)) ξ_i,</pre>
 *
 * a Langevin step preconditioned by P = 1/E[g²], the average over particles and recent iterations, plus a drift that all
 * share ({@link CommonDrift}). The gradient of a minibatch brings noise of variance (h/2)² P² Var g ≈ (h/4)(1 - B/n) · h P of
 * its own; δ is that share, which is not added again (Ahn, Korattikara and Welling 2012). Afterwards q(τ) and q(σ²) are set
 * to their optima.
 */
public final class StandardMover implements Mover {
    /** Memory of E[g²], which is an average over particles already. */
    private static final double BETA = 0.95;

    /** Memory of the average squared residual: minibatches of all particles make it precise within a few iterations. */
    private static final double RESIDUAL_BETA = 0.9;

    /** A gradient beyond so many times its usual size moves a particle no further than one of that size. */
    private static final double CLIP = 5;

    /** With all rows in the minibatch h must be this small for directions in which weights act together. */
    private static final double FULL_BATCH_STEP = 0.02;

    /** The Langevin step falls to this part of its height. */
    private static final double LAST_STEP = 0.02;

    /** The part of the schedule over which the steps rise from 0, and the fewest iterations for it. */
    private static final double RISE = 0.02;

    private static final int SHORTEST_RISE = 20;

    /** Gradients of so many particles tell the directions for the common drift. */
    private static final int OBSERVED = 8;

    /**
     * How often the tails of the noise are looked at, and from which part of the schedule on: before, a large residual says
     * that the network has not learnt yet.
     */
    private static final int TAILS_EVERY = 50;

    private static final double TAILS_FROM = 0.2;

    /** Outputs, particles times rows, that are looked at for them, and the fewest particles. */
    private static final int OUTPUTS_FOR_TAILS = 1_000_000;

    private static final int FEWEST_FOR_TAILS = 4;

    private final NetworkTarget target;
    private final NetworkRecipe.Standard recipe;
    private final Cloud cloud;
    private final Workers workers;
    private final WorkerSpace[] spaces;
    private final CloudSums sums;
    private final long seed;
    private final int group;
    private final double[] likelihoods;
    private final float[][] observed;
    private final float[] mean;
    private final float[] meanSquare;
    private final float[] average;
    private final float[] gain;
    private final float[] drift;
    private final float[] noise;
    private final float[] limit;
    private final CommonDrift common;
    private final double[] square;
    private final Evaluation evaluation;
    private final double[] squares;
    private final double[] loss = {1};
    private float priorWeight;
    private double logLikelihood;
    private double h;

    /** @param group which group of particles this is; groups differ in where they start and in their random numbers */
    public StandardMover(
            NetworkTarget target,
            NetworkRecipe.Standard recipe,
            Cloud cloud,
            Workers workers,
            WorkerSpace[] spaces,
            CloudSums sums,
            long seed,
            int group) {
        this.target = target;
        this.recipe = recipe;
        this.cloud = cloud;
        this.workers = workers;
        this.spaces = spaces;
        this.sums = sums;
        this.seed = seed;
        this.group = group;
        int d = target.d;
        this.likelihoods = new double[cloud.particles];
        this.observed = new float[Math.min(cloud.particles, OBSERVED)][d];
        this.mean = new float[d];
        this.meanSquare = new float[d];
        this.average = new float[d];
        this.gain = new float[d];
        this.drift = new float[d];
        this.noise = new float[d];
        this.limit = new float[d];
        this.common = new CommonDrift(target.net);
        this.square = new double[d];
        this.evaluation = target.tails == null ? null : new Evaluation(target.net, workers);
        this.squares = new double[target.tails == null ? 0 : target.rows.n];
        start();
    }

    /** All particles near one draw of the weights of He et al. (2015), under which signals keep their size over layers. */
    private void start() {
        Perceptron net = target.net;
        RandomStream shared = stream(0, StreamKeys.NETWORK_START, -1, spaces[0]);
        float[] centre = new float[cloud.d];
        float[] scale = new float[cloud.d];
        for (int l = 0; l < net.layers(); l++) {
            int columns = net.width(l) + 1;
            double sd = Math.sqrt((l == net.layers() - 1 ? 1.0 : 2.0) / net.width(l));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                boolean bias = (j - net.weightsAt(l)) % columns == columns - 1;
                scale[j] = (float) sd;
                centre[j] = bias ? 0 : (float) (sd * shared.nextNormal());
            }
        }
        for (int i = 0; i < cloud.particles; i++) {
            RandomStream random = stream(0, StreamKeys.NETWORK_START, i, spaces[0]);
            for (int j = 0; j < cloud.d; j++) {
                cloud.weights[cloud.at(i) + j] = (float) (centre[j] + recipe.spread() * scale[j] * random.nextNormal());
            }
        }
        cloud.moments(mean, meanSquare);
        target.scales.updateTau(meanSquare);
        target.scales.updateNoise(loss[0]);
    }

    private RandomStream stream(long iteration, int use, int particle, WorkerSpace space) {
        return space.random.reset(seed, iteration, StreamKeys.network(use, group), particle);
    }

    @Override
    public void register(State state) {
        String prefix = "group." + group + ".";
        common.register(state, prefix);
        state.put(prefix + "gradient.square", square).put(prefix + "loss", loss);
    }

    @Override
    public void restored() {
        cloud.moments(mean, meanSquare);
    }

    @Override
    public void step(long iteration) {
        prepare(iteration);
        int first = stream(iteration, StreamKeys.NETWORK_ROWS, 0, spaces[0]).nextInt(target.rows.n);
        workers.forEach(cloud.particles, cloud.partSize, (worker, from, to) -> {
            int part = from / cloud.partSize;
            sums.clear(part);
            for (int i = from; i < to; i++) {
                move(spaces[worker], part, i, iteration, first);
            }
        });
        sums.mean(CloudSums.WEIGHT, cloud, mean);
        sums.mean(CloudSums.WEIGHT_SQUARE, cloud, meanSquare);
        sums.mean(CloudSums.GRADIENT, cloud, average);
        common.update(iteration, average, observed);
        sums.mean(CloudSums.GRADIENT_SQUARE, cloud, average);
        for (int j = 0; j < cloud.d; j++) {
            square[j] = BETA * square[j] + (1 - BETA) * average[j];
        }
        double total = 0;
        for (double value : likelihoods) {
            total += value;
        }
        logLikelihood = total / cloud.particles / target.rows.batch;
        loss[0] = RESIDUAL_BETA * loss[0] + (1 - RESIDUAL_BETA) * -2 * logLikelihood;
        target.scales.updateTau(meanSquare);
        target.scales.updateNoise(loss[0]);
        if (target.tails != null && iteration % TAILS_EVERY == 0 && iteration >= TAILS_FROM * recipe.iterations()) {
            updateTails();
        }
    }

    private void updateTails() {
        int some = Math.max(FEWEST_FOR_TAILS, Math.min(cloud.particles, OUTPUTS_FOR_TAILS / target.rows.n));
        evaluation.meanSquaredResiduals(
                cloud.weights, cloud.at(0), Math.min(some, cloud.particles), target.rows.x, target.rows.y, squares);
        target.tails.update(squares, target.scales.noisePrecision());
    }

    /** What multiplies the gradient and the noise of every particle in this iteration, and the common drift. */
    private void prepare(long iteration) {
        double progress = Math.min(1, (iteration - 1.0) / recipe.iterations());
        double rise = Math.min(1, iteration / Math.max(SHORTEST_RISE, RISE * recipe.iterations()));
        double cosine = rise * 0.5 * (1 + Math.cos(Math.PI * progress));
        double part = (double) target.rows.batch / target.rows.n;
        priorWeight = (float) recipe.priorWeight(iteration);
        if (iteration == 1) {
            // Nothing is known of the gradients yet: the first iteration only looks at them.
            java.util.Arrays.fill(limit, Float.MAX_VALUE);
            h = 0;
            return;
        }
        h = Math.min(recipe.langevin(), FULL_BATCH_STEP / part) * Math.max(cosine, rise * LAST_STEP);
        common.write(iteration - 1, recipe.learningRate() * cosine, drift);
        double correct = 1 - Math.pow(BETA, iteration - 1.0);
        double injected = h * priorWeight * (1 - 0.25 * h * (1 - part));
        float[] precision = target.scales.priorPrecision();
        for (int j = 0; j < cloud.d; j++) {
            // No posterior is wider than its prior, so neither is a step.
            double inverse = Math.max(square[j] / correct, precision[j]);
            gain[j] = (float) (0.5 * h / inverse);
            noise[j] = (float) Math.sqrt(injected / inverse);
            limit[j] = (float) (CLIP * Math.sqrt(inverse));
        }
    }

    private void move(WorkerSpace space, int part, int particle, long iteration, int first) {
        int at = cloud.at(particle);
        int d = cloud.d;
        // Minibatches at equal distances, so that together they cover the rows evenly.
        long shift = (long) particle * target.rows.n / cloud.particles;
        target.fill(space.minibatch, (int) ((first + shift) % target.rows.n));
        float[] gradient = space.gradient;
        likelihoods[particle] = target.likelihood(cloud.weights, at, space.minibatch, gradient, space.scratch);
        float[] xi = space.noise;
        QuickNormals.fill(stream(iteration, StreamKeys.NETWORK_MOVE, particle, space), xi, d);
        float weight = target.likelihoodWeight();
        float[] precision = target.scales.priorPrecision();
        float prior = priorWeight;
        float[] sum = sums.of(CloudSums.GRADIENT, part);
        float[] squares = sums.of(CloudSums.GRADIENT_SQUARE, part);
        float[] w = cloud.weights;
        for (int j = 0; j < d; j++) {
            float g = weight * gradient[j] - prior * precision[j] * w[at + j];
            gradient[j] = g;
            sum[j] += g;
            g = Math.max(-limit[j], Math.min(limit[j], g));
            squares[j] += g * g;
            w[at + j] += gain[j] * g + drift[j] + noise[j] * xi[j];
        }
        if (particle < observed.length) {
            System.arraycopy(gradient, 0, observed[particle], 0, d);
        }
        cloud.add(sums.of(CloudSums.WEIGHT, part), sums.of(CloudSums.WEIGHT_SQUARE, part), at);
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
        return loss[0];
    }

    @Override
    public double stepSize() {
        return h;
    }
}
