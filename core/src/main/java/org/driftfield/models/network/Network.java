package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Driver;
import org.driftfield.driver.PatienceRule;
import org.driftfield.driver.Run;
import org.driftfield.driver.RunOptions;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.posterior.Provenance;

/** Bayesian neural networks, by particle mean-field variational Bayes or a method that it is compared with. */
public final class Network {
    private Network() {}

    /** Fits a network. */
    public static NetworkFit fit(NetworkData data, NetworkOptions options) {
        return fit(data, options, Session.NONE);
    }

    /** Fits a network, by a run that is watched, saved and resumed. */
    public static NetworkFit fit(NetworkData data, NetworkOptions options, Session session) {
        List<Integer> widths = widths(data, options);
        Perceptron net = new Perceptron(widths.stream().mapToInt(i -> i).toArray(), options.activation());
        NetworkRecipe recipe =
                Plan.complete(options.recipe(), data.train().count(), net.weights(), options.particles());
        Plan.requireMemory(data, options, recipe, net);
        boolean standardised = data.task() == Task.REGRESSION && recipe.standardised();
        double[] moments = standardised ? moments(data.train().y()) : new double[] {0, 1};
        TrainingRows rows = new TrainingRows(data.train(), moments[0], moments[1], recipe.batch(), options.seed());
        String settings = options.withThreads(1).withRecipe(recipe).toString();
        try (Workers workers = new Workers(options.threads());
                NetworkAlgorithm algorithm = algorithm(net, data, rows, recipe, options, workers)) {
            StoppingRule rule = data.validation().count() == 0
                    ? StoppingRule.after(recipe.iterations())
                    : new PatienceRule(
                            algorithm.scoreColumn(),
                            options.patience() > 0 ? options.patience() : algorithm.patience());
            Run run = Driver.run(
                    algorithm, rule, new RunOptions(recipe.iterations(), 1, 0, fingerprint(settings, data), session));
            NetworkPosterior posterior = new NetworkPosterior(
                    data.task(),
                    data.encoding(),
                    widths,
                    options.activation(),
                    algorithm.mixture(),
                    algorithm.bestGroup(),
                    algorithm.tauScales(),
                    moments[0],
                    moments[1]);
            return new NetworkFit(
                    posterior,
                    run,
                    scores(posterior, data.validation(), options),
                    scores(posterior, data.test(), options),
                    Provenance.here(recipe.method(), settings, options.seed(), run.seconds()));
        }
    }

    private static NetworkAlgorithm algorithm(
            Perceptron net,
            NetworkData data,
            TrainingRows rows,
            NetworkRecipe recipe,
            NetworkOptions options,
            Workers workers) {
        if (recipe instanceof NetworkRecipe.Sgld sgld) {
            return new ChainRun(net, data.task(), rows, data.validation(), sgld, options, workers);
        }
        if (recipe instanceof NetworkRecipe.GaussianVb vb) {
            return new GaussianRun(net, data.task(), rows, data.validation(), vb, options, workers);
        }
        float[] weights = new float[options.particles() * net.weights()];
        int every = Plan.scoreEvery(recipe, data.validation().count());
        List<Mover> movers = movers(net, data.task(), rows, recipe, weights, options, workers);
        return new NetworkRun(movers, weights, options.particles(), data.validation(), workers, recipe, every);
    }

    private static List<Mover> movers(
            Perceptron net,
            Task task,
            TrainingRows rows,
            NetworkRecipe recipe,
            float[] weights,
            NetworkOptions options,
            Workers workers) {
        WorkerSpace[] spaces = WorkerSpace.of(net, rows, options.threads());
        CloudSums sums = new CloudSums(net.weights());
        List<Mover> movers = new ArrayList<>();
        for (int g = 0; g < recipe.groups(); g++) {
            int first = Mixture.first(g, options.particles(), recipe.groups());
            int after = Mixture.first(g + 1, options.particles(), recipe.groups());
            Cloud cloud = new Cloud(weights, first, after - first, net.weights());
            NetworkTarget target = new NetworkTarget(net, task, rows, recipe);
            movers.add(
                    recipe instanceof NetworkRecipe.Paper paper
                            ? new PaperMover(target, paper, cloud, workers, spaces, sums, options.seed())
                            : new StandardMover(
                                    target,
                                    (NetworkRecipe.Standard) recipe,
                                    cloud,
                                    workers,
                                    spaces,
                                    sums,
                                    options.seed(),
                                    g));
        }
        return movers;
    }

    private static NetworkScores scores(NetworkPosterior posterior, EncodedRows rows, NetworkOptions options) {
        return rows.count() == 0 ? null : posterior.scores(rows, options.threads());
    }

    private static List<Integer> widths(NetworkData data, NetworkOptions options) {
        List<Integer> widths = new ArrayList<>();
        widths.add(data.train().inputs());
        widths.addAll(options.hidden());
        widths.add(data.task().outputs(data.encoding().classes().size()));
        return widths;
    }

    private static double[] moments(double[] y) {
        double mean = 0;
        for (double value : y) {
            mean += value / y.length;
        }
        double squares = 0;
        for (double value : y) {
            squares += (value - mean) * (value - mean) / (y.length - 1);
        }
        return new double[] {mean, Math.sqrt(squares)};
    }

    /** What a checkpoint must have been made with to be resumed: the settings, and the data. */
    private static String fingerprint(String settings, NetworkData data) {
        long sum = 0;
        for (EncodedRows rows : List.of(data.train(), data.validation(), data.test())) {
            sum = 31 * sum + java.util.Arrays.hashCode(rows.x());
            sum = 31 * sum + java.util.Arrays.hashCode(rows.y());
        }
        return String.format(
                Locale.ROOT, "%s on %d rows %016x", settings, data.train().count(), sum);
    }
}
