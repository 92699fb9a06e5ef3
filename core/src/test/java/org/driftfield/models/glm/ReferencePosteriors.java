package org.driftfield.models.glm;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;

/**
 * Regression posteriors of posteriordb with their reference draws (Stan's NUTS). The file of resources has what a Gaussian
 * regression knows of its rows, the triangular factor R of [X y] = QR and their number, with the mean and standard deviation of
 * each parameter over 10,000 reference draws: the posteriors are the same without the data, which are not ours to pass on.
 */
final class ReferencePosteriors {
    static final Path FOLDER = Path.of(System.getProperty("driftfield.data", "missing"), "posteriordb");

    /** One posterior: its folder, the model as users would write it, and the reference name of each parameter. */
    record Reference(String folder, String formula, GlmPriors priors, List<String> names) {
        @Override
        public String toString() {
            return folder;
        }
    }

    private ReferencePosteriors() {}

    static List<Reference> all() {
        Prior flat = Prior.FLAT;
        GlmPriors cauchy = new GlmPriors(flat, flat, Map.of(), Prior.of("half-cauchy(2.5)"));
        GlmPriors allFlat = new GlmPriors(flat, flat, Map.of(), flat);
        Prior ten = Prior.of("normal(0,10)");
        GlmPriors tens = new GlmPriors(ten, ten, Map.of(), Prior.of("half-normal(10)"));
        return List.of(
                new Reference("kidiq-kidscore_momiq", "kid_score ~ mom_iq", cauchy, betas(2)),
                new Reference("kidiq-kidscore_interaction", "kid_score ~ mom_hs * mom_iq", cauchy, betas(4)),
                new Reference("earnings-logearn_height_male", "log(earn) ~ height + male", allFlat, betas(3)),
                new Reference(
                        "mesquite-logmesquite",
                        "log(weight) ~ log(diam1) + log(diam2) + log(canopy_height) + log(total_height) + log(density) + group",
                        allFlat,
                        betas(7)),
                new Reference(
                        "nes1980-nes",
                        "partyid7 ~ real_ideo + race_adj + C(age_discrete) + educ1 + gender + income",
                        allFlat,
                        List.of(
                                "beta[1]", "beta[2]", "beta[3]", "beta[4]", "beta[5]", "beta[6]", "beta[7]", "beta[8]",
                                "beta[9]", "sigma")),
                new Reference("sblrc-blr", "y ~ 0 + X1 + X2 + X3 + X4 + X5", tens, betas(5)),
                new Reference("sblri-blr", "y ~ 0 + X1 + X2 + X3 + X4 + X5", tens, betas(5)),
                new Reference("kilpisjarvi_mod-kilpisjarvi", "y ~ x", null, List.of("alpha", "beta", "sigma")));
    }

    /** What is kept of a posterior. */
    record Kept(GlmModel model, List<String> parameters, double[] mean, double[] sd) {}

    /** What is kept of the posterior of this name. */
    static Kept kept(String name) {
        for (JsonNode one : resource()) {
            if (one.get("name").asText().equals(name)) {
                return new Kept(
                        keptModel(one),
                        new ObjectMapper().convertValue(one.get("parameters"), new TypeReference<List<String>>() {}),
                        new ObjectMapper().convertValue(one.get("mean"), double[].class),
                        new ObjectMapper().convertValue(one.get("sd"), double[].class));
            }
        }
        throw new IllegalArgumentException("no reference posterior " + name);
    }

