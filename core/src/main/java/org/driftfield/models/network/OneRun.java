package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Driver;
import org.driftfield.driver.PatienceRule;
import org.driftfield.driver.Run;
import org.driftfield.driver.RunOptions;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.Trace;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.engine.Crew;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.motion.Group;
import org.driftfield.models.network.motion.NetworkTarget;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.motion.WorkerSpace;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/** One run of an algorithm from its start to its end, and what it leaves. */
final class OneRun {
    /** Of more weights the sums that each group would need for itself are large, and there is enough to share out within one. */
    private static final int MOST_WEIGHTS_APART = 20_000;

    final Mixture mixture;
    final int bestGroup;
    final double[] tauScales;
    final Run run;
    /** The target is predicted as centre + spread times the output. */
    final double centre;

    final double spread;
    /** Null where there are no validation rows. */
    final Scoring scoring;
    /** Null where clouds were not chosen by it. */
    final Selection selection;

    private final String scoreColumn;

    private OneRun(
            NetworkAlgorithm algorithm, Run run, double centre, double spread, Scoring scoring, Selection selection) {
        this.mixture = algorithm.mixture();
        this.bestGroup = algorithm.bestGroup();
        this.tauScales = algorithm.tauScales();
        this.run = run;
        this.centre = centre;
        this.spread = spread;
        this.scoring = scoring;
        this.selection = selection;
        this.scoreColumn = algorithm.scoreColumn();
    }

    /**
     * What a run is made on.
     *
     * @param validation without rows where nothing is chosen
     * @param variance how the noise depends on the inputs; null where it does not
     * @param lineVariance the noise around the line whose residuals are the target; NaN where there is no line
     * @param tied whether the target, before the line was taken off, has ties
     * @param chance what the shares of networks beside the line are drawn towards 0 by
     */
    record Rows(
            Task task,
            EncodedRows train,
            EncodedRows validation,
            LogVariance variance,
            double lineVariance,
            boolean tied,
            double chance) {

        /** Without validation rows, so that a run goes on to where it is told to stop. */
        Rows unscored() {
            return new Rows(task, train, validation.some(new int[0]), variance, lineVariance, tied, chance);
        }

        /** Judges clouds that predict numbers, the target as a run sees it. */
        Selection selection(Evaluation evaluation, double centre, double spread) {
            return new Selection(evaluation, validation, centre, spread, variance, lineVariance, tied, chance);
        }
    }

    /**
     * Runs.
     *
     * @param options with a recipe that is complete
     * @param stopAt the iteration to stop at; 0 to leave it to the validation rows or the recipe
     */
    static OneRun of(
            Perceptron net,
            Rows rows,
            NetworkOptions options,
            int stopAt,
            Workers workers,
            Session session,
            String fingerprint) {
        NetworkRecipe recipe = options.recipe();
        boolean standardised = rows.task() == Task.REGRESSION && recipe.standardised();
        double[] moments = standardised ? moments(rows.train().y()) : new double[] {0, 1};
        TrainingRows training =
                new TrainingRows(rows.train(), moments[0], moments[1], rows.variance(), recipe.batch(), options.seed());
        boolean scored = rows.validation().count() > 0;
        Evaluation evaluation = new Evaluation(net, workers);
        Scoring scoring = scored
                ? new Scoring(evaluation, rows.task(), net.outputs(), moments[0], moments[1], rows.validation())
                : null;
        Selection selection = scored && rows.task() == Task.REGRESSION && recipe.predictive()
                ? rows.selection(evaluation, moments[0], moments[1])
                : null;
        try (NetworkAlgorithm algorithm =
                algorithm(net, rows, training, scoring, selection, options, stopAt, workers, session.crew())) {
            StoppingRule rule = stopAt > 0
                    ? StoppingRule.after(stopAt)
                    : !scored ? StoppingRule.after(recipe.iterations()) : patience(algorithm, options);
            Run run = Driver.run(algorithm, rule, new RunOptions(recipe.iterations(), 1, 0, fingerprint, session));
            return new OneRun(algorithm, run, moments[0], moments[1], scoring, selection);
        }
    }

