package org.driftfield.models.volatility.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.VolatilityPriors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first answer of the paper's factorisation. */
class GaussianFitTest {
    /** Long series know φ so well that its nodes do not reach from one σ² that is tried to the next. */
    @ParameterizedTest
    @CsvSource({"1000, 0.8, 0.6, 100", "1000, 0.95, 0.6, 102", "3000, 0.8, 0.6, 103"})
    void arrivesForLongSeriesWhereverItStarts(int size, double phi, double sigma, long seed) {
        Returns returns = SimulatedReturns.of(size, -1, phi, sigma, seed).returns();
        VolatilityPriors priors = VolatilityPriors.defaults();
        GaussianFit fit = new GaussianFit(returns, priors);
        GaussianFit other = new GaussianFit(returns, priors, new double[] {0, 0.6, 0.1});
        assertThat(fit.converged()).isTrue();
        assertThat(other.converged()).isTrue();
        // Each search ends within 0.001 of where log E[1/σ²] is, which moves φ by about as much of its spread.
        assertThat(other.centre()).isCloseTo(fit.centre(), within(0.03 * fit.spread()));
        assertThat(other.mu().mean())
                .isCloseTo(fit.mu().mean(), within(0.03 * Math.sqrt(fit.mu().variance())));
        assertThat(Math.log(other.spread() / fit.spread())).isCloseTo(0, within(0.01));
    }
}
