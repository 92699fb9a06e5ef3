package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.driftfield.driver.Session;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.models.volatility.smc.VolatilityLikelihood;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Smc;
import org.driftfield.sampler.SmcOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits of whole series. */
class VolatilityTest {
    /** T = 500, μ = 1, φ = 0.8, σ = 0.5. */
    private static final Returns RETURNS =
            SimulatedReturns.of(500, 1, 0.8, 0.5, 2).returns();

    private static final double LOG_SIGMA2 = -1.2607;

    /**
     * The optimum of q(μ) q(σ²) q(φ, x) was computed by long adjusted runs of (φ, x) and μ at two held q(σ²): it is where the
     * update of q(σ²) would change nothing, between them. Standard errors are below 0.0005 for log σ², with the control
     * variates, and 0.0001 for the others. Without control variates log σ² is -1.7572 (0.0027), -1.2606 (0.0015) and -1.5081
     * (0.0030); alternating with plain closed forms gave -1.2604 (0.0005) for the second.
     */
    @ParameterizedTest
    @CsvSource({"1, 1.1069, 0.8834, -1.7593", "2, 1.2081, 0.8061, -1.2607", "3, 1.1343, 0.8609, -1.5079"})
    void thePaperSettlesAtItsOptimum(int series, double mu, double phi, double logSigma2) {
        Posterior posterior = Volatility.fit(
                        SimulatedReturns.of(500, 1, 0.8, 0.5, series).returns(),
                        VolatilityOptions.defaults(PaperFactorization.PAPER))
                .posterior()
                .with("log_sigma2", draw -> Math.log(draw[2]));
        assertThat(posterior.settled()).isTrue();
        assertThat(FixedPointRule.residual(posterior)).isLessThan(0.2);
        assertThat(posterior.mean("log_sigma2")).isCloseTo(logSigma2, within(0.1 * posterior.sd("log_sigma2")));
        assertThat(posterior.mean("phi")).isCloseTo(phi, within(0.1 * posterior.sd("phi")));
        assertThat(posterior.mean("mu")).isCloseTo(mu, within(0.1 * posterior.sd("mu")));
    }

    /**
     * Four chains of 3000 draws of NUTS (seed 5; 7900 effective ones of σ²) have means 1.2119, 0.8063 and -1.3162 and standard
     * deviations 0.1508, 0.0570 and 0.3617. The cloud has at least 1500 effective draws: five standard errors of a mean are 0.14
     * standard deviations together, and 10 % for a standard deviation.
     */
    @Test
    void theDefaultIsThePosterior() {
        Posterior posterior = Volatility.fit(RETURNS, VolatilityOptions.defaults())
                .posterior()
                .with("log_sigma2", draw -> Math.log(draw[2]));
        assertNear(posterior, "mu", 1.2119, 0.1508);
        assertNear(posterior, "phi", 0.8063, 0.0570);
        assertNear(posterior, "log_sigma2", -1.3162, 0.3617);
        assertThat(posterior.settled()).isTrue();
        assertThat(posterior.warnings()).isEmpty();
    }

    private static void assertNear(Posterior posterior, String name, double mean, double sd) {
        assertThat(posterior.summary().row(name).ess()).as(name).isGreaterThan(1500);
        assertThat(posterior.mean(name)).as(name).isCloseTo(mean, within(0.14 * sd));
        assertThat(posterior.sd(name)).as(name).isCloseTo(sd, within(0.10 * sd));
    }

    private static VolatilityOptions brief(Factorization factorization, int threads) {
        VolatilityOptions options = VolatilityOptions.defaults(factorization);
        return options.withEngine(options.engine()
                .withParticles(70)
                .withStopping(20, 0, 20)
                .withCollect(3, 2)
                .withThreads(threads));
    }

    private static double[] numbers(VolatilityFit fit) {
        double[] sigma2 = fit.posterior().draws("sigma2");
        double[] phi = fit.posterior().draws("phi");
        double[] forecast = fit.forecast(2, 5).returns().q95();
        double[][] all = {
            sigma2, phi, fit.path().mean(), fit.path().q05(), fit.path().q95(), forecast
        };
        return Arrays.stream(all).flatMapToDouble(Arrays::stream).toArray();
    }

    static List<Factorization> threadsAndInterruptionsDoNotChangeTheAnswer() {
        return List.of(Factorization.JOINT, PaperFactorization.PAPER, PaperFactorization.PARAMETERS);
    }

    @ParameterizedTest
    @MethodSource
    void threadsAndInterruptionsDoNotChangeTheAnswer(Factorization factorization, @TempDir Path folder) {
        Returns returns = SimulatedReturns.of(90, 1, 0.8, 0.5, 3).returns();
        double[] whole = numbers(Volatility.fit(returns, brief(factorization, 1)));
        assertThat(numbers(Volatility.fit(returns, brief(factorization, 2)))).isEqualTo(whole);
        for (int stop : new int[] {7, 20, 23}) {
            Session saved = Session.NONE.savedTo(folder.resolve("run" + stop), 0);
            Session stopping = saved.watchedBy(event -> {
                if (event.iteration() == stop) {
                    throw new IllegalStateException("stop");
                }
            });
            assertThatThrownBy(() -> Volatility.fit(returns, brief(factorization, 1), stopping))
                    .hasMessage("stop");
            assertThat(numbers(Volatility.fit(returns, brief(factorization, 2), saved)))
                    .isEqualTo(whole);
        }
    }

    /** A run of sequential Monte Carlo is not resumed with other returns, nor with another filter. */
    @Test
    void aCheckpointBelongsToItsReturns(@TempDir Path folder) {
        Session saved = Session.NONE.savedTo(folder.resolve("run"), 0);
        SmcOptions options = SmcOptions.defaults(1).withParticles(20).withCollect(1, 1);
        VolatilityPriors priors = VolatilityPriors.defaults();
        Returns returns = Returns.of(0.3, -1.2, 0.5, 0.8, 0.1);
        Smc.fit(VolatilityLikelihood.of(returns, priors), options, saved);
        Smc.fit(VolatilityLikelihood.of(returns, priors), options, saved);
        Returns others = Returns.of(0.3, -1.2, 0.5, 0.8, 0.2);
        for (VolatilityLikelihood other :
                List.of(VolatilityLikelihood.of(others, priors), VolatilityLikelihood.bootstrap(returns, priors))) {
            assertThatThrownBy(() -> Smc.fit(other, options, saved)).hasMessageContaining("belongs to another run");
        }
    }

    /** The paper's steps of 0.02 inflate the spread of x, and so σ², where a step of the same size is not corrected. */
    @Test
    void thePaperIsThereWithItsBias() {
        VolatilityOptions paper = VolatilityOptions.paper(PaperFactorization.PAPER, 0.02);
        paper = paper.withEngine(paper.engine().withParticles(60).withStopping(100, 0, 1000));
        assertThat(Volatility.fit(RETURNS, paper).posterior().mean("sigma2")).isGreaterThan(1.3 * Math.exp(LOG_SIGMA2));
    }
}
