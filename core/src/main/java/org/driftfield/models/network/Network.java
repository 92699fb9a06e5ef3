package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Session;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Blend;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.posterior.Method;
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
        NetworkRecipe recipe = options.recipe().completed(data.train().count(), net.weights(), options.particles());
        Memory.require(data, options, recipe, net);
        try (Workers workers = new Workers(options.threads())) {
            // Without hidden units a network is a line itself, and of next to no rows none can be set aside.
            boolean enough = data.validation().count() > 0 || data.train().count() >= Search.FEWEST_ROWS;
            Function<NetworkRecipe, NetworkFit> plain = asked -> plain(
                    data, options.withRecipe(recipe.withTailsOf(data.train().y())), widths, net, workers, session);
            Function<CloudRecipe.Standard, NetworkFit> searched =
                    asked -> new Search(data, options, asked, net, workers, session).fit();
            return options.recipe()
                    .match(!options.hidden().isEmpty() && enough ? searched : plain, plain, plain, plain);
        }
    }

    /** One run, as the recipe has it. */
    private static NetworkFit plain(
            NetworkData data,
            NetworkOptions options,
            List<Integer> widths,
            Perceptron net,
            Workers workers,
            Session session) {
        String settings = options.withThreads(1).toString();
        OneRun run = OneRun.of(
                net,
                new OneRun.Rows(
                        data.task(),
                        data.train(),
                        data.validation(),
                        null,
                        Double.NaN,
                        data.task() == Task.REGRESSION
                                && Errors.tied(data.train().y()),
                        Selection.CHANCE_OF_MANY),
                options,
                0,
                workers,
                session,
                fingerprint(settings, data));
        NetworkPosterior posterior = new NetworkPosterior(
                data.task(),
                data.encoding(),
                widths,
                options.activation(),
                told(run, options.recipe()),
                run.bestGroup,
                run.tauScales,
                run.centre,
                run.spread);
        return new NetworkFit(
                posterior,
                posterior,
                run.run,
                scores(posterior, data.validation(), options),
                scores(posterior, data.test(), options),
                List.of(),
                Provenance.here(
                        Method.of(options.recipe().method()).orElseThrow(),
                        settings,
                        options.seed(),
                        run.run.seconds()));
    }

    /** Recalibrated or sharpened on the validation rows, where the recipe is judged by what it predicts. */
    private static Mixture told(OneRun run, NetworkRecipe recipe) {
        if (run.scoring == null || !recipe.predictive()) {
            return run.mixture;
        }
        return run.selection == null
                ? run.mixture.withSharpness(run.scoring.classes(run.mixture).sharpness(1))
                : run.mixture.with(Blend.NONE.with(Recalibration.of(run.scoring.below(run.mixture))));
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

    /** What a checkpoint must have been made with to be resumed: the settings, and the data. */
    static String fingerprint(String settings, NetworkData data) {
        long sum = 0;
        for (EncodedRows rows : List.of(data.train(), data.validation(), data.test())) {
            sum = 31 * sum + java.util.Arrays.hashCode(rows.x());
            sum = 31 * sum + java.util.Arrays.hashCode(rows.y());
        }
        return String.format(
                Locale.ROOT, "%s on %d rows %016x", settings, data.train().count(), sum);
    }
}
