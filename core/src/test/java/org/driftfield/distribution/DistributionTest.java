package org.driftfield.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistributionTest {
    private static final MultivariateNormal NORMAL =
            MultivariateNormal.ofCovariance(new double[] {1, -2}, new double[] {2, 0.6, 0.6, 0.5});

    static List<Distribution> distributions() {
        return List.of(
                new Normal(-1.5, 4),
                new InverseGamma(6, 3),
                NORMAL,
                BandedNormal.ofPrecision(
                        new double[] {3, -1, 0.4, 4, -1.5, 0.2, 5, 1, 0, 3, 0, 0}, new double[] {1, -2, 0.5, 3}),
                Dirichlet.of(1.5, 2, 4),
                Categorical.ofNatural(Math.log(0.2), Math.log(0.5), Math.log(0.3)),
                Wishart.ofRate(6, 2, 0.6, 0.6, 1),
                InverseWishart.ofScale(14, 2, 0.6, 0.3, 0.6, 1, 0.1, 0.3, 0.1, 1.5),
                Product.of(List.of(new InverseGamma(9, 2), NORMAL, new Normal(3, 0.1))));
    }

    /** Moments against draws: 4 standard errors, the fourth moments of the heaviest tail allowed for by a factor. */
    @ParameterizedTest
    @MethodSource("distributions")
    void drawsHaveTheMoments(Distribution distribution) {
        int n = 100_000;
        int d = distribution.dimension();
        double[] draws = new double[n * d];
        RandomStream random = new RandomStream();
        for (int i = 0; i < n; i++) {
            distribution.sample(random.reset(3, 0, 0, i), draws, i * d);
        }
        for (int j = 0; j < d; j++) {
            double sdJ = Math.sqrt(distribution.covariance(j, j));
            assertThat(mean(draws, d, j)).isCloseTo(distribution.mean(j), within(4 * sdJ / Math.sqrt(n)));
            for (int k = 0; k <= j; k++) {
                double scale = sdJ * Math.sqrt(distribution.covariance(k, k));
                double covariance = 0;
                for (int i = 0; i < n; i++) {
                    covariance +=
                            (draws[i * d + j] - distribution.mean(j)) * (draws[i * d + k] - distribution.mean(k)) / n;
                }
                assertThat(covariance).isCloseTo(distribution.covariance(j, k), within(20 * scale / Math.sqrt(n)));
            }
        }
    }

    private static double mean(double[] draws, int d, int j) {
        double sum = 0;
        for (int at = j; at < draws.length; at += d) {
            sum += draws[at];
        }
        int n = draws.length / d;
        return sum / n;
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void expectationsAgreeWithTheMoments(Distribution distribution) {
        for (int j = 0; j < distribution.dimension(); j++) {
            double mean = distribution.mean(j);
            int at = j;
            assertThat(distribution.expect(j, x -> x)).isCloseTo(mean, within(1e-8 * Math.max(1, Math.abs(mean))));
            assertThat(distribution.expect(j, x -> (x - distribution.mean(at)) * (x - mean)))
                    .isCloseTo(distribution.covariance(j, j), within(1e-6 * distribution.covariance(j, j)));
        }
    }

    /** A band is a matrix with zeros: everything as if it were written out, far covariances too. */
    @Test
    void aBandIsTheSameAsTheWholeMatrix() {
        int d = 6;
        int w = 2;
        double[] band = new double[d * (w + 1)];
        double[] whole = new double[d * d];
        double[] b = new double[d];
        for (int j = 0; j < d; j++) {
            b[j] = 1 - 0.5 * j;
            for (int m = 0; m <= w && j + m < d; m++) {
                double value = m == 0 ? 2 + 0.3 * j : Math.sin(j + 2.0 * m) / (1 + m);
                band[j * (w + 1) + m] = value;
                whole[j * d + j + m] = value;
                whole[(j + m) * d + j] = value;
            }
        }
        BandedNormal banded = BandedNormal.ofPrecision(band, b);
        MultivariateNormal normal = MultivariateNormal.ofPrecision(whole, b);
        for (int j = 0; j < d; j++) {
            assertThat(banded.mean(j)).isCloseTo(normal.mean(j), within(1e-12));
            for (int k = 0; k < d; k++) {
                assertThat(banded.covariance(j, k)).isCloseTo(normal.covariance(j, k), within(1e-12));
            }
        }
        assertThat(banded.entropy()).isCloseTo(normal.entropy(), within(1e-12));
        assertThat(banded.logPartition()).isCloseTo(normal.logPartition(), within(1e-12));
        assertThat(BandedNormal.ofNatural(d, banded.natural()).encode())
                .containsExactly(banded.encode(), within(1e-12));
        double[] eta = banded.natural();
        double[] t = banded.expectedStatistics();
        double inner = 0;
        for (int k = 0; k < eta.length; k++) {
            inner += eta[k] * t[k];
        }
        assertThat(banded.logPartition() - inner).isCloseTo(normal.entropy(), within(1e-12));
    }

    /** Entropy as -∫ q log q, by the expectation of the log density. */
    @Test
    void entropiesAgreeWithQuadrature() {
        InverseGamma q = new InverseGamma(6, 3);
        double logConstant = 6 * Math.log(3) - Math.log(120);
        assertThat(q.entropy()).isCloseTo(-q.expect(0, x -> logConstant - 7 * Math.log(x) - 3 / x), within(1e-9));
        assertThat(q.meanInverse(0)).isCloseTo(q.expect(0, x -> 1 / x), within(1e-9));
        Normal normal = new Normal(-1.5, 4);
        assertThat(normal.entropy())
                .isCloseTo(
                        normal.expect(0, x -> 0.5 * Math.log(8 * Math.PI) + (x + 1.5) * (x + 1.5) / 8), within(1e-9));
        // Independent parts add, and a two-dimensional normal has ½ log((2πe)² det Σ).
        double joint = 0.5 * Math.log(Math.pow(2 * Math.PI * Math.E, 2) * (2 * 0.5 - 0.6 * 0.6));
        assertThat(NORMAL.entropy()).isCloseTo(joint, within(1e-12));
        assertThat(Product.of(List.of(q, NORMAL)).entropy()).isCloseTo(q.entropy() + joint, within(1e-12));
    }

    @Test
    void aPrecisionAndALinearTermMakeTheSameNormal() {
        double determinant = 2 * 0.5 - 0.6 * 0.6;
        double[] precision = {0.5 / determinant, -0.6 / determinant, -0.6 / determinant, 2 / determinant};
        double[] b = {precision[0] - 2 * precision[1], precision[2] - 2 * precision[3]};
        MultivariateNormal same = MultivariateNormal.ofPrecision(precision, b);
        for (int j = 0; j < 2; j++) {
            assertThat(same.mean(j)).isCloseTo(NORMAL.mean(j), within(1e-12));
            assertThat(same.covariance(j, 1)).isCloseTo(NORMAL.covariance(j, 1), within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void aCodeMakesTheSameDistributionAgain(Distribution distribution) {
        double[] code = distribution.encode();
        Distribution again = Distribution.decode(code);
        assertThat(again.encode()).isEqualTo(code);
        double[] one = new double[distribution.dimension()];
        double[] other = new double[distribution.dimension()];
        distribution.sample(RandomStream.of(1, 2, 3, 4), one, 0);
        again.sample(RandomStream.of(1, 2, 3, 4), other, 0);
        assertThat(Arrays.equals(one, other)).isTrue();
    }

    @Test
    void wrongParametersGiveOneLine() {
        assertThatThrownBy(() -> new Normal(0, -1))
                .isInstanceOf(InputException.class)
                .hasMessage("a normal distribution must have a positive variance, got -1.0");
        assertThatThrownBy(() -> new InverseGamma(0, 1))
                .hasMessage("an inverse-gamma distribution must have a positive shape, got 0.0");
        assertThatThrownBy(() -> MultivariateNormal.ofCovariance(new double[2], new double[4]))
                .hasMessage("the covariance of a normal distribution must be positive definite; is the design collinear"
                        + " without a prior?");
    }
}
