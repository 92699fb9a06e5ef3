package org.driftfield.models.volatility.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.models.volatility.ForecastFilter;
import org.driftfield.models.volatility.MeanEquation;
import org.driftfield.models.volatility.Regressors;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.models.volatility.smc.VolatilityLikelihood;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Forecasts of returns that were not seen. */
class BacktestTest {
    private static final VolatilitySpec PLAIN = VolatilitySpec.plain(VolatilityPriors.defaults());

    private static double logScore(VolatilitySpec spec, double[] theta, Returns returns, int particles, long seed) {
        ForecastFilter filter = ForecastFilter.from(spec, returns, theta, particles, seed);
        double sum = 0;
        for (int t = 0; t < returns.size(); t++) {
            double score = filter.next().logScore();
            sum += Double.isNaN(score) ? 0 : score;
        }
        return sum;
    }

    /** The scores of a whole series add up to its log likelihood, of which another filter has an estimate with little noise. */
    @Test
    void scoresAddUpToTheLikelihood() {
        double[] y = SimulatedReturns.of(150, 0.5, 0.9, 0.4, 3).returns().toArray();
        Arrays.fill(y, 40, 50, Double.NaN);
        Returns returns = Returns.of(y);
        double[] theta = {0.5, 0.9, 0.16};
        double exact = VolatilityLikelihood.of(returns, VolatilityPriors.defaults())
                .estimator()
                .logLikelihood(theta, 2000, RandomStream.of(1, 0, 0, 0));
        // With 20,000 particles the log likelihood of 140 returns has a standard error of about 0.04 (12 seeds).
        assertThat(logScore(PLAIN, theta, returns, 20_000, 1)).isCloseTo(exact, within(0.2));
    }

    /** At the parameters that a series was drawn from, the probabilities of smaller returns are uniform, whatever the model. */
    @Test
    void probabilitiesAreUniformForEveryModel() {
        int size = 1500;
        double[] w = new double[size];
        Arrays.setAll(w, t -> t % 4 == 0 ? 1 : 0);
        Regressors column = new Regressors(List.of("w"), new double[][] {w});
        VolatilitySpec all = PLAIN.withHeavyTails(true)
                .withLeverage(true)
                .withMean(new MeanEquation(true, 1, column))
                .withLogVariance(column);
        double[] theta = {0, 0.95, 0.06, 5, -0.7, 0.3, 0.4, 1, -1.5};
        Returns returns = SimulatedReturns.of(all, theta, size, 11).returns();
        double[] right = pits(all, theta, returns);
        // A right model fails this once in a thousand seeds; a wrong effect of the column is found out by the same
        // bound.
        assertThat(Backtest.uniformity(right)).isGreaterThan(1e-3);
        double[] wrong = theta.clone();
        wrong[8] = 1.5;
        assertThat(Backtest.uniformity(pits(all, wrong, returns))).isLessThan(1e-3);
        double[] noLeverage = theta.clone();
        noLeverage[4] = 0;
        double better = logScore(all, theta, returns, 2000, 2) - logScore(all, noLeverage, returns, 2000, 2);
        assertThat(better).isGreaterThan(20);
    }

    private static double[] pits(VolatilitySpec spec, double[] theta, Returns returns) {
        ForecastFilter filter = ForecastFilter.from(spec, returns, theta, 2000, 1);
        return Arrays.stream(new double[returns.size()])
                .map(ignored -> filter.next().pit())
                .filter(pit -> !Double.isNaN(pit))
                .toArray();
    }

    @Test
    void aBacktestForecastsTheLastReturns() {
        double[] y = SimulatedReturns.of(120, 0, 0.9, 0.3, 5).returns().toArray();
        y[100] = Double.NaN;
        Returns returns = Returns.of(y);
        VolatilityOptions options = VolatilityOptions.defaults();
        VolatilityOptions quick = options.withEngine(
                options.engine().withParticles(100).withStopping(20, 0, 20).withCollect(5, 2));
        List<Integer> trained = new ArrayList<>();
        Backtest.Fitter fitter = (part, spec) -> {
            trained.add(part.size());
            return Volatility.fit(part, quick.withSpec(spec));
        };
        List<Integer> told = new ArrayList<>();
        Backtest test = Backtest.of(returns, PLAIN, new Backtest.Plan(30, 12), fitter, 1, told::add);
        assertThat(trained).containsExactly(90, 102, 114);
        assertThat(told).containsExactly(1, 2, 3);
        assertThat(test.steps()).hasSize(30);
        assertThat(test.scored()).isEqualTo(29);
        assertThat(test.steps().get(10).pit()).isNaN();
        assertThat(test.logScore()).isFinite();
        for (ForecastFilter.Ahead step : test.steps()) {
            assertThat(step.q05()).isLessThan(step.q50());
            assertThat(step.q50()).isLessThan(step.q95());
        }
        Backtest.Gain none = test.gain(test);
        assertThat(none.difference()).isZero();
        assertThat(none.error()).isZero();
        // 29 returns: 90 % of them, give or take four standard errors.
        assertThat(test.coverage(0.9)).isGreaterThan(0.67);
        assertThatThrownBy(() -> Backtest.of(returns, PLAIN, new Backtest.Plan(110, 5), fitter, 1, told::add))
                .isInstanceOf(InputException.class)
                .hasMessage("a backtest needs 20 returns before the first it forecasts, got 10");
    }
}
