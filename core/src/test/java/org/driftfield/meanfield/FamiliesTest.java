package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.Categorical;
import org.driftfield.distribution.Dirichlet;
import org.driftfield.distribution.Distribution;
import org.driftfield.distribution.ExponentialFamily;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.distribution.Product;
import org.driftfield.distribution.Wishart;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Shares, classes and matrices as factors: a mixture of two bivariate normal distributions, all of it in closed form. */
class FamiliesTest {
    private static final int N = 24;

    private static final PmfvbOptions OPTIONS = PmfvbOptions.defaults()
            .withBlocks(Blocks.of("share|z|mean|precision"))
            .withParticles(200)
            .withCollect(20, 4)
            .withSeed(2);

    /**
     * q ∝ exp E[log π]: between two values of a block, with draws for the others, E[log π] differs as η·T does, to four
     * standard errors.
     */
    @Test
    void theClosedFormsAreWhatTheLogDensitySays() {
        Mixture model = new Mixture(true, 2.5);
        List<Distribution> factors = model.settled();
        double[] a = model.point();
        double[] b = model.point();
        b[0] = 0.3;
        b[1] = 0.7;
        assertDifference(model, factors, 0, a, b, eta -> new double[] {Math.log(eta[0]), Math.log(eta[1])}, 0, 2);
        int precision = 2 + N + 4;
        for (int k = 0; k < 4; k++) {
            b[precision + k] = new double[] {2, 0.4, 0.4, 0.8}[k];
        }
        assertDifference(
                model,
                factors,
                3,
                a,
                b,
                x -> new double[] {Math.log(x[0] * x[3] - x[1] * x[2]), x[0], x[1], x[2], x[3]},
                precision,
                4);
        // An observation between the two groups.
        double[] odds = ((ExponentialFamily) ((Product) factors.get(1)).part(Mixture.BETWEEN)).natural();
        double[] c = model.point();
        c[2 + Mixture.BETWEEN] = 0;
        double[] d = model.point();
        d[2 + Mixture.BETWEEN] = 1;
        double[] found = model.difference(factors, 1, c, d, 2 + Mixture.BETWEEN, 1);
        assertThat(found[0]).isCloseTo(odds[0] - odds[1], within(4 * found[1]));
    }

    private static void assertDifference(
            Mixture model,
            List<Distribution> factors,
            int block,
            double[] a,
            double[] b,
            java.util.function.UnaryOperator<double[]> statistics,
            int at,
            int size) {
        Distribution factor = factors.get(block);
        ExponentialFamily family = (ExponentialFamily) (factor instanceof Product product ? product.part(0) : factor);
        double[] first = statistics.apply(Arrays.copyOfRange(a, at, at + size));
        double[] second = statistics.apply(Arrays.copyOfRange(b, at, at + size));
        double expected = 0;
        for (int k = 0; k < first.length; k++) {
            expected += family.natural()[k] * (first[k] - second[k]);
        }
        double[] found = model.difference(factors, block, a, b, at, size);
        assertThat(found[0]).as("factor %d", block).isCloseTo(expected, within(4 * found[1] + 1e-9));
    }

    /** A run comes to the fixed point of the updates, and so does one with particles for the means. */
    @Test
    void aRunComesToTheFixedPoint() {
        Mixture model = new Mixture(true, 5);
        List<Distribution> fixed = model.settled();
        Posterior closed = Pmfvb.fit(model, OPTIONS);
        Posterior moved = Pmfvb.fit(new Mixture(false, 5), OPTIONS);
        List<String> names = closed.names();
        Distribution all = Product.of(fixed);
        for (int j = 0; j < names.size(); j++) {
            String name = names.get(j);
            Summary.Row exact = closed.summary().row(name);
            assertThat(exact.mean()).as(name).isCloseTo(all.mean(j), within(4.5 * exact.mcse() + 1e-9));
            Summary.Row particles = moved.summary().row(name);
            assertThat(particles.mean())
                    .as(name)
                    .isCloseTo(all.mean(j), within(4.5 * particles.mcse() + 0.05 * particles.sd() + 1e-9));
        }
        // Draws stay what they are: shares that add up to 1, classes, symmetric matrices.
        double[] draw = new double[names.size()];
        moved.draw(7, draw);
        assertThat(draw[0] + draw[1]).isCloseTo(1, within(1e-12));
        assertThat(draw[2 + 3]).isIn(0.0, 1.0);
        assertThat(draw[2 + N + 4 + 1]).isEqualTo(draw[2 + N + 4 + 2]);
    }

