package org.driftfield.models.network;

import java.util.Arrays;
import java.util.List;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.State;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.dynamics.StochasticLangevin;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.motion.Scales;
import org.driftfield.models.network.motion.StartingWeights;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.RivalRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.sampler.minibatch.Sgld;
import org.driftfield.sampler.minibatch.SgldOptions;

/**
 * A chain of the SGLD family over (w, log τ, log σ²). After the burn-in its draws are kept, evenly thinned: whenever there is
 * no more room every other one is dropped. Their mean is scored on the validation rows from time to time; the draws with the
 * best score are the answer.
 */
final class ChainRun implements NetworkAlgorithm {
    private static final int KEPT = 0;
    private static final int THIN = 1;
    private static final int BEST_KEPT = 2;
    private static final int BEST_SCORE = 3;

    /** A shape from which on an inverse gamma is a point, and its normaliser but rounding. */
    private static final double LARGEST_SHAPE = 1e6;

    private static final int PATIENCE = 50;

    private final RivalRecipe.Sgld recipe;
    private final boolean noisy;
    private final TrainingRows rows;
    private final JointNetwork model;
    private final Sgld sgld;
    private final Scoring validation;
    private final int room;
    private final int d;
    /** The chain's weights, log τ and log σ². */
    private final double[] z;

    private final double[] seen = new double[2];
    private final float[] draws;
    private final double[] variances;
    private final float[] best;
    private final double[] bestVariances;
    private final double[] counters = {0, 1, 0, Double.POSITIVE_INFINITY};
    private double pps = Double.NaN;

    ChainRun(
            Perceptron net,
            Task task,
            TrainingRows rows,
            EncodedRows validation,
            RivalRecipe.Sgld recipe,
            NetworkOptions options,
            Workers workers) {
        this.recipe = recipe;
        this.noisy = task == Task.REGRESSION;
        this.rows = rows;
        this.d = net.weights();
        this.room = options.particles();
        Evaluation evaluation = new Evaluation(net, workers);
        this.model = new JointNetwork(new RowGradient(net, task, rows, workers), d, noisy);
        this.sgld = Sgld.of(model, settings(options.seed()), List.of(start(net, evaluation, options.seed())));
        this.z = sgld.position(0);
        this.draws = new float[room * d];
        this.variances = new double[noisy ? room : 0];
        boolean scored = validation.count() > 0;
        this.validation =
                scored ? new Scoring(evaluation, task, net.outputs(), rows.centre, rows.spread, validation) : null;
        this.best = new float[scored ? draws.length : 0];
        this.bestVariances = new double[scored ? variances.length : 0];
        sgld.state()
                .putFloats("draws", draws)
                .putFloats("best", best)
                .put("variances", variances)
                .put("best.variances", bestVariances)
                .put("counters", counters);
    }

    private SgldOptions settings(long seed) {
        StochasticLangevin rule = switch (recipe.rule()) {
            case SGLD -> StochasticLangevin.plain();
            case PSGLD -> StochasticLangevin.preconditioned(rows.n);
            case ADAM_SGLD -> StochasticLangevin.adaptiveDrift();
        };
        return new SgldOptions(
                rule,
                StepSchedule.constant(recipe.stepSize()),
                recipe.clip(),
                recipe.batch(),
                1,
                recipe.burnIn(),
                1,
                1,
                seed,
                1);
    }

    /** Random weights in proportion to 1/√(inputs of the unit), and the scales where these put them. */
    private double[] start(Perceptron net, Evaluation evaluation, long seed) {
        float[] weights =
                StartingWeights.he(net, recipe.start(), RandomStream.of(seed, 0, StreamKeys.OfNetwork.START, 0));
        double[] theta = new double[noisy ? 2 * d + 1 : 2 * d];
        for (int j = 0; j < d; j++) {
            theta[j] = weights[j];
            theta[d + j] = (CloudRecipe.BETA0 + 0.5 * theta[j] * theta[j]) / Scales.TAU_SHAPE;
        }
        if (noisy) {
            theta[2 * d] = Math.max(1e-12, evaluation.squaredResiduals(weights, rows.x, rows.y) / rows.n);
        }
        return theta;
    }

