package org.driftfield.models.network;

import org.driftfield.driver.State;
import org.driftfield.kernel.Perceptron;
import org.driftfield.kernel.RandomStream;
import org.driftfield.kernel.Workers;

/** Preconditioned Langevin moves of whole weight vectors, each particle on a minibatch of its own, with a common drift. */
final class StandardMover implements Mover {
    private static final double BETA1 = Double.parseDouble(System.getProperty("b1", "0.9"));
    private static final double BETA2 = Double.parseDouble(System.getProperty("b2", "0.99"));
    private static final double BETA3 = 0.95;

    private final NetworkTarget target;
    private final NetworkRecipe.Standard recipe;
    private final Cloud cloud;
    private final Workers workers;
    private final long seed;
    private final WorkerSpace[] spaces;
    private final double[] likelihoods;
    private final Cloud.Sums gradients;
    private final Cloud.Sums gradientSquares;
    private final Cloud.Sums weights;
    private final Cloud.Sums weightSquares;
    private final float[] mean;
    private final float[] meanSquare;
    private final float[] average;
    private final float[] gain;
    private final float[] drift;
    private final float[] noise;
    private final float[] limit;
    private final double[] m;
    private final double[] s;
    private final double[] v;
    private final double[] residual = {0};
    private KroneckerBasis basis;
    private float[][] kept;
    private double[] turned;
    private double[] turned2;
    static final boolean SOAP = Boolean.getBoolean("soap");
    private double logLikelihood;
    private double h;

    StandardMover(NetworkTarget target, NetworkRecipe.Standard recipe, Cloud cloud, Workers workers, long seed) {
        this.target = target;
        this.recipe = recipe;
        this.cloud = cloud;
        this.workers = workers;
        this.seed = seed;
        int d = target.d;
        this.spaces = WorkerSpace.of(target, true, workers.threads());
        this.likelihoods = new double[cloud.particles];
        this.gradients = cloud.new Sums();
        this.gradientSquares = cloud.new Sums();
        this.weights = cloud.new Sums();
        this.weightSquares = cloud.new Sums();
        this.mean = new float[d];
        this.meanSquare = new float[d];
        this.average = new float[d];
        this.gain = new float[d];
        this.drift = new float[d];
        this.noise = new float[d];
        this.limit = new float[d];
        this.m = new double[d];
        this.s = new double[d];
        this.v = new double[d];
        this.basis = new KroneckerBasis(target.net);
        this.kept = new float[Math.min(cloud.particles, 8)][d];
        this.turned = new double[d];
        this.turned2 = new double[d];
        start();
    }