    /** share ~ Dirichlet(2, 2), mean_k ~ N(0, 100 I), precision_k ~ Wishart(4, rate I). */
    private static final class Mixture implements MeanFieldModel {
        static final int BETWEEN = 5;

        private final double[] x = new double[2 * N];
        private final boolean closedMeans;

        Mixture(boolean closedMeans, double apart) {
            this.closedMeans = closedMeans;
            RandomStream random = RandomStream.of(11, 0, 0, 0);
            for (int i = 0; i < N; i++) {
                double centre = i == BETWEEN ? 0.4 * apart : i % 3 == 0 ? -apart : apart;
                x[2 * i] = centre + (i == BETWEEN ? 0 : random.nextNormal());
                x[2 * i + 1] = 0.5 * x[2 * i] + (i == BETWEEN ? 0 : 0.7 * random.nextNormal());
            }
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(
                    Parameter.interval("share", 0, 1, 2),
                    Parameter.real("z", N),
                    Parameter.real("mean", 2, 2),
                    Parameter.real("precision", 2, 2, 2));
        }

        double[] point() {
            double[] theta = new double[2 + N + 4 + 8];
            theta[0] = 0.5;
            theta[1] = 0.5;
            for (int k = 0; k < 2; k++) {
                theta[2 + N + 4 + 4 * k] = 1;
                theta[2 + N + 4 + 4 * k + 3] = 1;
            }
            return theta;
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            Arrays.fill(gradient, 0);
            double value = Math.log(theta[0]) + Math.log(theta[1]);
            for (int k = 0; k < 2; k++) {
                int at = 2 + N + 4 + 4 * k;
                double determinant = theta[at] * theta[at + 3] - theta[at + 1] * theta[at + 2];
                value += 0.5 * Math.log(determinant) - 0.5 * (theta[at] + theta[at + 3]);
                for (int j = 0; j < 2; j++) {
                    double mean = theta[2 + N + 2 * k + j];
                    value -= mean * mean / 200;
                    gradient[2 + N + 2 * k + j] -= mean / 100;
                }
            }
            for (int i = 0; i < N; i++) {
                int k = theta[2 + i] < 0.5 ? 0 : 1;
                int at = 2 + N + 4 + 4 * k;
                int mean = 2 + N + 2 * k;
                double a = x[2 * i] - theta[mean];
                double b = x[2 * i + 1] - theta[mean + 1];
                double determinant = theta[at] * theta[at + 3] - theta[at + 1] * theta[at + 2];
                double left = theta[at] * a + theta[at + 1] * b;
                double right = theta[at + 2] * a + theta[at + 3] * b;
                value += Math.log(theta[k]) + 0.5 * Math.log(determinant) - 0.5 * (a * left + b * right);
                gradient[mean] += left;
                gradient[mean + 1] += right;
            }
            return value;
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            int first = block.coordinates()[0];
            if (first == 0) {
                return Optional.of(this::share);
            }
            if (first == 2) {
                return Optional.of(this::classes);
            }
            if (first == 2 + N) {
                return closedMeans ? Optional.of(this::means) : Optional.empty();
            }
            return Optional.of(this::precisions);
        }

        private double weight(Marginals others, int i, int k) {
            double one = others.mean(2 + i);
            return k == 1 ? one : 1 - one;
        }