    private static StoppingRule patience(NetworkAlgorithm algorithm, NetworkOptions options) {
        return new PatienceRule(
                algorithm.scoreColumn(), options.patience() > 0 ? options.patience() : algorithm.patience());
    }

    private static NetworkAlgorithm algorithm(
            Perceptron net,
            Rows data,
            TrainingRows rows,
            Scoring scoring,
            Selection selection,
            NetworkOptions options,
            int stopAt,
            Workers workers,
            Crew crew) {
        Function<CloudRecipe, NetworkAlgorithm> cloud =
                recipe -> cloud(net, data, rows, scoring, selection, recipe, options, stopAt, workers, crew);
        return options.recipe()
                .match(
                        cloud,
                        cloud,
                        sgld -> new ChainRun(net, data.task(), rows, data.validation(), sgld, options, workers),
                        vb -> new GaussianRun(net, data.task(), rows, data.validation(), vb, options, workers));
    }

    private static NetworkRun cloud(
            Perceptron net,
            Rows data,
            TrainingRows rows,
            Scoring scoring,
            Selection selection,
            CloudRecipe recipe,
            NetworkOptions options,
            int stopAt,
            Workers workers,
            Crew crew) {
        float[] weights = new float[options.particles() * net.weights()];
        int every = recipe.scoreEvery(data.validation().count(), options.watched());
        // Small networks have no work for several threads within a group, so that each takes a group; which, no bit
        // depends on.
        boolean apart = recipe.groups() % options.threads() == 0 && net.weights() <= MOST_WEIGHTS_APART;
        int last = stopAt > 0 ? stopAt : recipe.iterations();
        int end = Math.min(last, recipe.iterations());
        Workers alone = new Workers(1);
        List<Group> groups =
                groups(net, data.task(), rows, recipe, weights, options, apart ? alone : workers, apart, end);
        GroupMotion motion = crew != null && groups.size() > 1
                ? new GroupsElsewhere(
                        crew,
                        new GroupsElsewhere.Given(net, data.task(), rows, recipe, options, end),
                        groups,
                        weights,
                        scoring == null ? 0 : every,
                        last)
                : new GroupsHere(groups, apart ? workers : alone, scoring == null ? 0 : every, last);
        return new NetworkRun(groups, motion, weights, options.particles(), scoring, selection, recipe, every);
    }

    private static List<Group> groups(
            Perceptron net,
            Task task,
            TrainingRows rows,
            CloudRecipe recipe,
            float[] weights,
            NetworkOptions options,
            Workers workers,
            boolean apart,
            int end) {
        WorkerSpace[] spaces = WorkerSpace.of(net, rows, workers.threads());
        MinibatchDynamics.Space space = new MinibatchDynamics.Space(net.weights(), workers.threads());
        List<Group> groups = new ArrayList<>();
        for (int g = 0; g < recipe.groups(); g++) {
            if (apart) {
                spaces = WorkerSpace.of(net, rows, 1);
                space = new MinibatchDynamics.Space(net.weights(), 1);
            }
            int first = Mixture.first(g, options.particles(), recipe.groups());
            int after = Mixture.first(g + 1, options.particles(), recipe.groups());
            groups.add(new Group(
                    g,
                    recipe,
                    new NetworkTarget(net, task, rows, recipe, spaces),
                    new FloatCloud(weights, first, after - first, net.weights()),
                    space,
                    workers,
                    options.seed(),
                    end));
        }
        return groups;
    }

    /** Mean and standard deviation; the latter 1 where all are equal, so that there is something to divide by. */
    static double[] moments(double[] y) {
        double mean = 0;
        for (double value : y) {
            mean += value / y.length;
        }
        double squares = 0;
        for (double value : y) {
            squares += (value - mean) * (value - mean) / Math.max(1, y.length - 1);
        }
        return new double[] {mean, squares > 0 ? Math.sqrt(squares) : 1};
    }

    /** The iteration of the cloud that was kept. */
    int bestIteration() {
        Trace trace = run.trace();
        int row = trace.rowOfLowest(scoreColumn);
        return (int) trace.get(row < 0 ? trace.rows() - 1 : row, Trace.ITERATION);
    }
}
