package org.driftfield.models.volatility.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Normal;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanField;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.GradientCheck;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** The mathematics of the volatility model against brute force. */
class VolatilityModelTest {
    private static final Returns SHORT = Returns.of(0.3, -1.2, Double.NaN, 0.8, 0.1);
    private static final int SIZE = 5;
    private static final int D = SIZE + 3;
    private static final VolatilityPriors PRIORS = new VolatilityPriors(0.4, 2, 5, 1.5, 2.5, 0.3);
    private static final VolatilityModel MODEL = VolatilityModel.plain(SHORT, PRIORS);
    private static final Normal MU = new Normal(0.7, 0.3);
    private static final InverseGamma SIGMA2 = new InverseGamma(4, 1.3);

    /** Factors q(μ), q(σ²) in closed form and a cloud of (φ, x). */
    private record Factors(double[] draws, int particles) implements Marginals {
        @Override
        public double mean(int j) {
            return j == VolatilityModel.MU ? MU.mean() : expect(j, v -> v);
        }

        @Override
        public double covariance(int j, int k) {
            assertThat(j == VolatilityModel.MU && k == VolatilityModel.MU).isTrue();
            return MU.variance();
        }

        @Override
        public double meanInverse(int j) {
            assertThat(j).isEqualTo(VolatilityModel.SIGMA2);
            return SIGMA2.meanInverse(0);
        }

        @Override
        public double expect(int j, DoubleUnaryOperator f) {
            double sum = 0;
            for (int i = 0; i < particles; i++) {
                sum += f.applyAsDouble(draws[i * draws.length / particles + j]);
            }
            return sum / particles;
        }
    }

    private static Factors cloud(int particles) {
        double[] draws = new double[particles * D];
        for (int i = 0; i < particles; i++) {
            RandomStream random = RandomStream.of(3, 0, 0, i);
            for (int j = 0; j < D; j++) {
                draws[i * D + j] = j == VolatilityModel.PHI ? 0.6 + 0.3 * random.nextDouble() : random.nextNormal();
            }
        }
        return new Factors(draws, particles);
    }

    private static Block block(String blocks, int index) {
        return Blocks.of(blocks).resolve(MODEL).get(index);
    }

    /** The log density with E over q(σ²) taken: it is linear in 1/σ² and log σ², of which the second is a constant. */
    private static double logDensity(double[] draws, int i, double mu, double sigma2) {
        double[] theta = Arrays.copyOfRange(draws, i * D, (i + 1) * D);
        theta[VolatilityModel.MU] = mu;
        theta[VolatilityModel.SIGMA2] = sigma2;
        return MODEL.logDensity(theta, new double[D]);
    }

    /** Mean of f under the density exp(log) on a fine grid. */
    private static double integrate(DoubleUnaryOperator log, double from, double to, DoubleUnaryOperator f) {
        int points = 20_000;
        double top = Double.NEGATIVE_INFINITY;
        double[] values = new double[points + 1];
        for (int i = 0; i <= points; i++) {
            values[i] = log.applyAsDouble(from + (to - from) * i / points);
            top = Math.max(top, values[i]);
        }
        double mass = 0;
        double sum = 0;
        for (int i = 0; i <= points; i++) {
            double weight = Math.exp(values[i] - top);
            mass += weight;
            sum += weight * f.applyAsDouble(from + (to - from) * i / points);
        }
        return sum / mass;
    }

    @Test
    void theGradientIsRight() {
        double[] theta = {0.5, 0.3, 0.8, 0.1, -0.7, 0.4, 1.2, -0.3};
        assertThat(GradientCheck.largestError(MODEL, theta)).isLessThan(1e-7);
    }

