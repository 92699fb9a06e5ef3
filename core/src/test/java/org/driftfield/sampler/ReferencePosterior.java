package org.driftfield.sampler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Assumptions;

/** A posterior of posteriordb with its data and reference draws; see MODELS.md beside them. */
record ReferencePosterior(JsonNode data, JsonNode chains) {
    static ReferencePosterior read(String name) throws IOException {
        Path folder = Path.of(System.getProperty("driftfield.data", "data"), "posteriordb", name);
        Assumptions.assumeTrue(Files.exists(folder), "no reference posteriors at " + folder);
        ObjectMapper json = new ObjectMapper();
        try (InputStream file = Files.newInputStream(folder.resolve("reference_draws.json.zip"));
                ZipInputStream zip = new ZipInputStream(file)) {
            zip.getNextEntry();
            return new ReferencePosterior(
                    json.readTree(folder.resolve("data.json").toFile()), json.readTree(zip.readAllBytes()));
        }
    }

    double[] array(String field) {
        return values(data.get(field));
    }

    /** The reference draws of one parameter, one series per chain. */
    double[][] draws(String parameter) {
        double[][] out = new double[chains.size()][];
        for (int c = 0; c < out.length; c++) {
            out[c] = values(chains.get(c).get(parameter));
        }
        return out;
    }

    private static double[] values(JsonNode node) {
        double[] out = new double[node.size()];
        for (int i = 0; i < out.length; i++) {
            out[i] = node.get(i).asDouble();
        }
        return out;
    }
}
