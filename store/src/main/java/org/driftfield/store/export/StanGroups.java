package org.driftfield.store.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.NumericColumn;
import org.driftfield.data.Table;
import org.driftfield.model.Variable;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.Json;
import org.driftfield.store.stan.StanDetails;

/**
 * What a program in the Stan language knows beyond its parameters: generated quantities called {@code log_lik}, or so and more, are
 * the log likelihood, those drawn by an {@code _rng} function the predictive; data that have a distribution in the program are
 * observed, the others constant.
 */
final class StanGroups implements ModelGroups {
    private static final String LOG_LIKELIHOOD = "log_lik";

    private final StanDetails details;
    private final Map<String, Nested> data;
    private final List<String> remarks;

    private StanGroups(StanDetails details, Map<String, Nested> data, List<String> remarks) {
        this.details = details;
        this.data = data;
        this.remarks = remarks;
    }

    /** Numbers in a list of lists: their sizes, and all of them with the last index running fastest. */
    private record Nested(List<Integer> shape, List<Double> values) {
        static Nested of(JsonNode node) {
            List<Integer> shape = new ArrayList<>();
            for (JsonNode inner = node; inner.isArray(); inner = inner.get(0)) {
                shape.add(inner.size());
                if (inner.isEmpty()) {
                    break;
                }
            }
            List<Double> values = new ArrayList<>();
            collect(node, values);
            return new Nested(shape, values);
        }

        private static void collect(JsonNode node, List<Double> into) {
            if (node.isArray()) {
                node.forEach(inner -> collect(inner, into));
            } else {
                into.add(node.isNumber() ? node.doubleValue() : Double.NaN);
            }
        }
    }

    static ModelGroups of(Fit fit, Optional<Path> data) {
        StanDetails details = fit.record().details(StanDetails.class);
        if (data.isEmpty()) {
            return new StanGroups(
                    details,
                    Map.of(),
                    List.of("The data of the fit, " + fit.record().data().file()
                            + ", are not there or have changed: observed_data is left out; --data says where they are"
                            + " now."));
        }
        String name = data.get().toString();
        if (name.endsWith(".json")) {
            return new StanGroups(details, json(data.get()), List.of());
        }
        if (name.endsWith(".csv")) {
            return new StanGroups(details, csv(data.get()), List.of());
        }
        return new StanGroups(
                details,
                Map.of(),
                List.of("Data in the format of R's dump are not exported: observed_data is left out."));
    }

    private static Map<String, Nested> json(Path file) {
        Map<String, Nested> all = new LinkedHashMap<>();
        try {
            Json.MAPPER.readTree(file.toFile()).properties().forEach(entry -> {
                if (entry.getValue().isNumber() || entry.getValue().isArray()) {
                    all.put(entry.getKey(), Nested.of(entry.getValue()));
                }
            });
        } catch (IOException e) {
            throw FileTrouble.cannot("read", file, e);
        }
        return all;
    }

    private static Map<String, Nested> csv(Path file) {
        Map<String, Nested> all = new LinkedHashMap<>();
        Table table = Table.read(file, CsvOptions.defaults());
        for (String name : table.names()) {
            if (table.column(name) instanceof NumericColumn) {
                List<Double> values = new ArrayList<>();
                for (double value : table.numbers(name)) {
                    values.add(value);
                }
                all.put(name, new Nested(List.of(values.size()), values));
            }
        }
        return all;
    }

    private static boolean isLikelihood(Variable variable) {
        return variable.role() == Variable.Role.GENERATED && variable.name().startsWith(LOG_LIKELIHOOD);
    }

    private boolean isPredictive(Variable variable) {
        return variable.role() == Variable.Role.GENERATED && details.predicted().contains(variable.name());
    }

    @Override
    public boolean isPosterior(Variable variable) {
        return !isLikelihood(variable) && !isPredictive(variable);
    }

    @Override
    public void write(ZarrGroup root, Map<String, ?> attributes, Draws draws, Chains chains) throws IOException {
        ArvizGroup likelihood = null;
        ArvizGroup predictive = null;
        int at = 0;
        for (Variable variable : draws.variables()) {
            if (isLikelihood(variable)) {
                likelihood = likelihood == null ? sampled(root, "log_likelihood", attributes, chains) : likelihood;
                likelihood.variable(variable, draws, chains, at);
            } else if (isPredictive(variable)) {
                predictive =
                        predictive == null ? sampled(root, "posterior_predictive", attributes, chains) : predictive;
                predictive.variable(variable, draws, chains, at);
            }
            at += variable.size();
        }
        data(root, "observed_data", attributes, true);
        data(root, "constant_data", attributes, false);
    }

    private static ArvizGroup sampled(ZarrGroup root, String name, Map<String, ?> attributes, Chains chains)
            throws IOException {
        ArvizGroup group = new ArvizGroup(root, name, attributes);
        group.sampled(chains);
        return group;
    }

    private void data(ZarrGroup root, String name, Map<String, ?> attributes, boolean observed) throws IOException {
        ArvizGroup group = null;
        for (Map.Entry<String, Nested> entry : data.entrySet()) {
            if (details.observed().contains(entry.getKey()) == observed) {
                group = group == null ? new ArvizGroup(root, name, attributes) : group;
                Nested nested = entry.getValue();
                List<String> dimensions = new ArrayList<>();
                for (int axis = 0; axis < nested.shape().size(); axis++) {
                    String dimension = entry.getKey() + "_dim_" + axis;
                    group.coordinates(dimension, nested.shape().get(axis), List.of());
                    dimensions.add(dimension);
                }
                group.numbers(
                        entry.getKey(),
                        dimensions,
                        nested.shape().stream().mapToInt(Integer::intValue).toArray(),
                        i -> nested.values().get((int) i));
            }
        }
    }

    @Override
    public List<String> remarks() {
        return remarks;
    }
}
