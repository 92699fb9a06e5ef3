package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.ReferencePosteriors.Reference;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against 10,000 reference draws, default settings: means within 0.1 sd, standard deviations within 5 %. */
class ReferencePosteriorTest {
    static List<Reference> references() {
        return ReferencePosteriors.all();
    }

    @BeforeEach
    void needData() {
        assumeTrue(Files.exists(ReferencePosteriors.FOLDER), "reference posteriors are not on this machine");
    }

    @ParameterizedTest
    @MethodSource("references")
    void oneCloudForEverything(Reference reference) {
        assertAgrees(reference, Pmfvb.fit(ReferencePosteriors.model(reference), PmfvbOptions.defaults()));
    }

    @ParameterizedTest
    @MethodSource("references")
    void nuts(Reference reference) {
        GlmModel model = ReferencePosteriors.model(reference);
        NutsOptions options = NutsOptions.defaults(1).withMetric(Metric.DENSE).withDraws(2500);
        List<double[]> starts = new ArrayList<>();
        for (int chain = 0; chain < options.chains(); chain++) {
            double[] start = new double[model.parameters().size()];
            model.start().orElseThrow().sample(RandomStream.of(1, 0, 0, chain), start, 0);
            starts.add(start);
        }
        assertAgrees(reference, Nuts.fit(model, options, starts, Session.NONE));
    }

    private static void assertAgrees(Reference reference, Posterior posterior) {
        Map<String, double[]> expected = ReferencePosteriors.moments(reference);
        List<Summary.Row> rows = posterior.summary().rows();
        for (int j = 0; j < reference.names().size(); j++) {
            double[] moments = expected.get(reference.names().get(j));
            assertThat((rows.get(j).mean() - moments[0]) / moments[1])
                    .as("mean of %s in sd", rows.get(j).parameter())
                    .isBetween(-0.1, 0.1);
            assertThat(rows.get(j).sd() / moments[1])
                    .as("sd ratio of %s", rows.get(j).parameter())
                    .isBetween(0.95, 1.05);
        }
    }
}
