package org.driftfield.models.network;

import org.driftfield.data.EncodedRows;
import org.driftfield.driver.State;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.motion.Scales;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.RivalRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.sampler.minibatch.GaussianVb;
import org.driftfield.sampler.minibatch.GaussianVbOptions;

/**
 * Gaussian variational Bayes for the weights of a network, with conjugate updates of the lasso and of the noise after each
 * step; the residuals for the latter are those of the mean over all training rows. The mean is scored on the validation rows
 * each iteration, and the distribution with the best score is the answer.
 */
final class GaussianRun implements NetworkAlgorithm {
    private static final int PATIENCE = 100;

    /** A weight without a prior is reported as if it had this precision. */
    private static final double FLAT = 1e-6;

    private final RivalRecipe.GaussianVb recipe;
    private final boolean noisy;
    private final TrainingRows rows;
    private final Evaluation evaluation;
    private final LassoNetwork model;
    private final GaussianVb vb;
    private final Scoring validation;
    private final int particles;
    private final long seed;
    private final int d;
    private final float[] mean;
    /** What is kept of the best: μ, b, c, the precisions and the scale of q(σ²), and its score. */
    private final double[][] live;

    private final double[][] best;
    private final double[] bestScore = {Double.POSITIVE_INFINITY};
    private double pps = Double.NaN;

    GaussianRun(
            Perceptron net,
            Task task,
            TrainingRows rows,
            EncodedRows validation,
            RivalRecipe.GaussianVb recipe,
            NetworkOptions options,
            Workers workers) {
        this.recipe = recipe;
        this.noisy = task == Task.REGRESSION;
        this.rows = rows;
        this.particles = options.particles();
        this.seed = options.seed();
        this.d = net.weights();
        this.mean = new float[d];
        this.evaluation = new Evaluation(net, workers);
        this.model = new LassoNetwork(
                new RowGradient(net, task, rows, workers), net, noisy ? standardDeviation(rows.y) : Double.NaN);
        this.vb = GaussianVb.of(model, settings(), start(net));
        this.validation = validation.count() > 0
                ? new Scoring(evaluation, task, net.outputs(), rows.centre, rows.spread, validation)
                : null;
        this.live = new double[][] {vb.mean(), vb.factor(), vb.diagonal(), model.precision(), model.noiseScale()};
        this.best = new double[live.length][];
        model.register(vb.state());
        vb.state().put("best.score", bestScore);
        for (int k = 0; k < live.length; k++) {
            best[k] = new double[this.validation == null ? 0 : live[k].length];
            vb.state().put("best." + k, best[k]);
        }
        model.updateLasso(vb.mean(), vb.factor(), vb.diagonal());
    }

    private GaussianVbOptions settings() {
        return new GaussianVbOptions(
                recipe.samples(),
                StepSchedule.constant(recipe.stepSize()),
                recipe.momentum(),
                recipe.clip(),
                recipe.batch(),
                recipe.start(),
                recipe.iterations(),
                1,
                seed,
                1);
    }

    /**
     * Uniform weights whose variance is 2 over the units of both layers (Glorot and Bengio 2010). From smaller ones some runs
     * stay where an interaction of inputs is missed.
     */
    private double[] start(Perceptron net) {
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.OfNetwork.START, 0);
        double[] weights = new double[d];
        for (int l = 0; l < net.layers(); l++) {
            double range = Math.sqrt(6.0 / (net.width(l) + net.width(l + 1)));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                weights[j] = range * (2 * random.nextDouble() - 1);
            }
        }
        return weights;
    }

    private static double standardDeviation(float[] y) {
        double mean = 0;
        for (float value : y) {
            mean += (double) value / y.length;
        }
        double squares = 0;
        for (float value : y) {
            squares += (value - mean) * (value - mean) / (y.length - 1);
        }
        return Math.sqrt(squares);
    }

    @Override
    public void step(long iteration) {
        vb.step(iteration);
        model.updateLasso(vb.mean(), vb.factor(), vb.diagonal());
        for (int j = 0; j < d; j++) {
            mean[j] = (float) vb.mean()[j];
        }
        if (noisy && (iteration - 1) % recipe.noiseEvery() == 0) {
            model.updateNoise(evaluation.squaredResiduals(mean, rows.x, rows.y));
        }
        if (validation != null) {
            pps = validation.plugIn(mean, noise())[0];
            if (pps < bestScore[0]) {
                bestScore[0] = pps;
                copy(live, best);
            }
        }
    }

    private static void copy(double[][] from, double[][] to) {
        for (int k = 0; k < from.length; k++) {
            System.arraycopy(from[k], 0, to[k], 0, from[k].length);
        }
    }

    private Noise noise() {
        return noisy ? Noise.normal(model.noiseShape(), model.noiseScale()[0]) : null;
    }

    @Override
    public void freeze() {
        if (Double.isFinite(bestScore[0])) {
            copy(best, live);
        }
    }

    /** Draws in pairs on either side of the mean, so that their mean is that of the distribution. */
    @Override
    public Mixture mixture() {
        float[] weights = new float[particles * d];
        for (int i = 0; i < particles; i++) {
            RandomStream random = RandomStream.of(seed, 0, StreamKeys.OfNetwork.MOVE, i / 2);
            double side = i % 2 == 1 ? -1 : i == particles - 1 ? 0 : 1;
            double factor = side * random.nextNormal();
            for (int j = 0; j < d; j++) {
                weights[i * d + j] = (float)
                        (vb.mean()[j] + factor * vb.factor()[j] + side * vb.diagonal()[j] * random.nextNormal());
            }
        }
        return new Mixture(weights, particles, 1, noisy ? new Noise[] {noise()} : null, 1);
    }

    /** The scales with which ⟨1/τ_j⟩ is the prior precision of each weight. */
    @Override
    public double[] tauScales() {
        double[] scales = new double[d];
        for (int j = 0; j < d; j++) {
            scales[j] = Scales.TAU_SHAPE / Math.max(FLAT, model.precision()[j]);
        }
        return scales;
    }

    @Override
    public int patience() {
        return PATIENCE;
    }

    @Override
    public void trace(long iteration, double[] row) {
        row[0] = noisy ? 2 * model.lossOfRow() * rows.spread * rows.spread : model.lossOfRow();
        row[1] = noisy ? rows.spread * Math.sqrt(noise().variance()) : Double.NaN;
        row[2] = recipe.stepSize();
        row[3] = pps;
        row[4] = Double.NaN;
        row[5] = Double.NaN;
    }

    @Override
    public State state() {
        return vb.state();
    }

    @Override
    public void restored() {
        vb.restored();
    }

    @Override
    public void close() {
        vb.close();
    }
}