    @Override
    public void step(long iteration) {
        sgld.step(iteration);
        sgld.trace(iteration, seen);
        pps = Double.NaN;
        long age = iteration - recipe.burnIn();
        if (age <= 0) {
            return;
        }
        keep(age);
        if (validation != null && (age % recipe.scoreEvery() == 0 || iteration == recipe.iterations())) {
            score();
        }
    }

    private void keep(long age) {
        if (age % (long) counters[THIN] != 0) {
            return;
        }
        int kept = (int) counters[KEPT];
        if (kept == room) {
            kept = 0;
            for (int i = 1; i < room; i += 2, kept++) {
                System.arraycopy(draws, i * d, draws, kept * d, d);
                if (noisy) {
                    variances[kept] = variances[i];
                }
            }
            counters[THIN] *= 2;
            counters[KEPT] = kept;
            if (age % (long) counters[THIN] != 0) {
                return;
            }
        }
        for (int j = 0; j < d; j++) {
            draws[kept * d + j] = (float) z[j];
        }
        if (noisy) {
            variances[kept] = variance();
        }
        counters[KEPT] = kept + 1;
    }

    private double variance() {
        return Math.exp(z[2 * d]);
    }

    private void score() {
        float[] mean =
                new FloatCloud(draws, 0, (int) counters[KEPT], d).measure().mean();
        pps = validation.plugIn(mean, noise())[0];
        if (pps < counters[BEST_SCORE]) {
            counters[BEST_SCORE] = pps;
            counters[BEST_KEPT] = counters[KEPT];
            System.arraycopy(draws, 0, best, 0, best.length);
            System.arraycopy(variances, 0, bestVariances, 0, variances.length);
        }
    }

    /** The inverse-gamma distribution with mean and variance of the kept draws of σ²; null where there is no σ². */
    private Noise noise() {
        if (!noisy) {
            return null;
        }
        int kept = (int) counters[KEPT];
        double mean = 0;
        for (int i = 0; i < kept; i++) {
            mean += variances[i] / kept;
        }
        double squares = 0;
        for (int i = 0; i < kept; i++) {
            squares += (variances[i] - mean) * (variances[i] - mean) / kept;
        }
        double shape = Math.min(LARGEST_SHAPE, 2 + mean * mean / Math.max(squares, Double.MIN_NORMAL));
        return Noise.normal(shape, mean * (shape - 1));
    }

    @Override
    public void freeze() {
        if (counters[BEST_KEPT] > 0) {
            counters[KEPT] = counters[BEST_KEPT];
            System.arraycopy(best, 0, draws, 0, best.length);
            System.arraycopy(bestVariances, 0, variances, 0, variances.length);
        }
    }

    @Override
    public Mixture mixture() {
        int kept = (int) counters[KEPT];
        return new Mixture(Arrays.copyOf(draws, kept * d), kept, 1, noisy ? new Noise[] {noise()} : null, 1);
    }

    /** Given w_j, τ_j is IG(α0 + ½, β0 + w_j²/2): the scale with which ⟨1/τ_j⟩ is that of the kept draws. */
    @Override
    public double[] tauScales() {
        int kept = (int) counters[KEPT];
        double[] scales = new double[d];
        for (int j = 0; j < d; j++) {
            double inverse = 0;
            for (int i = 0; i < kept; i++) {
                double w = draws[i * d + j];
                inverse += 1 / (CloudRecipe.BETA0 + 0.5 * w * w) / kept;
            }
            scales[j] = 1 / inverse;
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
        row[1] = noisy ? rows.spread * Math.sqrt(variance()) : Double.NaN;
        row[2] = seen[1];
        row[3] = pps;
        row[4] = Double.NaN;
        row[5] = Double.NaN;
    }

    @Override
    public State state() {
        return sgld.state();
    }

    @Override
    public void restored() {
        sgld.restored();
    }

    @Override
    public void close() {
        sgld.close();
    }
}
