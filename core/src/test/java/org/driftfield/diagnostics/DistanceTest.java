package org.driftfield.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;

class DistanceTest {
    @Test
    void wassersteinOfShiftsAndUnequalSizes() {
        double[] x = Draws.normal(Draws.random(21), 1000);
        double[] shifted = Arrays.stream(x).map(v -> v + 0.7).toArray();
        assertThat(Wasserstein.distance(x, shifted)).isCloseTo(0.7, within(1e-13));
        assertThat(Wasserstein.distance(x, x)).isZero();
        // By hand: levels 0, 1/3, 1/2, 2/3, 1 with quantiles 0,0,3,3 and 1,2,2,6.
        assertThat(Wasserstein.distance(new double[] {3, 0}, new double[] {1, 2, 6}))
                .isCloseTo(1.0 / 3 + 2.0 / 6 + 1.0 / 6 + 3.0 / 3, within(1e-15));
        double[] repeated = new double[3000];
        Arrays.setAll(repeated, i -> x[i / 3]);
        assertThat(Wasserstein.distance(x, repeated)).isCloseTo(0, within(1e-15));
        assertThatThrownBy(() -> Wasserstein.distance(x, new double[0])).isInstanceOf(InputException.class);
    }

    @Test
    void steinDiscrepancyAcceptsExactDrawsAndRejectsShiftedOnes() {
        var random = Draws.random(22);
        int n = 400;
        double[] scale = {1, 2, 0.5};
        double[][] draws = Draws.normal(random, n, 3);
        double[][] shifted = new double[n][3];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                draws[i][j] *= scale[j];
                shifted[i][j] = draws[i][j] + 0.3 * scale[j];
            }
        }
        var exact = SteinDiscrepancy.of(draws, scores(draws, scale), scale);
        var off = SteinDiscrepancy.of(shifted, scores(shifted, scale), scale);
        // Under the null the p-value is uniform: false failure with probability 0.02.
        assertThat(exact.pValue(random, 499, 0.5)).isGreaterThan(0.02);
        assertThat(off.pValue(random, 499, 0.5)).isEqualTo(1 / 500.0);
        assertThat(off.discrepancy()).isGreaterThan(2 * exact.discrepancy());
        assertThat(exact.uStatistic()).isLessThan(exact.vStatistic());
    }

    @Test
    void wildBootstrapAllowsForCorrelatedDraws() {
        // Chains of autocorrelation time 9: independent signs would reject most, signs that persist hardly any.
        int rejected = 0;
        int wronglyRejected = 0;
        for (int r = 0; r < 20; r++) {
            var random = Draws.random(100 + r);
            double[] chain = Draws.autoregressive(random, 1, 500, 0.8)[0];
            double[][] draws =
                    Arrays.stream(chain).mapToObj(v -> new double[] {v}).toArray(double[][]::new);
            var stein = SteinDiscrepancy.of(draws, scores(draws, new double[] {1}), new double[] {1});
            rejected += stein.pValue(random, 199, 0.03) < 0.02 ? 1 : 0;
            wronglyRejected += stein.pValue(random, 199, 0.5) < 0.02 ? 1 : 0;
        }
        // Binomial(20, 0.02) exceeds 3 with probability 0.001, allowing for the bootstrap's own inexactness.
        assertThat(rejected).isLessThanOrEqualTo(3);
        assertThat(wronglyRejected).isGreaterThan(6);
    }

    @Test
    void steinKernelIsTheDerivativeOfItsDefinition() {
        // One pair in one dimension, by central differences of k(x, y) = (1 + (x - y)^2)^(-1/2).
        double x = 0.3;
        double y = -0.5;
        double sx = 1.1;
        double sy = -0.4;
        double h = 1e-4;
        double dx = (k(x + h, y) - k(x - h, y)) / (2 * h);
        double dy = (k(x, y + h) - k(x, y - h)) / (2 * h);
        double dxy = (k(x + h, y + h) - k(x + h, y - h) - k(x - h, y + h) + k(x - h, y - h)) / (4 * h * h);
        double expected = sx * sy * k(x, y) + sx * dy + sy * dx + dxy;
        var stein = SteinDiscrepancy.of(new double[][] {{x}, {y}}, new double[][] {{sx}, {sy}}, new double[] {1});
        assertThat(stein.uStatistic()).isCloseTo(expected, within(1e-6));
        double diagonal = sx * sx + 1 + sy * sy + 1;
        assertThat(stein.vStatistic()).isCloseTo((2 * expected + diagonal) / 4, within(1e-6));
    }

    private static double k(double x, double y) {
        return 1 / Math.sqrt(1 + (x - y) * (x - y));
    }

    private static double[][] scores(double[][] draws, double[] sd) {
        double[][] scores = new double[draws.length][sd.length];
        for (int i = 0; i < draws.length; i++) {
            for (int j = 0; j < sd.length; j++) {
                scores[i][j] = -draws[i][j] / (sd[j] * sd[j]);
            }
        }
        return scores;
    }
}
