package org.driftfield.cli.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.assessment.network.ValidationCurve;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.model.Variable;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.store.network.NnDetails;

/** The weights of a fitted network as a few numbers that a table can hold. */
final class NnWeights {
    private final NetworkFit fit;
    private final NetworkPosterior network;
    private final NetworkRecipe recipe;
    private final long seed;

    NnWeights(NetworkFit fit, NetworkRecipe recipe, long seed) {
        this.fit = fit;
        this.network = fit.posterior();
        this.recipe = recipe;
        this.seed = seed;
    }

    /** Of the many weights only the size of each layer's, and the noise: one draw of each a particle. */
    Posterior posterior() {
        List<String> names = new ArrayList<>();
        boolean noisy = network.task() == Task.REGRESSION;
        if (noisy) {
            names.add("sigma");
        }
        boolean heavy = Double.isFinite(network.noiseDof(0));
        if (heavy) {
            names.add("nu");
        }
        int layers = network.widths().size() - 1;
        for (int l = 1; l <= layers; l++) {
            names.add(layerName(l, layers));
        }
        double[] draws = new double[network.particles() * names.size()];
        double[] variance = new double[1];
        int at = 0;
        for (int p = 0; p < network.particles(); p++) {
            if (noisy) {
                network.noiseVariance(group(p))
                        .sample(RandomStream.of(seed, 0, StreamKeys.NETWORK_NOISE, p), variance, 0);
                draws[at++] = Math.sqrt(variance[0]);
            }
            if (heavy) {
                draws[at++] = network.noiseDof(group(p));
            }
            float[] weights = network.weights(p);
            int from = 0;
            for (int l = 0; l < layers; l++) {
                int count = count(l);
                draws[at++] = rootMeanSquare(weights, from, count);
                from += count;
            }
        }
        Run run = fit.run();
        int best = ValidationCurve.best(run.trace());
        String reason = run.settled() || !recipe.scheduled()
                ? run.reason()
                : "went through its schedule of " + run.trace().rows() + " iterations"
                        + (best < 0
                                ? ""
                                : ", best at iteration " + (long) run.trace().get(best, Trace.ITERATION));
        boolean chain = recipe.kind() == Posterior.Kind.CHAINS;
        return Posterior.ofVariables(
                names.stream()
                        .map(name -> Variable.scalar(name, Variable.Range.POSITIVE, Variable.Role.DERIVED))
                        .toList(),
                recipe.kind(),
                new Run(
                        run.trace(),
                        draws,
                        chain ? network.particles() : 1,
                        chain ? 1 : network.particles(),
                        run.settledAt(),
                        run.settled(),
                        reason,
                        run.seconds()),
                List.of(),
                fit.provenance());
    }

    /** The group of a particle; groups stand one after the other, equally large to within one. */
    private int group(int particle) {
        return (int) (((particle + 1L) * network.groups() - 1) / network.particles());
    }

    private static String layerName(int layer, int layers) {
        return layer == layers ? "rms_output" : "rms_layer" + layer;
    }

    private int count(int layer) {
        return network.widths().get(layer + 1) * (network.widths().get(layer) + 1);
    }

    private static double rootMeanSquare(float[] weights, int from, int count) {
        double squares = 0;
        for (int j = from; j < from + count; j++) {
            squares += weights[j] * (double) weights[j];
        }
        return Math.sqrt(squares / count);
    }

    /** Each layer with the size of its weights and of their priors. */
    List<NnDetails.Layer> layers(Posterior posterior) {
        List<NnDetails.Layer> layers = new ArrayList<>();
        int from = 0;
        int all = network.widths().size() - 1;
        for (int l = 0; l < all; l++) {
            int count = count(l);
            double[] sds = new double[network.groups() * count];
            for (int g = 0; g < network.groups(); g++) {
                for (int j = 0; j < count; j++) {
                    sds[g * count + j] =
                            1 / Math.sqrt(network.priorVariance(g, from + j).meanInverse(0));
                }
            }
            Arrays.sort(sds);
            String name = layerName(l + 1, all);
            layers.add(new NnDetails.Layer(
                    name,
                    network.widths().get(l),
                    network.widths().get(l + 1),
                    count,
                    posterior.mean(name),
                    sds[sds.length / 2]));
            from += count;
        }
        return layers;
    }
}
