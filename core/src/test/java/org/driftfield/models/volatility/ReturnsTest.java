package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.InputException;
import org.driftfield.meanfield.PmfvbOptions;
import org.junit.jupiter.api.Test;

/** Series that are no returns, or hardly any. */
class ReturnsTest {
    private static final VolatilitySpec PLAIN = VolatilitySpec.plain(VolatilityPriors.defaults());

    private static double[] usual() {
        return SimulatedReturns.of(60, 0, 0.9, 0.3, 4).returns().toArray();
    }

    private static VolatilityFit quick(Returns returns) {
        VolatilityOptions options = VolatilityOptions.defaults();
        PmfvbOptions engine =
                options.engine().withParticles(50).withStopping(30, 0, 60).withCollect(5, 2);
        return Volatility.fit(returns, options.withEngine(engine));
    }

    private static void assertSensible(VolatilityFit fit) {
        for (String name : fit.posterior().names()) {
            assertThat(fit.posterior().mean(name)).as(name).isFinite();
            assertThat(fit.posterior().sd(name)).as(name).isPositive();
        }
        assertThat(Arrays.stream(fit.path().q05())).allMatch(v -> v > 0 && Double.isFinite(v));
        assertThat(Arrays.stream(fit.forecast(3, 1).volatility().q95())).allMatch(Double::isFinite);
    }

    @Test
    void aSeriesThatNeverMovesHasNoVolatility() {
        assertThatThrownBy(() -> Returns.of(new double[10]))
                .isInstanceOf(InputException.class)
                .hasMessage("a series of returns must vary, got 0.0 for all of its 10 observed values");
        assertThatThrownBy(() -> Returns.of(0.5, Double.NaN, 0.5)).hasMessageContaining("must vary, got 0.5");
        assertThatThrownBy(() -> Returns.of(Double.NaN, 1, Double.NaN))
                .hasMessage("a series of returns must have at least 2 observed values, got 1");
        assertThatThrownBy(() -> Returns.of(1, 2, Double.NEGATIVE_INFINITY))
                .hasMessage("return 3 must be a finite number, got -Infinity");
    }

    @Test
    void twoObservationsAreEnough() {
        assertSensible(quick(Returns.of(0.3, -1)));
        assertSensible(quick(Returns.of(0.3, Double.NaN, Double.NaN, -1, Double.NaN)));
    }

    @Test
    void missingReturnsAreNotObserved() {
        double[] y = SimulatedReturns.of(60, 0, 0.8, 1, 4).returns().toArray();
        Arrays.fill(y, 20, 40, Double.NaN);
        Returns returns = Returns.of(y);
        assertThat(returns.observed()).isEqualTo(40);
        assertThat(Returns.of(1, Double.NaN, 4).demeaned().toArray()).containsExactly(-1.5, Double.NaN, 1.5);
        VolatilityFit fit = quick(returns);
        assertSensible(fit);
        // Where nothing is observed the band is wider.
        double[] width = new double[60];
        Arrays.setAll(width, t -> Math.log(fit.path().q95()[t] / fit.path().q05()[t]));
        assertThat(width[30]).isGreaterThan(1.2 * width[10]);
    }

    @Test
    void someZerosAreNoProblemAndManyAreSaid() {
        double[] y = usual();
        y[7] = 0;
        y[8] = 0;
        assertThat(Returns.of(y).warnings(PLAIN)).isEmpty();
        assertThat(Returns.of(0, 3, 6, 9).toArray())
                .containsExactly(new double[] {Math.sqrt(3), 3, 6, 9}, within(1e-12));
        assertSensible(quick(Returns.of(y)));
        Arrays.fill(y, 0, 30, 0);
        assertThat(Returns.of(y).warnings(PLAIN)).singleElement().asString().contains("50 % of the returns are zero");
        assertSensible(quick(Returns.of(y)));
    }

    @Test
    void pricesAreRecognised() {
        double[] prices = usual();
        prices[0] = 100;
        for (int t = 1; t < prices.length; t++) {
            prices[t] = prices[t - 1] * Math.exp(0.01 * prices[t]);
        }
        Returns returns = Returns.of(prices);
        assertThat(returns.warnings(PLAIN)).singleElement().asString().contains("look like prices");
        VolatilityFit fit = quick(returns);
        assertThat(fit.posterior().warnings()).anyMatch(warning -> warning.contains("look like prices"));
        assertSensible(fit);
    }

    @Test
    void aDriftIsSaid() {
        double[] y = Arrays.stream(usual()).map(v -> v + 3).toArray();
        assertThat(Returns.of(y).warnings(PLAIN.withMean(new MeanEquation(true, 0, Regressors.NONE))))
                .noneMatch(warning -> warning.contains("standard errors from zero"));
        assertThat(Returns.of(y).warnings(PLAIN)).anyMatch(warning -> warning.contains("standard errors from zero"));
        assertThat(Returns.of(y).demeaned().mean()).isCloseTo(0, within(1e-12));
    }

    /** The size of the returns matters to the prior of μ, and few of them to everything. */
    @Test
    void fractionsAndShortSeriesAreSaid() {
        double[] y = Arrays.stream(usual()).map(v -> v / 1000).toArray();
        assertThat(Returns.of(y).warnings(PLAIN)).singleElement().asString().contains("give returns in per cent");
        assertThat(Returns.of(0.5, -1.2).warnings(PLAIN))
                .singleElement()
                .asString()
                .contains("all but the prior");
    }

    @Test
    void hugeOutliersAreSaidAndSurvived() {
        double[] y = usual();
        y[31] = 1e4;
        Returns returns = Returns.of(y);
        assertThat(returns.warnings(PLAIN)).singleElement().asString().startsWith("Return 32 is 10000");
        assertSensible(quick(returns));
        y[31] = 1e100;
        assertSensible(quick(Returns.of(y)));
    }
}
