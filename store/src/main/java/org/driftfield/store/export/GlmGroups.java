package org.driftfield.store.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.driftfield.data.Design;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPredictor;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.Prior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.glm.GlmDetails;

/** What a generalised linear model knows beyond its draws; its rows are the dimension {@code obs}, by their number in the data. */
final class GlmGroups implements ModelGroups {
    private static final String ROWS = "obs";

    /** Numbers of a group of draws times rows beyond which only some of the draws are there. */
    private static final long MOST = 50_000_000;

    private static final int PRIOR_DRAWS = 1000;

    private final FitRecord record;
    private final Family family;
    private final Design design;
    private final GlmModel model;

    private GlmGroups(FitRecord record, Family family, Design design, GlmModel model) {
        this.record = record;
        this.family = family;
        this.design = design;
        this.model = model;
    }

    static ModelGroups of(Fit fit, Optional<Path> data) {
        if (data.isEmpty()) {
            return NoGroups.withoutData(fit);
        }
        GlmDetails details = fit.record().details(GlmDetails.class);
        Recipe recipe = Recipe.fromMap(details.recipe());
        Table table = Table.read(data.get(), recipe.csvOptions().withColumnsOf(recipe.formula()));
        Design design = Design.of(recipe.formula(), table, NaPolicy.DROP);
        Family family = Family.of(details.family());
        return new GlmGroups(fit.record(), family, design, GlmModel.of(design, family, priors(fit.record(), design)));
    }

    /** The priors of the fit, with defaults filled in. */
    private static GlmPriors priors(FitRecord record, Design design) {
        Map<String, Prior> each = new LinkedHashMap<>();
        Prior scale = null;
        for (Map.Entry<String, String> prior : record.priors().entrySet()) {
            if (design.names().contains(prior.getKey()) && each.size() < design.columns()) {
                each.put(prior.getKey(), Prior.of(prior.getValue()));
            } else {
                scale = Prior.of(prior.getValue());
            }
        }
        return new GlmPriors(null, null, each, scale);
    }

    @Override
    public void write(ZarrGroup root, Map<String, ?> attributes, Draws draws, Chains chains) throws IOException {
        String response = design.responseName();
        int n = design.rows();
        int[] rows = Arrays.stream(design.keptRows()).map(row -> row + 1).toArray();
        ArvizGroup observed = new ArvizGroup(root, "observed_data", attributes);
        observed.zarr().places(ROWS, rows);
        observed.numbers(response, List.of(ROWS), new int[] {n}, i -> design.response()[(int) i]);
        if (design.trials() != null) {
            ArvizGroup constant = new ArvizGroup(root, "constant_data", attributes);
            constant.zarr().places(ROWS, rows);
            constant.numbers("trials", List.of(ROWS), new int[] {n}, i -> design.trials()[(int) i]);
        }
        int[] chosen = ArvizGroup.evenly(chains.length(), (int) Math.min(Integer.MAX_VALUE, MOST / n / chains.count()));
        int[] shape = {chains.count(), chosen.length, n};
        List<String> dimensions = List.of("chain", "draw", ROWS);
        likelihood(root, attributes, draws, chains, chosen, rows, response, dimensions, shape);
        predictive(root, attributes, draws, chains, chosen, rows, response, dimensions, shape);
        prior(root, attributes);
    }

    private void likelihood(
            ZarrGroup root,
            Map<String, ?> attributes,
            Draws draws,
            Chains chains,
            int[] chosen,
            int[] rows,
            String response,
            List<String> dimensions,
            int[] shape)
            throws IOException {
        ArvizGroup group = new ArvizGroup(root, "log_likelihood", attributes);
        group.sampled(chains, chosen);
        group.zarr().places(ROWS, rows);
        double[] theta = new double[draws.width()];
        long[] held = {-1};
        int n = design.rows();
        double[] ofRows = new double[n];
        group.numbers(response, dimensions, shape, i -> {
            if (held[0] != i / n) {
                held[0] = i / n;
                draws.row(place(chains, chosen, held[0]), 0, draws.width(), theta);
                System.arraycopy(model.logLikelihoods(theta), 0, ofRows, 0, n);
            }
            return ofRows[(int) (i % n)];
        });
    }

    private void predictive(
            ZarrGroup root,
            Map<String, ?> attributes,
            Draws draws,
            Chains chains,
            int[] chosen,
            int[] rows,
            String response,
            List<String> dimensions,
            int[] shape)
            throws IOException {
        ArvizGroup group = new ArvizGroup(root, "posterior_predictive", attributes);
        group.sampled(chains, chosen);
        group.zarr().places(ROWS, rows);
        List<String> names = draws.layout().elementNames();
        double[] theta = new double[draws.width()];
        int n = design.rows();
        long[] held = {-1};
        GlmPredictor[] at = new GlmPredictor[1];
        group.numbers(response, dimensions, shape, i -> {
            if (held[0] != i / n) {
                held[0] = i / n;
                draws.row(place(chains, chosen, held[0]), 0, draws.width(), theta);
                at[0] = GlmPredictor.of(family, design.names(), names, theta);
            }
            int row = (int) (i % n);
            RandomStream random = RandomStream.of(record.asked().seed(), held[0], StreamKeys.GLM_PREDICTION, row);
            return at[0].observation(design, row, at[0].responses(design, row)[0], 0, random);
        });
    }

    private static int place(Chains chains, int[] chosen, long draw) {
        return chains.place((int) (draw / chosen.length), chosen[(int) (draw % chosen.length)]);
    }

    /** Draws of the prior, where every part of it is a distribution. */
    private void prior(ZarrGroup root, Map<String, ?> attributes) throws IOException {
        Map<String, Prior> priors = model.priors();
        if (priors.values().stream().anyMatch(Prior.Flat.class::isInstance)) {
            return;
        }
        ArvizGroup group = new ArvizGroup(root, "prior", attributes);
        group.zarr().counts("chain", 1);
        group.zarr().counts("draw", PRIOR_DRAWS);
        int parameter = 0;
        for (Map.Entry<String, Prior> prior : priors.entrySet()) {
            int own = parameter++;
            group.numbers(
                    prior.getKey(),
                    List.of("chain", "draw"),
                    new int[] {1, PRIOR_DRAWS},
                    i -> prior.getValue().sample(RandomStream.of(record.asked().seed(), i, StreamKeys.GLM_PRIOR, own)));
        }
    }

    @Override
    public List<String> remarks() {
        List<String> flat = model.priors().entrySet().stream()
                .filter(prior -> prior.getValue() instanceof Prior.Flat)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(ArrayList::new));
        return flat.isEmpty()
                ? List.of()
                : List.of("There is no group prior: that of " + String.join(", ", flat) + " is flat.");
    }
}
