package org.driftfield.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.Function;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** E[T] is the gradient of A; draws have these expectations to four standard errors of 20,000; entropies are known. */
class ExponentialFamilyTest {
    private static final int DRAWS = 20_000;

    private static void assertGradient(ExponentialFamily family, Function<double[], ExponentialFamily> of, int p) {
        double[] natural = family.natural();
        double[] expected = family.expectedStatistics();
        for (int k = 0; k < natural.length; k++) {
            // An element off the diagonal moves together with its mirror image.
            int mirror = p == 0 || k == 0 ? k : 1 + (k - 1) % p * p + (k - 1) / p;
            double step = 1e-5 * Math.max(1, Math.abs(natural[k]));
            double[] values = new double[2];
            for (int side = 0; side < 2; side++) {
                double[] moved = natural.clone();
                moved[k] += side == 0 ? step : -step;
                if (mirror != k) {
                    moved[mirror] += side == 0 ? step : -step;
                }
                values[side] = of.apply(moved).logPartition();
            }
            double slope = (values[0] - values[1]) / (2 * step) / (mirror == k ? 1 : 2);
            assertThat(slope).as("statistic %d", k).isCloseTo(expected[k], within(1e-6 * (1 + Math.abs(expected[k]))));
        }
    }

    private static void assertDraws(ExponentialFamily family, int size, Function<double[], double[]> statistics) {
        double[] expected = family.expectedStatistics();
        double[] sum = new double[expected.length];
        double[] squares = new double[expected.length];
        double[] x = new double[size];
        for (int i = 0; i < DRAWS; i++) {
            family.sample(RandomStream.of(7, 0, 0, i), x, 0);
            double[] t = statistics.apply(x);
            for (int k = 0; k < t.length; k++) {
                sum[k] += t[k];
                squares[k] += t[k] * t[k];
            }
        }
        for (int k = 0; k < sum.length; k++) {
            double mean = sum[k] / DRAWS;
            double error = Math.sqrt((squares[k] / DRAWS - mean * mean) / DRAWS);
            assertThat(mean).as("statistic %d", k).isCloseTo(expected[k], within(4 * error + 1e-12));
        }
    }

    /** ∫ exp(η·T - A) = 1 and -∫ q log q = H, by the trapezoidal rule on the logarithm of x. */
    @Test
    void gamma() {
        Gamma family = new Gamma(2.5, 0.7);
        assertGradient(family, Gamma::ofNatural, 0);
        assertDraws(family, 1, x -> new double[] {Math.log(x[0]), x[0]});
        double mass = 0;
        double entropy = 0;
        for (double u = -25; u <= 6; u += 1e-3) {
            double x = Math.exp(u);
            double log = family.natural()[0] * u + family.natural()[1] * x - family.logPartition();
            mass += Math.exp(log) * x * 1e-3;
            entropy -= Math.exp(log) * log * x * 1e-3;
        }
        assertThat(mass).isCloseTo(1, within(1e-9));
        assertThat(family.entropy()).isCloseTo(entropy, within(1e-9));
    }

    /** B(2, 3) = 1/12; the entropy of the density 12 x (1-x)² by the midpoint rule. */
    @Test
    void dirichlet() {
        Dirichlet shares = Dirichlet.of(0.8, 2, 3.5);
        assertGradient(shares, Dirichlet::ofNatural, 0);
        assertDraws(shares, 3, x -> new double[] {Math.log(x[0]), Math.log(x[1]), Math.log(x[2])});
        Dirichlet beta = Dirichlet.of(2, 3);
        assertThat(Math.exp(beta.logPartition())).isCloseTo(1 / 12.0, within(1e-12));
        double entropy = 0;
        int n = 200_000;
        for (int i = 0; i < n; i++) {
            double x = (i + 0.5) / n;
            double q = 12 * x * (1 - x) * (1 - x);
            entropy -= q * Math.log(q) / n;
        }
        assertThat(beta.entropy()).isCloseTo(entropy, within(1e-8));
        assertThat(beta.mean(0)).isCloseTo(0.4, within(1e-15));
        assertThat(new Beta(2, 3).entropy()).isCloseTo(entropy, within(1e-8));
    }

    /** A family of one coordinate: its statistics, and moments and entropy as its own integrals have them. */
    private static void assertFactor(
            Distribution factor, Function<double[], ExponentialFamily> of, Function<double[], double[]> statistics) {
        ExponentialFamily family = (ExponentialFamily) factor;
        assertGradient(family, of, 0);
        assertDraws(family, 1, statistics);
        double[] natural = family.natural();
        for (int k = 0; k < natural.length; k++) {
            int which = k;
            double expected = family.expectedStatistics()[k];
            assertThat(factor.expect(0, x -> statistics.apply(new double[] {x})[which]))
                    .as("statistic %d", k)
                    .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
        }
        double mean = factor.expect(0, x -> x);
        assertThat(factor.mean(0)).isCloseTo(mean, within(1e-9));
        assertThat(factor.covariance(0, 0)).isCloseTo(factor.expect(0, x -> (x - mean) * (x - mean)), within(1e-9));
        double entropy = factor.expect(0, x -> {
            double[] t = statistics.apply(new double[] {x});
            double log = -family.logPartition();
            for (int k = 0; k < natural.length; k++) {
                log += natural[k] * t[k];
            }
            return -log;
        });
        assertThat(factor.entropy()).isCloseTo(entropy, within(1e-9 * (1 + Math.abs(entropy))));
        assertThat(Distribution.decode(factor.encode())).isEqualTo(factor);
    }

