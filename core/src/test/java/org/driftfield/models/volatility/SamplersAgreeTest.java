package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Smc;
import org.driftfield.sampler.SmcOptions;
import org.junit.jupiter.api.Test;

/** Two exact samplers with nothing in common but the model give the same posterior. */
class SamplersAgreeTest {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();

    /** Means and standard deviations within 4 standard errors, for a series with gaps. */
    @Test
    void sequentialMonteCarloAgreesWithNuts() {
        double[] y = SimulatedReturns.of(120, 1, 0.8, 0.5, 5).returns().toArray();
        for (int t = 20; t < 30; t++) {
            y[t] = Double.NaN;
        }
        Returns returns = Returns.of(y);
        Posterior nuts = scalars(
                VolatilityNuts.fit(returns, PRIORS, VolatilityNuts.options(1).withDraws(2000))
                        .posterior());
        Posterior smc = scalars(Smc.fit(
                VolatilityLikelihood.of(returns, PRIORS),
                SmcOptions.defaults(2).withStateParticles(8, 64).withCollect(20, 1)));
        for (String name : List.of("mu", "phi", "log_sigma2")) {
            Summary.Row one = smc.summary().row(name);
            Summary.Row other = nuts.summary().row(name);
            double error = Math.hypot(one.mcse(), other.mcse());
            assertThat(one.mean()).as(name).isCloseTo(other.mean(), within(4 * error));
            // That of a standard deviation is the error of the mean over √2 for a normal posterior; these have longer
            // tails.
            assertThat(one.sd()).as(name).isCloseTo(other.sd(), within(4 * error));
            assertThat(other.rhat()).isLessThan(1.01);
        }
        assertThat(nuts.warnings()).isEmpty();
        assertThat(smc.warnings()).isEmpty();
    }

    private static Posterior scalars(Posterior posterior) {
        return posterior.with("log_sigma2", draw -> Math.log(draw[2]));
    }
}
