package org.driftfield.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The diagnostics that posteriordb publishes with its reference draws, made there with R's posterior 0.0.2. */
class ReferenceDrawsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(strings = {"kidiq-kidscore_momiq", "eight_schools-eight_schools_noncentered", "garch-garch11"})
    void publishedDiagnosticsAreReproduced(String posterior) throws IOException {
        Path folder = Path.of(System.getProperty("driftfield.data", ""), "posteriordb", posterior);
        Path zip = folder.resolve("reference_draws.json.zip");
        Assumptions.assumeTrue(Files.exists(zip), "reference draws are not on this machine");
        JsonNode info = JSON.readTree(folder.resolve("reference_info.json").toFile());
        JsonNode published = info.get("diagnostics");
        JsonNode names = published.get("diagnostic_information").get("names");
        JsonNode draws = read(zip);
        for (int p = 0; p < names.size(); p++) {
            String name = names.get(p).asText();
            double[][] chains = new double[draws.size()][];
            for (int m = 0; m < chains.length; m++) {
                chains[m] = JSON.treeToValue(draws.get(m).get(name), double[].class);
            }
            assertThat(EffectiveSampleSize.bulk(chains))
                    .as("bulk of %s", name)
                    .isCloseTo(
                            published.get("effective_sample_size_bulk").get(p).asDouble(),
                            Percentage.withPercentage(1e-9));
            assertThat(EffectiveSampleSize.tail(chains))
                    .as("tail of %s", name)
                    .isCloseTo(
                            published.get("effective_sample_size_tail").get(p).asDouble(),
                            Percentage.withPercentage(1e-9));
            // The two draws next to the median are tied once folded, or not, as rounding has it: hence no more digits.
            assertThat(Rhat.rankNormalised(chains))
                    .as("R-hat of %s", name)
                    .isCloseTo(published.get("r_hat").get(p).asDouble(), within(1e-5));
        }
    }

    private static JsonNode read(Path zip) throws IOException {
        try (var file = new ZipFile(zip.toFile());
                var in = file.getInputStream(file.entries().nextElement())) {
            return JSON.readTree(in);
        }
    }
}