    /** The regression of as many rows as there were: the rows of R, and rows of zeros, which tell only how many there are. */
    private static GlmModel keptModel(JsonNode one) {
        JsonNode factor = one.get("factor");
        int n = one.get("rows").asInt();
        int p = factor.size() - 1;
        JsonNode priors = one.get("coefficients");
        List<Column> columns = new ArrayList<>();
        Map<String, Prior> each = new LinkedHashMap<>();
        StringBuilder formula = new StringBuilder("y ~ 0");
        for (int j = 0; j <= p; j++) {
            double[] values = new double[n];
            for (int i = 0; i <= j; i++) {
                values[i] = factor.get(i).get(j - i).asDouble();
            }
            String column = j == p ? "y" : "x" + (j + 1);
            columns.add(Column.of(column, values));
            if (j < p) {
                formula.append(" + ").append(column);
                each.put(
                        column,
                        Prior.of(priors.get(Math.min(j, priors.size() - 1)).asText()));
            }
        }
        return GlmModel.of(
                Design.of(
                        Formula.parse(formula.toString()),
                        Table.of(one.get("name").asText(), columns),
                        NaPolicy.ERROR),
                Family.GAUSSIAN,
                new GlmPriors(
                        Prior.FLAT, Prior.FLAT, each, Prior.of(one.get("sigma").asText())));
    }

    private static JsonNode resource() {
        try (InputStream in = ReferencePosteriors.class.getResourceAsStream("reference-posteriors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> betas(int count) {
        List<String> names = new ArrayList<>();
        for (int j = 1; j <= count; j++) {
            names.add("beta[" + j + "]");
        }
        names.add("sigma");
        return names;
    }

    static GlmModel model(Reference reference) {
        JsonNode data = json(FOLDER.resolve(reference.folder()).resolve("data.json"));
        List<Column> columns = new ArrayList<>();
        int n = data.get("N").asInt();
        for (Map.Entry<String, JsonNode> field : data.properties()) {
            if (field.getValue().isArray() && field.getValue().size() == n) {
                if (field.getValue().get(0).isArray()) {
                    for (int j = 0; j < field.getValue().get(0).size(); j++) {
                        double[] values = new double[n];
                        for (int i = 0; i < n; i++) {
                            values[i] = field.getValue().get(i).get(j).asDouble();
                        }
                        columns.add(Column.of(field.getKey() + (j + 1), values));
                    }
                } else {
                    double[] values = new double[n];
                    for (int i = 0; i < n; i++) {
                        values[i] = field.getValue().get(i).asDouble();
                    }
                    columns.add(Column.of(field.getKey(), values));
                }
            }
        }
        GlmPriors priors = reference.priors();
        if (priors == null) {
            priors = new GlmPriors(
                    new Prior.Normal(
                            data.get("pmubeta").asDouble(), data.get("psbeta").asDouble()),
                    new Prior.Normal(
                            data.get("pmualpha").asDouble(), data.get("psalpha").asDouble()),
                    Map.of(),
                    Prior.FLAT);
        }
        Table table = Table.of(reference.folder(), columns);
        return GlmModel.of(
                Design.of(Formula.parse(reference.formula()), table, NaPolicy.ERROR), Family.GAUSSIAN, priors);
    }

    /** Mean and standard deviation of each parameter over the reference draws. */
    static Map<String, double[]> moments(Reference reference) {
        Map<String, List<Double>> draws = new LinkedHashMap<>();
        Path file = FOLDER.resolve(reference.folder()).resolve("reference_draws.json.zip");
        try (ZipFile zip = new ZipFile(file.toFile());
                InputStream in = zip.getInputStream(zip.entries().nextElement())) {
            for (JsonNode chain : new ObjectMapper().readTree(in)) {
                for (Map.Entry<String, JsonNode> field : chain.properties()) {
                    List<Double> all = draws.computeIfAbsent(field.getKey(), name -> new ArrayList<>());
                    field.getValue().forEach(value -> all.add(value.asDouble()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, double[]> moments = new LinkedHashMap<>();
        draws.forEach((name, values) -> {
            double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
            double variance =
                    values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (values.size() - 1);
            moments.put(name, new double[] {mean, Math.sqrt(variance)});
        });
        return moments;
    }

    private static JsonNode json(Path file) {
        try {
            return new ObjectMapper().readTree(Files.newInputStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
