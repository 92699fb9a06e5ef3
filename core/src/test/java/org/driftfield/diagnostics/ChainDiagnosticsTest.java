package org.driftfield.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Percentage;
import org.driftfield.InputException;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainDiagnosticsTest {
    @Test
    void rhatIsOneForMixedChainsAndSeesShiftsScalesAndStuckChains() {
        double[][] mixed = Draws.normal(Draws.random(1), 4, 1000);
        // Between-chain variance of 8 half chains adds about 1/500 chi2_7/7 to the ratio: 1.01 is 7 standard errors
        // off.
        assertThat(Rhat.split(mixed)).isCloseTo(1, within(0.01));
        assertThat(Rhat.rankNormalised(mixed)).isCloseTo(1, within(0.01));

        double[][] shifted = mixed.clone();
        shifted[0] = Arrays.stream(mixed[0]).map(x -> x + 1).toArray();
        assertThat(Rhat.rankNormalised(shifted)).isGreaterThan(1.05);

        double[][] wider = mixed.clone();
        wider[0] = Arrays.stream(mixed[0]).map(x -> 4 * x).toArray();
        assertThat(Rhat.split(wider)).isLessThan(1.05);
        assertThat(Rhat.rankNormalised(wider)).isGreaterThan(1.05);

        double[][] stuck = mixed.clone();
        stuck[0] = new double[1000];
        Arrays.fill(stuck[0], 0.5);
        assertThat(Rhat.rankNormalised(stuck)).isGreaterThan(1.05);

        double[][] allStuck = new double[4][10];
        for (int m = 0; m < 4; m++) {
            Arrays.fill(allStuck[m], m);
        }
        assertThat(Rhat.rankNormalised(allStuck)).isInfinite();
        assertThat(EffectiveSampleSize.bulk(allStuck)).isBetween(4.0, 8.0);
    }

    @Test
    void rhatIsClosedFormOnASmallExample() {
        // Halves {0,2}, {2,4}: means 1 and 3, W = 2, B/N = 2, so sqrt(1/2 + 2/2).
        assertThat(Rhat.split(new double[][] {{0, 2, 2, 4}})).isCloseTo(Math.sqrt(1.5), within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, 0, 0.5, 0.9, 0.99})
    void effectiveSizeOfAutoregressionsIsKnown(double rho) {
        int n = 10_000;
        double exact = 4 * n * (1 - rho) / (1 + rho);
        double[][] chains = Draws.autoregressive(Draws.random(2), 4, n, rho);
        // The windowed estimate of tau has relative variance about 2 (2 W + 1) / S with a window W of some 5 tau
        // (Madras and Sokal 1988); four standard errors.
        double tau = Math.max(1, (1 + rho) / (1 - rho));
        double error = Math.sqrt(2 * (10 * tau + 1) / (4 * n));
        assertThat(EffectiveSampleSize.mean(chains)).isCloseTo(exact, Percentage.withPercentage(400 * error));
        assertThat(EffectiveSampleSize.bulk(chains)).isCloseTo(exact, Percentage.withPercentage(400 * error));
        // Squares and indicators forget faster than the draws themselves, except when draws alternate.
        assertThat(EffectiveSampleSize.tail(chains)).isGreaterThan(Math.min(exact, 4 * n) * (1 - 6 * error));
        double sdOfMean = Math.sqrt(1 / exact);
        assertThat(MonteCarloError.mean(chains)).isCloseTo(sdOfMean, Percentage.withPercentage(400 * error));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.95})
    void effectiveSizeOfManyShortChainsIsKnown(double rho) {
        int chains = 3000;
        int n = 10;
        // Exactly: the variance of the mean of n successive values, 1/n (1 + 2 sum_t (1 - t/n) rho^t).
        double tau = 1;
        for (int t = 1; t < n; t++) {
            tau += 2 * (1 - (double) t / n) * Math.pow(rho, t);
        }
        double[][] x = Draws.autoregressive(Draws.random(3), chains, n, rho);
        // The variance of 3000 chain means has relative standard error sqrt(2/3000) = 2.6 %; four of these.
        assertThat(EffectiveSampleSize.mean(x)).isCloseTo(chains * n / tau, Percentage.withPercentage(10.4));
        assertThat(EffectiveSampleSize.bulk(x)).isCloseTo(chains * n / tau, Percentage.withPercentage(10.4));
        assertThat(EffectiveSampleSize.tail(x)).isBetween((double) chains, 1.11 * chains * n);
    }

    @Test
    void autocovarianceByFourierIsThatByDefinition() {
        double[][] x = Draws.autoregressive(Draws.random(4), 3, 301, 0.9);
        var autocovariance = new Autocovariance(x);
        for (int lag : new int[] {64, 65, 200, 300}) {
            double expected = 0;
            for (double[] chain : x) {
                double mean = Chains.mean(chain);
                for (int i = lag; i < 301; i++) {
                    expected += (chain[i] - mean) * (chain[i - lag] - mean) / 301 / 3;
                }
            }
            assertThat(autocovariance.at(lag)).isCloseTo(expected, within(1e-14));
        }
    }

    @Test
    void errorsOfSdAndQuantilesAreThoseOfIndependentNormals() {
        int n = 10_000;
        double[][] x = Draws.normal(Draws.random(5), 4, n);
        // sd/sqrt(2 S) and sqrt(p (1-p) / S) / density(q); the estimates have relative errors of some 5 %; three of
        // these.
        assertThat(MonteCarloError.standardDeviation(x)).isCloseTo(1 / Math.sqrt(8 * n), Percentage.withPercentage(15));
        assertThat(EffectiveSampleSize.standardDeviation(x)).isCloseTo(4 * n, Percentage.withPercentage(15));
        double density = Math.exp(-0.5 * 1.6448536 * 1.6448536) / Math.sqrt(2 * Math.PI);
        double expected = Math.sqrt(0.05 * 0.95 / (4 * n)) / density;
        assertThat(MonteCarloError.quantile(x, 0.05)).isCloseTo(expected, Percentage.withPercentage(15));
    }

    @Test
    void errorOfACloudMeanSeesTheSharedWobble() {
        var random = Draws.random(6);
        int particles = 1000;
        int sweeps = 200;
        double[][] independent = Draws.normal(random, sweeps, particles);
        // Here both errors estimate 1/sqrt(S M); that of the series has relative error sqrt(1.5/200) and more; four.
        assertThat(MonteCarloError.cloudMean(independent))
                .isCloseTo(1 / Math.sqrt(sweeps * particles), Percentage.withPercentage(50));

        double[] wobble = Draws.autoregressive(random, 1, sweeps, 0.5)[0];
        double[][] shared = new double[sweeps][];
        for (int s = 0; s < sweeps; s++) {
            double shift = wobble[s];
            shared[s] = Arrays.stream(independent[s]).map(x -> x + shift).toArray();
        }
        // The wobble has tau = 3 and unit variance: sqrt(3/200); four relative errors of sqrt(31/200)/sqrt 2.
        assertThat(MonteCarloError.cloudMean(shared)).isBetween(0.5 * Math.sqrt(0.015), 2 * Math.sqrt(0.015));

        double[][] one = {independent[0]};
        assertThat(MonteCarloError.cloudMean(one))
                .isCloseTo(Math.sqrt(Chains.variance(one[0]) / particles), within(1e-15));
    }

    @Test
    void whatCannotBeJudgedIsNaN() {
        double[][] constant = new double[4][20];
        double[][] broken = Draws.normal(Draws.random(7), 4, 20);
        broken[2][3] = Double.NaN;
        for (double[][] x : new double[][][] {constant, broken}) {
            assertThat(Rhat.split(x)).isNaN();
            assertThat(Rhat.rankNormalised(x)).isNaN();
            assertThat(EffectiveSampleSize.mean(x)).isNaN();
            assertThat(EffectiveSampleSize.bulk(x)).isNaN();
            assertThat(EffectiveSampleSize.tail(x)).isNaN();
            assertThat(EffectiveSampleSize.standardDeviation(x)).isNaN();
            assertThat(MonteCarloError.mean(x)).isNaN();
            assertThat(MonteCarloError.standardDeviation(x)).isNaN();
            assertThat(MonteCarloError.quantile(x, 0.5)).isNaN();
        }
        assertThat(MonteCarloError.cloudMean(constant)).isZero();
        assertThat(MonteCarloError.cloudMean(broken)).isNaN();
        assertThatThrownBy(() -> Rhat.split(new double[][] {{1, 2, 3}}))
                .isInstanceOf(InputException.class)
                .hasMessage("iterations of a chain must be at least 4, got 3");
        assertThatThrownBy(() -> EffectiveSampleSize.bulk(new double[][] {{1, 2, 3, 4}, {1, 2, 3, 4, 5}}))
                .hasMessage("chains must have equal length, got 4 in chain 1 and 5 in chain 2");
    }

    @Test
    void quantilesInterpolate() {
        double[] x = {3, 1, 2, 4};
        assertThat(Quantiles.of(x, 0)).isEqualTo(1);
        assertThat(Quantiles.of(x, 0.5)).isEqualTo(2.5);
        assertThat(Quantiles.of(x, 0.9)).isCloseTo(3.7, within(1e-15));
        assertThat(Quantiles.of(x, 1)).isEqualTo(4);
        double[] levels = {0, 0.05, 0.31, 0.5, 0.95, 1};
        for (int n : new int[] {1, 2, 3, 50, 501, 1000}) {
            double[] values = new double[n];
            Arrays.setAll(values, i -> Math.floor(n * Math.sin(7.0 * i)));
            requireSame(values, levels);
        }
        assertThat(x).containsExactly(3, 1, 2, 4);
    }

    /** Selecting must give what sorting gives, to the bit, whatever the values are. */
    @Test
    void selectedQuantilesAreThoseOfSortedValues() {
        double[] levels = {0.95, 0.05, 0, 1, 0.5, 0.2501};
        RandomStream random = RandomStream.of(5, 0, 0, 0);
        for (int n : new int[] {64, 65, 100, 999, 1000}) {
            double[] normal = new double[n];
            random.nextNormals(normal, 0, n);
            requireSame(normal, levels);
            // Ties, zeros of both signs, one far away, a range that overflows or is next to nothing, no numbers, all
            // the same.
            for (DoubleUnaryOperator change : List.<DoubleUnaryOperator>of(
                    Math::rint,
                    v -> v > 0.5 ? 0.0 : -0.0,
                    v -> Math.abs(v) < 0.01 ? -0.0 : Math.abs(v) < 0.5 ? 0.0 : v,
                    v -> v > 2 ? 1e300 : v,
                    v -> v > 1 ? Double.MAX_VALUE : v < -1 ? -Double.MAX_VALUE : v,
                    v -> v > 1 ? 1e308 : v,
                    v -> v * Double.MIN_VALUE,
                    v -> v > 1 ? Double.POSITIVE_INFINITY : v,
                    v -> v < -1 ? Double.NEGATIVE_INFINITY : v,
                    v -> v > 1 ? Double.NaN : v,
                    v -> 3)) {
                requireSame(Arrays.stream(normal).map(change).toArray(), levels);
            }
        }
    }

    private static void requireSame(double[] values, double[] levels) {
        double[] given = values.clone();
        double[] selected = new double[levels.length];
        Quantiles.select(values, levels, selected);
        double[] sorted = new double[levels.length];
        Arrays.setAll(sorted, q -> Quantiles.of(values, levels[q]));
        assertThat(selected).isEqualTo(sorted);
        assertThat(values).isEqualTo(given);
        double[] all = values.clone();
        Arrays.sort(all);
        for (int count : new int[] {1, values.length / 3, values.length}) {
            assertThat(Quantiles.largest(values, count))
                    .isEqualTo(Arrays.copyOfRange(all, values.length - count, values.length));
        }
    }
}
