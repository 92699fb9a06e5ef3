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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PaperLogisticTest {
    private static final PaperLogistic PAPER = new PaperLogistic(3);
    private static final GlmModel MODEL = PAPER.model();
    private static double[][] optimum;

    @BeforeAll
    static void solveOnGrids() {
        long t0 = System.nanoTime();
        MultivariateNormal rough = MODEL.start().orElseThrow();
        double[] mode = new double[4];
        double[] sd = new double[4];
        for (int j = 0; j < 4; j++) {
            mode[j] = rough.mean(j);
            sd[j] = Math.sqrt(rough.covariance(j, j));
        }
        optimum = PAPER.optimum(mode, sd);
        System.out.println("GRID " + (System.nanoTime() - t0) / 1e9 + java.util.Arrays.deepToString(optimum));
    }

    private static void assertNearOptimum(Posterior posterior, double means, double variances) {
        List<Summary.Row> rows = posterior.summary().rows();
        for (int j = 0; j < 4; j++) {
            double sd = Math.sqrt(optimum[1][j]);
            System.out.printf(
                    "OUT %s off %.4f sd, var %.4f, mcse %.4f sd rhat %.4f%n",
                    rows.get(j).parameter(),
                    (rows.get(j).mean() - optimum[0][j]) / sd,
                    Math.pow(rows.get(j).sd() / sd, 2) - 1,
                    rows.get(j).mcse() / sd,
                    rows.get(j).rhat());
        }
        System.out.println("OUT rows " + posterior.trace().rows() + " sec "
                + posterior.provenance().seconds() + " " + posterior.stopped() + posterior.warnings());
        for (int j = 0; j < 4; j++) {
            double sd = Math.sqrt(optimum[1][j]);
            assertThat(rows.get(j).mean()).isBetween(optimum[0][j] - means * sd, optimum[0][j] + means * sd);
            assertThat(Math.pow(rows.get(j).sd() / sd, 2)).isBetween(1 - variances, 1 + variances);
        }
    }

    @Test
    void defaultsWithThePapersParticlesAreNearTheExactOptimum() {
        PmfvbOptions options = PmfvbOptions.defaults().withParticles(3000).withBlocks(Blocks.of(PaperLogistic.BLOCKS));
        assertNearOptimum(Pmfvb.fit(MODEL, options), 0.06, 0.08);
    }

    @Test
    void moreSettledSweepsComeCloserStill() {
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(3000)
                .withBlocks(Blocks.of(PaperLogistic.BLOCKS))
                .withCollect(100, 3);
        assertNearOptimum(Pmfvb.fit(MODEL, options), 0.03, 0.03);
    }

    @Test
    void subset() {
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(3000)
                .withBlocks(Blocks.of(PaperLogistic.BLOCKS))
                .withExpectation(Expectation.PARTICLE_MEAN)
                .withCollect(100, 3);
        assertNearOptimum(Pmfvb.fit(MODEL, options), 1, 1);
    }
}
