package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.driver.Session;
import org.driftfield.driver.TraceColumns;
import org.driftfield.driver.TrendRule;
import org.driftfield.posterior.Posterior;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
    private static final PmfvbOptions OPTIONS =
            PmfvbOptions.defaults().withBoundEvery(1, 1).withCollect(40, 1);

    /**
     * The bound of exact factors is log C - KL(q‖π), known for a Gaussian. Averaged over 40 snapshots its Monte Carlo error is
     * below 0.01; the nearest-neighbour entropy of 1000 points in two dimensions may be off by 0.01 for each factor.
     */
    @Test
    void theHonestBoundIsTheLogNormalisingConstantLessTheDivergence() {
        GaussianModel model = new GaussianModel.Knowing(GaussianModel.autoregressive(4, 0.6));
        double logConstant = 0.5 * (4 * Math.log(2 * Math.PI) + Math.log(CommonOps_DDRM.det(model.covariance.copy())));
        for (Blocks blocks : new Blocks[] {Blocks.of("x[1],x[2] | x[3],x[4]"), Blocks.each()}) {
            Posterior posterior = Pmfvb.fit(model, OPTIONS.withBlocks(blocks));
            double[] bounds = posterior.trace().lastOf(TraceColumns.LOWER_BOUND_HONEST, 40);
            double divergence = model.optimalDivergence(blocks.resolve(model));
            assertThat(divergence).isGreaterThan(0.1);
            assertThat(Arrays.stream(bounds).average().orElseThrow()).isCloseTo(logConstant - divergence, within(0.06));
        }
        GaussianModel two = GaussianModel.autoregressive(2, 0.9);
        double[] joint = Pmfvb.fit(two, OPTIONS).trace().lastOf(TraceColumns.LOWER_BOUND_HONEST, 40);
        assertThat(Arrays.stream(joint).average().orElseThrow())
                .isCloseTo(
                        Math.log(2 * Math.PI) + 0.5 * Math.log(CommonOps_DDRM.det(two.covariance.copy())),
                        within(0.03));
    }

    /** Closed forms have exact entropies: mixed with particles or not, the bound is the same. Jacobian terms included. */
    @Test
    void closedFormsAndParticlesHaveTheSameBound() {
        PmfvbOptions options = OPTIONS.withBlocks(Blocks.each());
        double[] means = new double[3];
        for (int k = 0; k < 3; k++) {
            var model = new ConjugateTest.NormalMeanVariance(k > 0, k > 1);
            means[k] = Arrays.stream(Pmfvb.fit(model, options).trace().lastOf(TraceColumns.LOWER_BOUND_HONEST, 40))
                    .average()
                    .orElseThrow();
        }
        assertThat(means[0]).isCloseTo(means[2], within(0.04));
        assertThat(means[1]).isCloseTo(means[2], within(0.04));
    }

    /** A rule may follow a column that has values only every few iterations. */
    @Test
    void aRunCanStopOnTheHonestBound() {
        Posterior posterior = Pmfvb.fit(
                GaussianModel.autoregressive(2, 0.5),
                OPTIONS.withBoundEvery(1, 5),
                new TrendRule(
                        TraceColumns.LOWER_BOUND_HONEST, "the lower bound", TraceColumns.LOG_DENSITY_SD, 0.1, 20, 1e-3),
                Session.NONE);
        assertThat(posterior.settled()).isTrue();
        assertThat(posterior.trace().rows()).isBetween(100 + 40, 400);
    }
}
