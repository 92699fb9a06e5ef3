package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The paper's logistic regression against its exact mean-field optimum, which is found without Monte Carlo. */
class PaperLogisticTest {
    private static final PaperLogistic PAPER = new PaperLogistic(3);
    private static final GlmModel MODEL = PAPER.model();
    private static final PmfvbOptions TWO_BLOCKS =
            PmfvbOptions.defaults().withParticles(3000).withBlocks(Blocks.of(PaperLogistic.BLOCKS));
    private static double[][] optimum;

    @BeforeAll
    static void solveOnGrids() {
        MultivariateNormal rough = MODEL.start().orElseThrow();
        double[] mode = new double[4];
        double[] sd = new double[4];
        for (int j = 0; j < 4; j++) {
            mode[j] = rough.mean(j);
            sd[j] = Math.sqrt(rough.covariance(j, j));
        }
        optimum = PAPER.optimum(mode, sd);
    }

    private static void assertNearOptimum(Posterior posterior, double means, double variances) {
        List<Summary.Row> rows = posterior.summary().rows();
        for (int j = 0; j < 4; j++) {
            double sd = Math.sqrt(optimum[1][j]);
            assertThat((rows.get(j).mean() - optimum[0][j]) / sd)
                    .as("mean of %s in sd", rows.get(j).parameter())
                    .isBetween(-means, means);
            assertThat(Math.pow(rows.get(j).sd() / sd, 2))
                    .as("variance ratio of %s", rows.get(j).parameter())
                    .isBetween(1 - variances, 1 + variances);
        }
    }

    @Test
    void defaultsWithThePapersParticlesAreNearTheExactOptimum() {
        assertNearOptimum(Pmfvb.fit(MODEL, TWO_BLOCKS), 0.06, 0.08);
    }

    /** 300 sweeps of 3000 particles: the Monte Carlo error is near 0.003 sd for means and 0.5 % for variances. */
    @Test
    void moreSettledSweepsComeCloserStill() {
        assertNearOptimum(Pmfvb.fit(MODEL, TWO_BLOCKS.withCollect(100, 3)), 0.03, 0.03);
    }

    /** The plug-in of the particle mean is biased, and by more than the 0.003 sd that is Monte Carlo error here. */
    @Test
    void theParticleMeanIsBiasedOnThisModel() {
        Posterior plugged = Pmfvb.fit(
                MODEL, TWO_BLOCKS.withExpectation(Expectation.PARTICLE_MEAN).withCollect(100, 3));
        double sd = Math.sqrt(optimum[1][3]);
        assertThat(Math.abs(plugged.mean("x3") - optimum[0][3]) / sd).isGreaterThan(0.05);
    }

    /** One factor for everything is no approximation: it agrees with 4 x 10,000 draws of NUTS. */
    @Test
    void oneFactorAgreesWithNuts() {
        NutsOptions options = NutsOptions.defaults(5).withDraws(10_000);
        Summary exact = Nuts.fit(MODEL, options).summary();
        Summary cloud =
                Pmfvb.fit(MODEL, PmfvbOptions.defaults().withParticles(3000)).summary();
        for (Summary.Row row : exact.rows()) {
            assertThat((cloud.row(row.parameter()).mean() - row.mean()) / row.sd())
                    .isBetween(-0.05, 0.05);
            assertThat(cloud.row(row.parameter()).sd() / row.sd()).isBetween(0.95, 1.05);
        }
    }
}
