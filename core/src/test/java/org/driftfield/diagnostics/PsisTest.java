package org.driftfield.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PsisTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.7, 1.0})
    void shapeOfParetoRatiosIsFound(double k) {
        var random = Draws.random(11);
        int n = 40_000;
        double[] logRatios = new double[n];
        for (int s = 0; s < n; s++) {
            logRatios[s] = -k * Math.log(random.nextDouble());
        }
        var result = Psis.smooth(logRatios);
        // The tail has M = 600 ratios; the standard error of a generalised Pareto shape is (1 + k) / sqrt(M); four.
        assertThat(result.kHat()).isCloseTo(k, within(4 * (1 + k) / Math.sqrt(600)));
        double sum = Arrays.stream(result.logWeights()).map(Math::exp).sum();
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(result.effectiveSampleSize()).isBetween(1.0, (double) n);
    }

    @Test
    void weightsTurnOneNormalIntoAnother() {
        var random = Draws.random(12);
        int n = 10_000;
        // Draws of N(0, 1) reweighted to N(0, 0.8^2): light-tailed ratios, E x^2 = 0.64.
        double[] x = Draws.normal(random, n);
        double[] logRatios =
                Arrays.stream(x).map(v -> 0.5 * v * v * (1 - 1 / 0.64)).toArray();
        var result = Psis.smooth(logRatios);
        double moment = 0;
        for (int s = 0; s < n; s++) {
            moment += Math.exp(result.logWeights()[s]) * x[s] * x[s];
        }
        // sd of x^2 is 0.9; four standard errors at the effective size of at least 5000.
        assertThat(moment).isCloseTo(0.64, within(4 * 0.9 / Math.sqrt(5000)));
        assertThat(result.effectiveSampleSize()).isGreaterThan(5000);
        assertThat(result.verdict()).isEqualTo("good");
        // The other way round, N(0, 1/4) to N(0, 1), 1 - variance ratio 1/4 gives k = 0.75 in the limit.
        double[] narrow = Arrays.stream(x).map(v -> 0.5 * v * v * (1 - 0.25)).toArray();
        assertThat(Psis.smooth(narrow).kHat()).isCloseTo(0.75, within(0.3));
    }

    @Test
    void orderAndUnsmoothedRatiosAreKept() {
        double[] logRatios = Arrays.stream(Draws.normal(Draws.random(13), 1000))
                .map(v -> 2 * v)
                .toArray();
        double[] smooth = Psis.smooth(logRatios).logWeights();
        Integer[] order = new Integer[1000];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(logRatios[a], logRatios[b]));
        int unsmoothed = 1000 - (int) Math.ceil(3 * Math.sqrt(1000));
        double shift = smooth[order[0]] - logRatios[order[0]];
        for (int i = 1; i < 1000; i++) {
            assertThat(smooth[order[i]]).isGreaterThanOrEqualTo(smooth[order[i - 1]]);
            if (i < unsmoothed) {
                assertThat(smooth[order[i]] - logRatios[order[i]]).isCloseTo(shift, within(1e-12));
            }
        }
    }

    @Test
    void edges() {
        var equal = Psis.smooth(new double[100]);
        assertThat(equal.effectiveSampleSize()).isCloseTo(100, within(1e-9));
        assertThat(equal.verdict()).isEqualTo("good");
        assertThat(Psis.smooth(new double[] {0, 1, 2}).kHat()).isInfinite();
        double[] oneOfMany = new double[100];
        Arrays.fill(oneOfMany, Double.NEGATIVE_INFINITY);
        oneOfMany[7] = 3;
        var degenerate = Psis.smooth(oneOfMany);
        assertThat(degenerate.verdict()).isEqualTo("very bad");
        assertThat(degenerate.logWeights()[7]).isZero();
        assertThat(Psis.threshold(100)).isCloseTo(0.5, within(1e-15));
        assertThat(Psis.threshold(1_000_000)).isEqualTo(0.7);
        assertThatThrownBy(() -> Psis.smooth(new double[] {0, Double.NaN}))
                .isInstanceOf(InputException.class)
                .hasMessage("log ratios must be below infinity, got NaN");
    }

    /** y_i ~ N(mu, 1), mu ~ N(0, 100): leaving out y_i, it is N(m, 1 + v) with posterior mean m and variance v. */
    @Test
    void looOfAConjugateNormalModelIsExact() {
        var random = Draws.random(14);
        int n = 50;
        int draws = 20_000;
        double[] y = Draws.normal(random, n);
        double sum = Arrays.stream(y).sum();
        double precision = n + 0.01;
        double[] mu = Arrays.stream(Draws.normal(random, draws))
                .map(z -> sum / precision + z / Math.sqrt(precision))
                .toArray();
        var loo = Loo.estimate(n, draws, (i, out) -> {
            for (int s = 0; s < draws; s++) {
                out[s] = -0.5 * Math.log(2 * Math.PI) - 0.5 * (y[i] - mu[s]) * (y[i] - mu[s]);
            }
        });
        double[] exact = new double[n];
        for (int i = 0; i < n; i++) {
            double others = precision - 1;
            double variance = 1 + 1 / others;
            double residual = y[i] - (sum - y[i]) / others;
            exact[i] = -0.5 * Math.log(2 * Math.PI * variance) - 0.5 * residual * residual / variance;
        }
        // An observation's log weights have sd below 3/sqrt(50) = 0.4: pointwise error below 0.4 / sqrt(20000) = 0.003.
        for (int i = 0; i < n; i++) {
            assertThat(loo.pointwise()[i]).isCloseTo(exact[i], within(4 * 0.003));
        }
        // The pointwise errors share the draws: at most n times 0.003, in practice its root.
        assertThat(loo.elpd()).isCloseTo(Arrays.stream(exact).sum(), within(0.05));
        assertThat(loo.looic()).isEqualTo(-2 * loo.elpd());
        assertThat(loo.standardError()).isCloseTo(Math.sqrt(n * Chains.variance(exact)), within(0.05));
        // One parameter; its estimate is the sum of the squared residuals over n, of relative error sqrt(2/50).
        assertThat(loo.effectiveParameters()).isCloseTo(1, within(0.6));
        assertThat(loo.unreliable()).isZero();
    }
}
