package org.driftfield.store.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.driftfield.model.Variable;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitFolder;

/**
 * A fit as ArviZ knows it: a Zarr folder of groups. {@code posterior} has chain × draw × the variable's own dimensions,
 * {@code sample_stats} what is known of each draw, and what the kind of model knows is in {@code log_likelihood},
 * {@code posterior_predictive}, {@code prior}, {@code observed_data} and {@code constant_data}.
 */
final class ArvizFolder {
    private ArvizFolder() {}

    static List<String> write(Fit fit, Optional<Path> data, Path folder) throws IOException {
        Map<String, Object> provenance = ArvizAttributes.of(fit.record());
        ZarrGroup root = ZarrGroup.create(folder, provenance);
        try (Draws draws = Draws.of(fit)) {
            Chains chains = Chains.of(draws.layout());
            ModelGroups more = ModelGroups.of(fit, data);
            posterior(
                    new ArvizGroup(root, "posterior", provenance),
                    draws,
                    chains,
                    variable -> more.isPosterior(variable));
            Optional<DrawStatistics> known = new FitFolder(fit.folder()).statistics(fit.record());
            if (known.isPresent()) {
                statistics(new ArvizGroup(root, "sample_stats", provenance), known.get(), chains);
            }
            more.write(root, provenance, draws, chains);
            root.consolidate();
            return more.remarks();
        }
    }

    private static void posterior(ArvizGroup group, Draws draws, Chains chains, Predicate<Variable> belongs)
            throws IOException {
        group.sampled(chains);
        int at = 0;
        for (Variable variable : draws.variables()) {
            if (belongs.test(variable)) {
                group.variable(variable, draws, chains, at);
            }
            at += variable.size();
        }
    }

    private static void statistics(ArvizGroup group, DrawStatistics known, Chains chains) throws IOException {
        group.sampled(chains);
        List<String> dimensions = new ArrayList<>(ArvizGroup.SAMPLED);
        int[] shape = {chains.count(), chains.length()};
        for (Statistic one : known.known()) {
            double[] values = known.get(one).orElseThrow();
            ZarrGroup.Values inChains = i -> values[chains.place((int) i)];
            switch (one) {
                case DIVERGING -> group.zarr().truths(one.word(), dimensions, shape, inChains);
                case TREE_DEPTH, N_STEPS -> group.zarr().wholes(one.word(), dimensions, shape, inChains);
                case LP, ACCEPTANCE_RATE, STEP_SIZE, ENERGY ->
                    group.zarr().numbers(one.word(), dimensions, shape, inChains);
            }
        }
    }
}
