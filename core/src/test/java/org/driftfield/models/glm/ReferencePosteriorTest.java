package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.ReferencePosteriors.Kept;
import org.driftfield.models.glm.ReferencePosteriors.Reference;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against 10,000 reference draws, default settings: means within 0.1 sd, standard deviations within 5 %. */
class ReferencePosteriorTest {
    static List<Reference> references() {
        return ReferencePosteriors.all();
    }

    @ParameterizedTest
    @MethodSource("references")
    void oneCloudForEverything(Reference reference) {
        Kept kept = ReferencePosteriors.kept(reference.folder());
        assertAgrees(kept, Pmfvb.fit(kept.model(), PmfvbOptions.defaults()));
    }

    @ParameterizedTest
    @MethodSource("references")
    void nuts(Reference reference) {
        Kept kept = ReferencePosteriors.kept(reference.folder());
        GlmModel model = kept.model();
        NutsOptions options = NutsOptions.defaults(1).withMetric(Metric.DENSE).withDraws(2500);
        List<double[]> starts = new ArrayList<>();
        for (int chain = 0; chain < options.chains(); chain++) {
            double[] start = new double[model.parameters().size()];
            model.start().orElseThrow().sample(RandomStream.of(1, 0, 0, chain), start, 0);
            starts.add(start);
        }
        assertAgrees(kept, Nuts.fit(model, options, starts, Session.NONE));
    }

    private static void assertAgrees(Kept kept, Posterior posterior) {
        List<Summary.Row> rows = posterior.summary().rows();
        for (int j = 0; j < kept.mean().length; j++) {
            assertThat((rows.get(j).mean() - kept.mean()[j]) / kept.sd()[j])
                    .as("mean of %s in sd", kept.parameters().get(j))
                    .isBetween(-0.1, 0.1);
            assertThat(rows.get(j).sd() / kept.sd()[j])
                    .as("sd ratio of %s", kept.parameters().get(j))
                    .isBetween(0.95, 1.05);
        }
    }

    /** Where the data are, what is kept of them gives the same log density but for a constant, and the same figures. */
    @ParameterizedTest
    @MethodSource("references")
    void whatIsKeptIsWhatTheDataSay(Reference reference) {
        assumeTrue(Files.exists(ReferencePosteriors.FOLDER), "reference posteriors are not on this machine");
        Kept kept = ReferencePosteriors.kept(reference.folder());
        GlmModel model = ReferencePosteriors.model(reference);
        double[] mode = kept.mean().clone();
        double[] apart = mode.clone();
        for (int j = 0; j < apart.length; j++) {
            apart[j] += (j % 2 == 0 ? 1 : -1) * kept.sd()[j];
        }
        double[] gradient = new double[mode.length];
        double expected = model.logDensity(mode, gradient) - model.logDensity(apart, gradient);
        assertThat(kept.model().logDensity(mode, gradient) - kept.model().logDensity(apart, gradient))
                .isCloseTo(expected, within(1e-7 * (1 + Math.abs(expected))));
        assertThat(kept.parameters()).isEqualTo(reference.names());
        Map<String, double[]> moments = ReferencePosteriors.moments(reference);
        for (int j = 0; j < mode.length; j++) {
            assertThat(moments.get(reference.names().get(j)))
                    .containsExactly(new double[] {kept.mean()[j], kept.sd()[j]}, within(1e-9));
        }
    }
}