    private void start() {
        Perceptron net = target.net;
        RandomStream common = RandomStream.of(seed, 0, Streams.START, -1);
        float[] centre = new float[cloud.d];
        float[] sd = new float[cloud.d];
        for (int l = 0; l < net.layers(); l++) {
            int columns = net.width(l) + 1;
            boolean last = l == net.layers() - 1;
            double scale = Math.sqrt((last ? 1.0 : 2.0) / net.width(l));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                boolean bias = (j - net.weightsAt(l)) % columns == columns - 1;
                sd[j] = (float) scale;
                centre[j] = (float) ((bias ? Double.parseDouble(System.getProperty("bias", "0")) : 1)
                        * scale
                        * Double.parseDouble(System.getProperty("init", "1"))
                        * common.nextNormal());
            }
        }
        for (int i = 0; i < cloud.particles; i++) {
            RandomStream random = RandomStream.of(seed, 0, Streams.START, i);
            for (int j = 0; j < cloud.d; j++) {
                cloud.weights[cloud.at(i) + j] = (float) (centre[j] + recipe.spread() * sd[j] * random.nextNormal());
            }
        }
        cloud.moments(mean, meanSquare);
        target.scales.updateTau(meanSquare);
        target.scales.updateNoise(1);
        residual[0] = 1;
    }

    @Override
    public void register(State state) {
        state.put("drift.mean", m)
                .put("drift.square", s)
                .put("gradient.square", v)
                .put("residual", residual);
    }

    @Override
    public void restored() {
        cloud.moments(mean, meanSquare);
    }

    @Override
    public void step(long iteration) {
        prepare(iteration);
        int first =
                spaces[0].random.reset(seed, iteration, Streams.MINIBATCH, 0).nextInt(target.n);
        workers.forEach(cloud.particles, cloud.groupSize, (worker, from, to) -> {
            int group = from / cloud.groupSize;
            gradients.clear(group);
            gradientSquares.clear(group);
            weights.clear(group);
            weightSquares.clear(group);
            for (int i = from; i < to; i++) {
                move(spaces[worker], group, i, iteration, first);
            }
        });
        weights.mean(mean);
        weightSquares.mean(meanSquare);
        gradients.mean(average);
        for (int j = 0; j < cloud.d; j++) {
            m[j] = BETA1 * m[j] + (1 - BETA1) * average[j];
            turned2[j] = average[j];
        }
        if (SOAP) {
            if (iteration % 10 == 0 || iteration <= 10) {
                basis.decay(0.95);
                for (float[] g : kept) basis.add(g, 0.05 / kept.length);
            }
            if (iteration % 100 == 0 || iteration == 10) basis.decompose();
            basis.into(turned2, turned);
        } else System.arraycopy(turned2, 0, turned, 0, turned.length);
        for (int j = 0; j < cloud.d; j++) {
            s[j] = BETA2 * s[j] + (1 - BETA2) * turned[j] * turned[j];
        }
        gradientSquares.mean(average);
        for (int j = 0; j < cloud.d; j++) {
            v[j] = BETA3 * v[j] + (1 - BETA3) * average[j];
        }
        double total = 0;
        for (double value : likelihoods) {
            total += value;
        }
        logLikelihood = total / cloud.particles / target.batch();
        target.scales.updateTau(meanSquare);
        if (target.task == Task.REGRESSION) {
            residual[0] += 0.1 * (-2 * logLikelihood - residual[0]);
            target.scales.updateNoise(residual[0]);
        }
    }

    /** What multiplies the gradient and the noise of every particle in this iteration, and the common drift. */
    private void prepare(long iteration) {
        double progress = Math.min(1, (iteration - 1.0) / recipe.iterations());
        double cosine = 0.5 * (1 + Math.cos(Math.PI * progress));
        double warm = Math.min(1, iteration / Math.max(20, 0.02 * recipe.iterations()));
        double rate = recipe.learningRate() * cosine * warm;
        double part = (double) target.batch() / target.n;
        h = iteration == 1
                ? 0
                : Math.min(recipe.langevin(), Double.parseDouble(System.getProperty("lam", "0.02")) / part)
                        * Math.max(cosine, 0.02)
                        * warm;
        double correct1 = 1 - Math.pow(BETA1, iteration - 1.0);
        double correct2 = 1 - Math.pow(BETA2, iteration - 1.0);
        double correct3 = 1 - Math.pow(BETA3, iteration - 1.0);
        float[] precision = target.scales.priorPrecision();
        for (int j = 0; j < cloud.d; j++) {
            if (iteration == 1) {
                limit[j] = Float.MAX_VALUE;
                continue;
            }
            double p = 1 / Math.max(v[j] / correct3, precision[j]);
            limit[j] = (float) (Double.parseDouble(System.getProperty("clip", "5")) / Math.sqrt(p));
            gain[j] = (float) (0.5 * h * p);
            noise[j] = (float) Math.sqrt(h * p * (1 - 0.25 * h * (1 - part)));
        }
        if (iteration > 1) {
            if (SOAP) basis.into(m, turned);
            else System.arraycopy(m, 0, turned, 0, m.length);
            for (int j = 0; j < cloud.d; j++)
                turned[j] = rate * turned[j] / correct1 / (Math.sqrt(s[j] / correct2) + 1e-8);
            if (SOAP) basis.back(turned, turned2);
            else System.arraycopy(turned, 0, turned2, 0, m.length);
            for (int j = 0; j < cloud.d; j++) drift[j] = (float) turned2[j];
        }
    }

    private void move(WorkerSpace space, int group, int particle, long iteration, int first) {
        int at = cloud.at(particle);
        int d = cloud.d;
        long shift = (long) particle * target.n / cloud.particles;
        target.fill(space.minibatch, (int) ((first + shift) % target.n));
        float[] gradient = space.gradient;
        likelihoods[particle] = target.likelihood(cloud.weights, at, space.minibatch, gradient, space.scratch);
        float[] xi = space.noise;
        RandomStream random = space.random.reset(seed, iteration, Streams.MOVE, particle);
        QuickNormals.fill(random, xi, d);
        float weight = target.likelihoodWeight();
        float[] precision = target.scales.priorPrecision();
        float[] sum = gradients.of(group);
        float[] squares = gradientSquares.of(group);
        float[] w = cloud.weights;
        for (int j = 0; j < d; j++) {
            float g = weight * gradient[j] - precision[j] * w[at + j];
            sum[j] += g;
            gradient[j] = g;
            g = Math.max(-limit[j], Math.min(limit[j], g));
            squares[j] += g * g;
            w[at + j] += gain[j] * g + drift[j] + noise[j] * xi[j];
        }
        if (particle < kept.length) System.arraycopy(gradient, 0, kept[particle], 0, d);
        cloud.add(weights.of(group), weightSquares.of(group), at);
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
    public double stepSize() {
        return h;
    }
}
