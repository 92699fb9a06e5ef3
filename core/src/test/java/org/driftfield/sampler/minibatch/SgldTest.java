package org.driftfield.sampler.minibatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.driftfield.InferenceException;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.dynamics.StochasticLangevin;
import org.driftfield.sampler.Moments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains along minibatch gradients, on a posterior whose answer is known. */
class SgldTest {
    private static final int N = 50;
    private static final double PRECISION = 2;
    private static final NormalMeans MODEL = NormalMeans.sample(N, PRECISION, 3);

    private static SgldOptions options(StochasticLangevin rule) {
        return SgldOptions.defaults(rule, 8)
                .withStep(StepSchedule.constant(0.006))
                .withBatch(10)
                .withWarmup(500)
                .withDraws(25_000)
                .withThin(1)
                .withThreads(1);
    }

    private static Run run(SgldOptions options, Session session) {
        try (Sgld sgld = Sgld.of(MODEL, options)) {
            return Driver.run(
                    sgld, options.stoppingRule(), options.runOptions().in(session, options.withThreads(1) + ""));
        }
    }

    /**
     * With Λ = nP, z' = (1 - hΛ/2) z + √h ξ + (h/2) ε: the noise ε of a gradient from B of n rows drawn without return has
     * variance Λ² S²/B (1 - B/n). So the variance is (h + h²/4 Var ε) / (1 - (1 - hΛ/2)²).
     */
    @ParameterizedTest
    @ValueSource(ints = {10, 25, 50, 1000})
    void hasTheVarianceOfItsStepAndItsMinibatch(int batch) {
        Run run = run(options(StochasticLangevin.plain()).withBatch(batch), Session.NONE);
        double h = 0.006;
        double lambda = N * PRECISION;
        double noise = lambda * lambda * MODEL.variance() * Math.max(0, 1.0 / batch - 1.0 / N);
        double kept = 1 - h * lambda / 2;
        double sd = Math.sqrt((h + h * h / 4 * noise) / (1 - kept * kept));
        Moments mean = Moments.of(Moments.series(run, 0));
        Moments spread = Moments.ofSpread(Moments.series(run, 0));
        assertThat(mean.mean()).isCloseTo(MODEL.average(), within(4 * mean.error()));
        assertThat(spread.mean()).isCloseTo(sd, within(4 * spread.error()));
    }

    /** A step that decays to nothing leaves the posterior. */
    @Test
    void aSmallStepLeavesThePosterior() {
        SgldOptions options = options(StochasticLangevin.plain())
                .withBatch(N)
                .withStep(StepSchedule.decaying(60, 20_000))
                .withWarmup(20_000)
                .withThin(10);
        Moments spread = Moments.ofSpread(Moments.series(run(options, Session.NONE), 0));
        // h falls from 0.0015 to 0.0002, which inflates the variance by at most hΛ/4 = 4 %, less than 1 % on average.
        double sd = 1 / Math.sqrt(N * PRECISION);
        assertThat(spread.mean()).isCloseTo(sd, within(4 * spread.error() + 0.005 * sd));
    }

    @Test
    void threadsAndAStopChangeNoBit(@TempDir Path folder) {
        for (StochasticLangevin rule : List.of(
                StochasticLangevin.plain(), StochasticLangevin.preconditioned(N), StochasticLangevin.adaptiveDrift())) {
            SgldOptions options =
                    options(rule).withStep(StepSchedule.constant(0.0005)).withDraws(50);
            Run whole = run(options, Session.NONE);
            Session saved = Session.NONE.savedTo(folder.resolve(rule.getClass().getSimpleName()), 0);
            Session stopping = saved.watchedBy(event -> {
                if (event.iteration() == 520) {
                    throw new IllegalStateException("stop");
                }
            });
            assertThatThrownBy(() -> run(options.withThreads(2), stopping)).hasMessage("stop");
            assertThat(run(options.withThreads(3), saved).draws()).isEqualTo(whole.draws());
        }
    }

    @Test
    void aStepTooLargeIsSaid() {
        assertThatThrownBy(() -> run(
                        options(StochasticLangevin.plain())
                                .withStep(StepSchedule.constant(10))
                                .withChains(1),
                        Session.NONE))
                .isInstanceOf(InferenceException.class)
                .hasMessageContaining("chain 1 ran away in iteration")
                .hasMessageContaining("take smaller steps, now 10.0");
    }
}