        private Distribution share(Marginals others) {
            double[] alpha = {2, 2};
            for (int i = 0; i < N; i++) {
                alpha[0] += weight(others, i, 0);
                alpha[1] += weight(others, i, 1);
            }
            return Dirichlet.of(alpha);
        }

        /** Before the first update there are draws only. */
        private static double[] expected(Marginals others, int j, int width, Marginals.DrawFunction statistics) {
            return others.closedForm(j)
                    .map(form -> ((ExponentialFamily) form).expectedStatistics())
                    .orElseGet(() -> others.average(width, 0, statistics));
        }

        private static double[] logShare(Marginals others) {
            return expected(others, 0, 2, (draws, at, scratch, out, outAt) -> {
                out[outAt] = Math.log(draws[at]);
                out[outAt + 1] = Math.log(draws[at + 1]);
            });
        }

        private static double[] precision(Marginals others, int k) {
            int own = 2 + N + 4 + 4 * k;
            return expected(others, own, 5, (draws, at, scratch, out, outAt) -> {
                System.arraycopy(draws, at + own, out, outAt + 1, 4);
                out[outAt] =
                        Math.log(draws[at + own] * draws[at + own + 3] - draws[at + own + 1] * draws[at + own + 2]);
            });
        }

        private Distribution classes(Marginals others) {
            double[] logShare = logShare(others);
            List<Distribution> parts = new ArrayList<>();
            for (int i = 0; i < N; i++) {
                double[] natural = logShare.clone();
                for (int k = 0; k < 2; k++) {
                    double[] precision = precision(others, k);
                    double[] square = square(others, i, k);
                    natural[k] += 0.5 * precision[0];
                    for (int m = 0; m < 4; m++) {
                        natural[k] -= 0.5 * precision[1 + m] * square[m];
                    }
                }
                parts.add(Categorical.ofNatural(natural));
            }
            return Product.of(parts);
        }

        /** E[(x - mean_k)(x - mean_k)ᵀ]. */
        private double[] square(Marginals others, int i, int k) {
            double[] square = new double[4];
            int mean = 2 + N + 2 * k;
            for (int r = 0; r < 2; r++) {
                for (int c = 0; c < 2; c++) {
                    square[2 * r + c] = (x[2 * i + r] - others.mean(mean + r)) * (x[2 * i + c] - others.mean(mean + c))
                            + others.covariance(mean + r, mean + c);
                }
            }
            return square;
        }

        private Distribution means(Marginals others) {
            List<Distribution> parts = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                double[] precision = {0.01, 0, 0, 0.01};
                double[] b = new double[2];
                for (int i = 0; i < N; i++) {
                    double weight = weight(others, i, k);
                    for (int r = 0; r < 2; r++) {
                        for (int c = 0; c < 2; c++) {
                            double expected = weight * others.mean(2 + N + 4 + 4 * k + 2 * r + c);
                            precision[2 * r + c] += expected;
                            b[r] += expected * x[2 * i + c];
                        }
                    }
                }
                parts.add(MultivariateNormal.ofPrecision(precision, b));
            }
            return Product.of(parts);
        }