    /** q(μ) ∝ exp E[log π]; the factor T-1 that is printed before the sum in B gives something else. */
    @Test
    void theClosedFormOfMuIsTheOptimum() {
        Factors cloud = cloud(3);
        Normal q = (Normal)
                MODEL.closedForm(block("mu | sigma2 | phi,x", 0)).orElseThrow().update(cloud);
        double lambda = SIGMA2.meanInverse(0);
        DoubleUnaryOperator log = mu -> {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += logDensity(cloud.draws(), i, mu, 1 / lambda) / 3;
            }
            return sum;
        };
        double mean = integrate(log, -12, 12, v -> v);
        double variance = integrate(log, -12, 12, v -> (v - mean) * (v - mean));
        assertThat(q.mean()).isCloseTo(mean, within(1e-9));
        assertThat(q.variance()).isCloseTo(variance, within(1e-9));
        double printed = PRIORS.muMean() / PRIORS.muVariance();
        for (int i = 0; i < 3; i++) {
            double phi = cloud.draws()[i * D + VolatilityModel.PHI];
            double innovations = 0;
            for (int t = 1; t < SIZE; t++) {
                int at = i * D + VolatilityModel.X + t;
                innovations += cloud.draws()[at] - phi * cloud.draws()[at - 1];
            }
            printed += lambda
                    / 3
                    * ((1 - phi * phi) * cloud.draws()[i * D + VolatilityModel.X]
                            + (SIZE - 1) * (1 - phi) * innovations);
        }
        assertThat(Math.abs(printed * q.variance() - mean)).isGreaterThan(0.1 * Math.sqrt(variance));
    }

    @Test
    void theClosedFormOfSigma2IsTheOptimum() {
        Factors cloud = cloud(3);
        InverseGamma q = (InverseGamma)
                MODEL.closedForm(block("mu | sigma2 | phi,x", 1)).orElseThrow().update(cloud);
        // The log density is quadratic in μ, so that two points one standard deviation off the mean take E over q(μ).
        double off = Math.sqrt(MU.variance());
        DoubleUnaryOperator log = logSigma2 -> {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += logDensity(cloud.draws(), i, MU.mean() - off, Math.exp(logSigma2)) / 6;
                sum += logDensity(cloud.draws(), i, MU.mean() + off, Math.exp(logSigma2)) / 6;
            }
            return sum + logSigma2;
        };
        assertThat(q.meanInverse(0)).isCloseTo(integrate(log, -8, 12, v -> Math.exp(-v)), within(1e-9));
        assertThat(q.expect(0, Math::log)).isCloseTo(integrate(log, -8, 12, v -> v), within(1e-9));
    }

    /** E over q(μ) q(σ²) of the log density by brute force, and its gradient by differences. */
    @Test
    void theDensityOfThePathIsTheExpectedOne() {
        Factors cloud = cloud(2);
        MeanFieldModel.Conditioned density = MODEL.factorDensity(block("mu | sigma2 | phi,x", 2))
                .orElseThrow()
                .given(cloud);
        double off = Math.sqrt(MU.variance());
        double[] expected = new double[2];
        double[] points = new double[2 * (SIZE + 1)];
        for (int i = 0; i < 2; i++) {
            System.arraycopy(cloud.draws(), i * D + VolatilityModel.PHI, points, i * (SIZE + 1), SIZE + 1);
            for (double mu : new double[] {MU.mean() - off, MU.mean() + off}) {
                expected[i] += 0.5 * logDensity(cloud.draws(), i, mu, 1 / SIGMA2.meanInverse(0));
            }
        }
        double[] values = new double[2];
        density.evaluate(points, 0, 2, values, new double[points.length]);
        assertThat(values[1] - values[0]).isCloseTo(expected[1] - expected[0], within(1e-12));
        assertGradient(density, points, 2);
        // With the constant it is the expected log density itself, E[log σ²] being that of the draws here.
        cloud.draws()[VolatilityModel.SIGMA2] = 0.3;
        cloud.draws()[D + VolatilityModel.SIGMA2] = 0.7;
        double log = 0.5 * (Math.log(0.3) + Math.log(0.7)) + Math.log(SIGMA2.meanInverse(0));
        assertThat(values[0] + density.constant(cloud))
                .isCloseTo(expected[0] - (PRIORS.sigma2Shape() + 1 + 0.5 * SIZE) * log, within(1e-12));
    }

    /** The same for q(μ, σ², φ) and q(x): over a cloud of three the average is over all three. */
    @Test
    void theDensitiesOfTheOtherFactorisationAreTheExpectedOnes() {
        Factors cloud = cloud(3);
        for (int i = 0; i < 3; i++) {
            cloud.draws()[i * D + VolatilityModel.SIGMA2] = 0.2 + 0.3 * i;
        }
        for (int f = 0; f < 2; f++) {
            Block own = block("mu,sigma2,phi | x", f);
            MeanFieldModel.Conditioned density =
                    MODEL.factorDensity(own).orElseThrow().given(new AllParticles(cloud.draws()));
            double[] expected = new double[3];
            double[] points = new double[3 * own.size()];
            for (int i = 0; i < 3; i++) {
                for (int other = 0; other < 3; other++) {
                    double[] theta = Arrays.copyOfRange(cloud.draws(), other * D, (other + 1) * D);
                    for (int j = 0; j < own.size(); j++) {
                        int at = own.coordinates()[j];
                        theta[at] = cloud.draws()[i * D + at];
                        points[i * own.size() + j] = theta[at];
                    }
                    expected[i] += MODEL.logDensity(theta, new double[D]) / 3;
                }
            }
            double[] values = new double[3];
            density.evaluate(points, 0, 3, values, new double[points.length]);
            assertThat(values[1] - values[0]).isCloseTo(expected[1] - expected[0], within(1e-11));
            assertThat(values[2] - values[0]).isCloseTo(expected[2] - expected[0], within(1e-11));
            assertGradient(density, points, 3);
        }
    }

    /** Three particles of all coordinates. */
    private record AllParticles(double[] draws) implements Marginals {
        @Override
        public double mean(int j) {
            return (draws[j] + draws[D + j] + draws[2 * D + j]) / 3;
        }

        @Override
        public double covariance(int j, int k) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double meanInverse(int j) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double expect(int j, DoubleUnaryOperator f) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int particles() {
            return 3;
        }
    }

    /** The gradient of a factor's density at points, against central differences. */
    static void assertGradient(MeanFieldModel.Conditioned density, double[] points, int count) {
        double[] gradient = new double[points.length];
        double[] values = new double[count];
        double[] ignored = new double[points.length];
        density.evaluate(points, 0, count, values, gradient);
        int d = points.length / count;
        for (int j = 0; j < points.length; j++) {
            double step = 1e-5 * Math.max(1e-2, Math.abs(points[j]));
            double[] moved = points.clone();
            moved[j] += step;
            density.evaluate(moved, 0, count, values, ignored);
            double up = values[j / d];
            moved[j] -= 2 * step;
            density.evaluate(moved, 0, count, values, ignored);
            assertThat(gradient[j])
                    .as("coordinate %d", j)
                    .isCloseTo((up - values[j / d]) / (2 * step), within(1e-6 * Math.max(1, Math.abs(gradient[j]))));
        }
    }

    @Test
    void thePreconditionerIsTheInverseOfTheArrow() {
        double[] curvature = {0.5, 0.4, 0, 0.7, 0.5};
        double phi = 0.8;
        double lambda = 3;
        double[] diagonal = new double[SIZE];
        double[] off = new double[SIZE];
        new Series(SHORT).precision(lambda, lambda * phi, lambda * phi * phi, curvature, diagonal, off);
        // K = Aᵀ A, where A takes x to its innovations.
        DMatrixRMaj innovations = new DMatrixRMaj(SIZE, SIZE);
        innovations.set(0, 0, Math.sqrt(1 - phi * phi));
        for (int t = 1; t < SIZE; t++) {
            innovations.set(t, t, 1);
            innovations.set(t, t - 1, -phi);
        }
        DMatrixRMaj precision = new DMatrixRMaj(SIZE, SIZE);
        CommonOps_DDRM.multTransA(lambda, innovations, innovations, precision);
        for (int t = 0; t < SIZE; t++) {
            precision.add(t, t, curvature[t]);
        }
        DMatrixRMaj covariance = precision.copy();
        CommonOps_DDRM.invert(covariance);
        Tridiagonal matrix = new Tridiagonal(SIZE).factor(diagonal, off);
        assertThat(matrix.logDeterminant()).isCloseTo(Math.log(CommonOps_DDRM.det(precision)), within(1e-12));
        double[] variance = new double[SIZE];
        double[] neighbour = new double[SIZE];
        matrix.inverse(variance, neighbour);
        for (int t = 0; t < SIZE; t++) {
            assertThat(variance[t]).isCloseTo(covariance.get(t, t), within(1e-12));
            assertThat(t < SIZE - 1 ? neighbour[t] : 0)
                    .isCloseTo(t < SIZE - 1 ? covariance.get(t, t + 1) : 0, within(1e-12));
        }
        double sd = 0.3;
        double[] slope = {1, -0.5, 0.2, 0.4, -2};
        Preconditioner shape = new ArrowPreconditioner(sd, slope, matrix);
        for (int j = 0; j <= SIZE; j++) {
            double[] unit = new double[SIZE + 1];
            unit[j] = 1;
            double[] white = new double[SIZE + 1];
            double[] column = new double[SIZE + 1];
            shape.transposeTimes(unit, 0, white, 0, 1);
            shape.times(white, 0, column, 0, 1);
            for (int k = 0; k <= SIZE; k++) {
                double byFirst = sd * sd * (j == 0 ? 1 : slope[j - 1]) * (k == 0 ? 1 : slope[k - 1]);
                double rest = j > 0 && k > 0 ? covariance.get(j - 1, k - 1) : 0;
                assertThat(column[k]).isCloseTo(byFirst + rest, within(1e-12));
            }
        }
    }

    /** Several vectors at once, from and to any place, are the same as one by one. */
    @Test
    void thePreconditionerTakesManyVectors() {
        double[] diagonal = {3, 4, 2, 5, 3};
        double[] off = {-1, -0.5, -0.7, -1.2, 0};
        Preconditioner shape = new ArrowPreconditioner(
                0.3, new double[] {1, -0.5, 0.2, 0.4, -2}, new Tridiagonal(5).factor(diagonal, off));
        int count = 7;
        double[] in = new double[2 + 6 * count];
        Arrays.setAll(in, i -> Math.sin(3.0 * i));
        double[] times = new double[3 + 6 * count];
        double[] transposed = new double[3 + 6 * count];
        shape.times(in, 2, times, 3, count);
        shape.transposeTimes(in, 2, transposed, 3, count);
        for (int i = 0; i < count; i++) {
            double[] one = new double[6];
            shape.times(in, 2 + 6 * i, one, 0, 1);
            assertThat(Arrays.copyOfRange(times, 3 + 6 * i, 9 + 6 * i)).isEqualTo(one);
            shape.transposeTimes(in, 2 + 6 * i, one, 0, 1);
            assertThat(Arrays.copyOfRange(transposed, 3 + 6 * i, 9 + 6 * i)).isEqualTo(one);
        }
    }

    /**
     * On a settled cloud the control variates leave the mean of S alone (within 4 standard errors) and take away nearly all
     * of its variance.
     */
    @Test
    void theControlVariatesTakeAwayNoiseOnly() {
        Returns returns = SimulatedReturns.of(100, 1, 0.8, 0.5, 9).returns();
        VolatilityPriors priors = VolatilityPriors.defaults();
        Series series = new Series(returns);
        GaussianFit fit = new GaussianFit(returns, priors);
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(4000)
                .withBlocks(Blocks.of("mu | sigma2 | phi,x"))
                .withSeed(2);
        // With q(μ) and q(σ²) held where they start, the cloud is exact after some moves.
        try (MeanField field = MeanField.of(new Held(VolatilityModel.plain(returns, priors), fit), options)) {
            for (int iteration = 1; iteration <= 80; iteration++) {
                field.step(iteration);
            }
            Marginals all = field.marginals();
            ExpectedSquares squares = new ExpectedSquares(
                    series,
                    priors,
                    fit,
                    fit.mu().mean(),
                    fit.mu().variance(),
                    fit.sigma2().meanInverse(0));
            int numbers = ExpectedSquares.NUMBERS;
            double[] means = all.average(2 * numbers, squares.scratch(), (draws, at, scratch, out, outAt) -> {
                squares.corrected(draws, at, scratch, out, outAt);
                for (int k = 0; k < numbers; k++) {
                    out[outAt + numbers + k] = out[outAt + k] * out[outAt + k];
                }
            });
            double[] error = new double[numbers];
            Arrays.setAll(error, k -> Math.sqrt((means[numbers + k] - means[k] * means[k]) / 4000));
            assertThat(means[0]).isCloseTo(means[1], within(4 * error[1]));
            assertThat(error[0]).isLessThan(error[1] / Math.sqrt(20));
            assertThat(squares.mean(all)).isCloseTo(means[0], within(4 * error[0]));
            for (int k = 2; k < numbers; k++) {
                assertThat(means[k]).isCloseTo(0, within(4 * error[k]));
            }
        }
    }

    /** A volatility model with q(μ) and q(σ²) held. */
    private record Held(VolatilityModel model, GaussianFit fit) implements MeanFieldModel {
        @Override
        public List<Parameter> parameters() {
            return model.parameters();
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            return model.logDensity(theta, gradient);
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            return switch (block.name()) {
                case "mu" -> Optional.of(others -> fit.mu());
                case "sigma2" -> Optional.of(others -> fit.sigma2());
                default -> Optional.empty();
            };
        }

        @Override
        public Optional<FactorDensity> factorDensity(Block block) {
            return model.factorDensity(block);
        }

        @Override
        public Optional<Preconditioner> preconditioner(Block block) {
            return model.preconditioner(block);
        }

        @Override
        public Optional<? extends Samplable> start() {
            return model.start();
        }
    }
}
