package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.driftfield.models.volatility.smc.VolatilitySmc;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
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
        VolatilityFit exact =
                VolatilityNuts.fit(returns, PRIORS, VolatilityNuts.options(1).withDraws(2000));
        VolatilityFit filtered = VolatilitySmc.fit(
                returns,
                PRIORS,
                VolatilitySmc.options(2).withStateParticles(8, 64).withCollect(20, 1));
        Posterior nuts = scalars(exact.posterior());
        Posterior smc = scalars(filtered.posterior());
        for (String name : List.of("mu", "phi", "log_sigma2")) {
            Summary.Row one = smc.summary().row(name);
            Summary.Row other = nuts.summary().row(name);
            double error = Math.hypot(one.mcse(), other.mcse());
            assertThat(one.mean()).as(name).isCloseTo(other.mean(), within(4 * error));
            double ofSpread = Math.hypot(errorOfSpread(smc, name), errorOfSpread(nuts, name));
            assertThat(one.sd()).as(name).isCloseTo(other.sd(), within(4 * ofSpread));
            assertThat(other.rhat()).isLessThan(1.01);
        }
        assertThat(nuts.warnings()).isEmpty();
        assertThat(smc.warnings()).isEmpty();
        for (int t = 0; t < returns.size(); t++) {
            // At 120 times by each of them, from draws that are worth 400 or more; 90 % are 3.3 standard deviations.
            double sd = (exact.path().q95()[t] - exact.path().q05()[t]) / 3.3;
            double error = sd * Math.sqrt(2.0 / 400);
            assertThat(filtered.path().mean()[t])
                    .as("mean at %d", t)
                    .isCloseTo(exact.path().mean()[t], within(5 * error));
            // A 5 % quantile has about twice the error of a mean, and on the far side of a skewed one more.
            assertThat(filtered.path().q05()[t])
                    .as("q05 at %d", t)
                    .isCloseTo(exact.path().q05()[t], within(10 * error));
        }
    }

    /** The standard error of a standard deviation: sd √((κ-1) / 4n), κ being the kurtosis, which is large for μ. */
    private static double errorOfSpread(Posterior posterior, String name) {
        Summary.Row row = posterior.summary().row(name);
        double fourth = Arrays.stream(posterior.draws(name))
                .map(value -> Math.pow((value - row.mean()) / row.sd(), 4))
                .average()
                .orElseThrow();
        return row.sd() * Math.sqrt((fourth - 1) / (4 * row.ess()));
    }

    private static Posterior scalars(Posterior posterior) {
        return posterior.with("log_sigma2", draw -> Math.log(draw[2]));
    }
}