        private Distribution precisions(Marginals others) {
            List<Distribution> parts = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                double degrees = 4;
                double[] rate = {1, 0, 0, 1};
                for (int i = 0; i < N; i++) {
                    double weight = weight(others, i, k);
                    degrees += weight;
                    double[] square = square(others, i, k);
                    for (int m = 0; m < 4; m++) {
                        rate[m] += weight * square[m];
                    }
                }
                parts.add(Wishart.ofRate(degrees, rate));
            }
            return Product.of(parts);
        }

        @Override
        public Optional<MultivariateNormal> start() {
            double[] mean = new double[2 + N + 12];
            double[] covariance = new double[mean.length * mean.length];
            for (int j = 0; j < mean.length; j++) {
                covariance[j * mean.length + j] = 1e-4;
            }
            for (int i = 0; i < N; i++) {
                mean[2 + i] = x[2 * i] > 0 ? 1 : 0;
            }
            Arrays.fill(mean, 2 + N, 2 + N + 2, -1);
            Arrays.fill(mean, 2 + N + 2, 2 + N + 4, 1);
            for (int k = 0; k < 2; k++) {
                mean[2 + N + 4 + 4 * k] = 1;
                mean[2 + N + 4 + 4 * k + 3] = 1;
            }
            return Optional.of(MultivariateNormal.ofCovariance(mean, covariance));
        }

        /** The factors after many rounds of updates from a separation at 0, without an engine. */
        List<Distribution> settled() {
            List<Distribution> classes = new ArrayList<>();
            for (int i = 0; i < N; i++) {
                classes.add(Categorical.ofNatural(x[2 * i] > 0 ? -2 : 0, x[2 * i] > 0 ? 0 : -2));
            }
            List<Distribution> normals = List.of(
                    MultivariateNormal.ofCovariance(new double[] {-1, -1}, new double[] {1, 0, 0, 1}),
                    MultivariateNormal.ofCovariance(new double[] {1, 1}, new double[] {1, 0, 0, 1}));
            List<Distribution> matrices = List.of(Wishart.ofRate(4, 4, 0, 0, 4), Wishart.ofRate(4, 4, 0, 0, 4));
            List<Distribution> factors = new ArrayList<>(
                    List.of(Dirichlet.of(2, 2), Product.of(classes), Product.of(normals), Product.of(matrices)));
            for (int round = 0; round < 500; round++) {
                factors.set(3, precisions(new Known(factors)));
                factors.set(2, means(new Known(factors)));
                factors.set(0, share(new Known(factors)));
                factors.set(1, classes(new Known(factors)));
            }
            return factors;
        }

        /** The mean over draws of the others of log π at a minus at b in some coordinates of one block, and its standard error. */
        double[] difference(List<Distribution> factors, int block, double[] a, double[] b, int at, int size) {
            int draws = 4000;
            Distribution all = Product.of(factors);
            double[] theta = new double[all.dimension()];
            double[] gradient = new double[theta.length];
            double sum = 0;
            double squares = 0;
            for (int s = 0; s < draws; s++) {
                all.sample(RandomStream.of(5, block, 0, s), theta, 0);
                System.arraycopy(a, at, theta, at, size);
                double first = logDensity(theta, gradient);
                System.arraycopy(b, at, theta, at, size);
                double difference = first - logDensity(theta, gradient);
                sum += difference;
                squares += difference * difference;
            }
            double mean = sum / draws;
            return new double[] {mean, Math.sqrt((squares / draws - mean * mean) / draws)};
        }
    }

    /** Closed forms as they are. */
    private static final class Known implements Marginals {
        private final List<Distribution> factors;

        Known(List<Distribution> factors) {
            this.factors = List.copyOf(factors);
        }

        @Override
        public Optional<Distribution> closedForm(int j) {
            Distribution part = Product.of(factors).part(j);
            int before = 0;
            for (Distribution factor : factors) {
                if (factor == part) {
                    break;
                }
                before += factor.dimension();
            }
            return Optional.of(part instanceof Product product ? product.part(j - before) : part);
        }

        @Override
        public double mean(int j) {
            return Product.of(factors).mean(j);
        }

        @Override
        public double covariance(int j, int k) {
            return Product.of(factors).covariance(j, k);
        }

        @Override
        public double meanInverse(int j) {
            return Product.of(factors).meanInverse(j);
        }

        @Override
        public double expect(int j, java.util.function.DoubleUnaryOperator f) {
            return Product.of(factors).expect(j, f);
        }

        @Override
        public int particles() {
            return 0;
        }

        @Override
        public double[] draws() {
            return new double[0];
        }
    }
}