    @Test
    void factorsOfOneCoordinate() {
        assertFactor(new Normal(0.7, 2.5), Normal::ofNatural, x -> new double[] {x[0], x[0] * x[0]});
        assertFactor(new Gamma(2.5, 0.7), Gamma::ofNatural, x -> new double[] {Math.log(x[0]), x[0]});
        assertFactor(new Gamma(0.1, 0.7), Gamma::ofNatural, x -> new double[] {Math.log(x[0]), x[0]});
        assertFactor(new InverseGamma(4.5, 0.7), InverseGamma::ofNatural, x -> new double[] {Math.log(x[0]), 1 / x[0]});
        assertFactor(new Beta(0.8, 3), Beta::ofNatural, x -> new double[] {Math.log(x[0]), Math.log1p(-x[0])});
        assertThat(new Gamma(3, 2).meanInverse(0)).isCloseTo(new Gamma(3, 2).expect(0, x -> 1 / x), within(1e-10));
        assertThat(new Beta(3, 2).meanInverse(0)).isCloseTo(new Beta(3, 2).expect(0, x -> 1 / x), within(1e-10));
    }

    @Test
    void multivariateNormal() {
        double[] precision = {2, 0.6, 0.6, 1};
        MultivariateNormal normal = MultivariateNormal.ofPrecision(precision, new double[] {1, -0.5});
        double[] natural = normal.natural();
        assertThat(natural).containsExactly(new double[] {1, -0.5, -1, -0.3, -0.3, -0.5}, within(1e-12));
        assertThat(MultivariateNormal.ofNatural(natural).encode()).containsExactly(normal.encode(), within(1e-12));
        assertThat(normal.logPartition() - dot(natural, normal.expectedStatistics()))
                .isCloseTo(normal.entropy(), within(1e-12));
        assertDraws(normal, 2, x -> new double[] {x[0], x[1], x[0] * x[0], x[0] * x[1], x[0] * x[1], x[1] * x[1]});
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    @Test
    void categorical() {
        Categorical classes = Categorical.ofNatural(Math.log(2), Math.log(5), Double.NEGATIVE_INFINITY, Math.log(3));
        assertThat(classes.expectedStatistics()[1]).isCloseTo(0.5, within(1e-15));
        assertThat(classes.entropy())
                .isCloseTo(-0.2 * Math.log(0.2) - 0.5 * Math.log(0.5) - 0.3 * Math.log(0.3), within(1e-14));
        assertDraws(classes, 1, x -> {
            double[] indicator = new double[4];
            indicator[(int) x[0]] = 1;
            return indicator;
        });
    }

    /** Of 1 × 1 matrices it is a gamma distribution with half the degrees of freedom and half the rate. */
    @Test
    void wishart() {
        Wishart scalar = Wishart.ofRate(5, 1.4);
        Gamma same = new Gamma(2.5, 0.7);
        assertThat(scalar.logPartition()).isCloseTo(same.logPartition(), within(1e-12));
        assertThat(scalar.entropy()).isCloseTo(same.entropy(), within(1e-12));
        assertThat(scalar.expectedStatistics()).containsExactly(same.expectedStatistics(), within(1e-12));
        Wishart matrix = Wishart.ofRate(4.5, 2, 0.6, 0.6, 1);
        assertGradient(matrix, Wishart::ofNatural, 2);
        assertDraws(matrix, 4, x -> new double[] {Math.log(x[0] * x[3] - x[1] * x[2]), x[0], x[1], x[2], x[3]});
    }

    /** Of 1 × 1 matrices it is an inverse-gamma distribution; of others the inverse has a Wishart distribution. */
    @Test
    void inverseWishart() {
        InverseWishart scalar = InverseWishart.ofScale(5, 1.4);
        InverseGamma same = new InverseGamma(2.5, 0.7);
        assertThat(scalar.logPartition()).isCloseTo(same.logPartition(), within(1e-12));
        assertThat(scalar.entropy()).isCloseTo(same.entropy(), within(1e-12));
        assertThat(scalar.mean(0)).isCloseTo(same.mean(0), within(1e-12));
        assertThat(scalar.expectedStatistics()).containsExactly(same.expectedStatistics(), within(1e-12));
        InverseWishart matrix = InverseWishart.ofScale(4.5, 2, 0.6, 0.6, 1);
        assertGradient(matrix, InverseWishart::ofNatural, 2);
        assertDraws(matrix, 4, x -> {
            double determinant = x[0] * x[3] - x[1] * x[2];
            return new double[] {
                Math.log(determinant), x[3] / determinant, -x[1] / determinant, -x[2] / determinant, x[0] / determinant
            };
        });
    }
}
