package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.driftfield.InferenceException;
import org.driftfield.driver.Session;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmcTest {
    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    /**
     * Five observations y ~ N(θ, 1) with θ ~ N(0, 4²), whose likelihood is known but for a log-normal factor of mean 1: the
     * posterior is N(5 ȳ / (5 + 1/16), 1 / (5 + 1/16)) whatever the noise.
     */
    private record Conjugate(double noise) implements NoisyLikelihood {
        private static final double[] Y = {2.5, 4.1, 3.3, 1.9, 3.2};
        private static final double PRECISION = Y.length + 1.0 / 16;

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("theta"));
        }

        @Override
        public double logPrior(double[] theta) {
            return -0.5 * (theta[0] * theta[0] / 16 + Math.log(16) + LOG_TWO_PI);
        }

        @Override
        public void samplePrior(RandomStream random, double[] theta) {
            theta[0] = 4 * random.nextNormal();
        }

        @Override
        public Estimator estimator() {
            return (theta, particles, random) -> {
                double sd = noise / Math.sqrt(particles);
                double sum = sd * random.nextNormal() - sd * sd / 2;
                for (double y : Y) {
                    sum -= 0.5 * ((y - theta[0]) * (y - theta[0]) + LOG_TWO_PI);
                }
                return sum;
            };
        }

        static double mean() {
            return Y.length * 3.0 / PRECISION;
        }

        /** y is normal with covariance I + 16·11ᵀ. */
        static double logEvidence() {
            double squares = 0;
            for (double y : Y) {
                squares += y * y;
            }
            double sum = 3.0 * Y.length;
            return -0.5 * (squares - sum * sum / PRECISION + Math.log(16 * PRECISION) + Y.length * LOG_TWO_PI);
        }
    }

    /**
     * Mean and spread within 4 standard errors of those that 2000 independent particles would have; the evidence within 4
     * of its own, which repetitions with other seeds put at 0.03 without and 0.05 with noise.
     */
    @Test
    void theConjugatePosteriorIsFoundWhateverTheNoise() {
        double sd = 1 / Math.sqrt(Conjugate.PRECISION);
        for (double noise : new double[] {0, 4}) {
            SmcOptions options = SmcOptions.defaults(3).withParticles(2000).withStateParticles(4, 64);
            Posterior posterior = Smc.fit(new Conjugate(noise), options);
            assertThat(posterior.mean("theta")).isCloseTo(Conjugate.mean(), within(4 * sd / Math.sqrt(2000)));
            assertThat(posterior.sd("theta") / sd).isCloseTo(1, within(4 / Math.sqrt(4000)));
            double[] evidence = posterior.trace().column("log_evidence");
            assertThat(evidence[evidence.length - 1])
                    .isCloseTo(Conjugate.logEvidence(), within(noise == 0 ? 0.12 : 0.2));
            double[] effort = posterior.trace().column("state_particles");
            // The noise has a standard deviation of 4 / √particles, and 1 is aimed at, told from 40 estimates.
            assertThat(effort[effort.length - 1]).isBetween(noise == 0 ? 4.0 : 8.0, noise == 0 ? 4.0 : 32.0);
            assertThat(posterior.warnings()).isEmpty();
        }
    }

    @Test
    void theLinearGaussianPosteriorIsThatOfTheKalmanFilter() {
        LinearGaussian model = LinearGaussian.simulated(60, 0.7, 0.6, 11);
        SmcOptions options = SmcOptions.defaults(4)
                .withParticles(1000)
                .withStateParticles(16, 256)
                .withCollect(10, 1);
        Posterior posterior = Smc.fit(model, options);
        LinearGaussian.Exact exact = model.exact();
        for (int j = 0; j < 2; j++) {
            Summary.Row row = posterior.summary().rows().get(j);
            assertThat(row.mean()).isCloseTo(exact.mean()[j], within(4 * row.mcse()));
            // The error of a standard deviation is about that of the mean over √2, more for heavier tails.
            assertThat(row.sd()).isCloseTo(exact.sd()[j], within(4 * row.mcse()));
        }
        double[] evidence = posterior.trace().column("log_evidence");
        assertThat(evidence[evidence.length - 1]).isCloseTo(exact.logEvidence(), within(0.3));
    }

    @Test
    void theTraceTellsHowTheTemperatureRose() {
        Posterior posterior = Smc.fit(new Conjugate(1), SmcOptions.defaults(1));
        double[] temperature = posterior.trace().column("temperature");
        double[] moves = posterior.trace().column("moves");
        double[] ess = posterior.trace().column("ess");
        assertThat(temperature[0]).isBetween(0.0, 0.5);
        assertThat(temperature[temperature.length - 1]).isEqualTo(1);
        for (int i = 1; i < temperature.length; i++) {
            boolean raised = temperature[i] > temperature[i - 1];
            assertThat(moves[i]).isEqualTo(raised ? 1 : moves[i - 1] + 1);
            assertThat(ess[i]).isGreaterThan(249.9);
        }
        assertThat(posterior.settled()).isTrue();
        assertThat(posterior.size()).isEqualTo(500);
    }

    @Test
    void neitherThreadsNorStoppingChangeABit(@TempDir Path folder) {
        LinearGaussian model = LinearGaussian.simulated(20, 0.7, 0.6, 2);
        SmcOptions options = SmcOptions.defaults(6)
                .withParticles(60)
                .withStateParticles(4, 64)
                .withCollect(3, 2);
        Posterior whole = Smc.fit(model, options.withThreads(1));
        assertThat(Smc.fit(model, options.withThreads(3)).draws("phi")).isEqualTo(whole.draws("phi"));
        for (int stopAfter : new int[] {1, 7, whole.trace().rows() - 2}) {
            Session saved = Session.NONE.savedTo(folder.resolve("run" + stopAfter), 0);
            Session stopped = saved.watchedBy(event -> {
                if (event.iteration() == stopAfter + 1) {
                    throw new IllegalStateException("stopped");
                }
            });
            assertThatThrownBy(() -> Smc.fit(model, options, stopped)).hasMessage("stopped");
            Posterior resumed = Smc.fit(model, options, saved);
            assertThat(resumed.draws("phi")).isEqualTo(whole.draws("phi"));
            for (String column : whole.trace().columns()) {
                assertThat(resumed.trace().column(column))
                        .isEqualTo(whole.trace().column(column));
            }
        }
    }

    @Test
    void aLikelihoodThatIsNowherePositiveOrNoNumberIsNamed() {
        assertThatThrownBy(() -> Smc.fit(broken(Double.NEGATIVE_INFINITY), SmcOptions.defaults(1)))
                .isInstanceOf(InferenceException.class)
                .hasMessageContaining("the likelihood is zero at all 500 particles");
        assertThatThrownBy(() -> Smc.fit(broken(Double.NaN), SmcOptions.defaults(1)))
                .isInstanceOf(InferenceException.class)
                .hasMessageContaining("must be a number below infinity, got NaN at [theta]");
    }

    private static NoisyLikelihood broken(double value) {
        Conjugate sound = new Conjugate(0);
        return new NoisyLikelihood() {
            @Override
            public List<Parameter> parameters() {
                return sound.parameters();
            }

            @Override
            public double logPrior(double[] theta) {
                return sound.logPrior(theta);
            }

            @Override
            public void samplePrior(RandomStream random, double[] theta) {
                sound.samplePrior(random, theta);
            }

            @Override
            public Estimator estimator() {
                return (theta, particles, random) -> value;
            }
        };
    }

    @Test
    void tooFewMovesAreSaid() {
        Posterior posterior = Smc.fit(
                new Conjugate(1), SmcOptions.defaults(1).withCorrelation(0.01).withMostMoves(1));
        assertThat(posterior.warnings()).hasSize(1);
        assertThat(posterior.warnings().get(0)).contains("had not forgotten where they were after 1 moves");
    }

    /** A density of which nothing else is known: the evidence of N(m, C) without its constant is that constant. */
    @Test
    void aDensityAloneIsEnough() {
        GaussianModel model = GaussianModel.rotated(3, 0.5, 20);
        Posterior posterior =
                Smc.fit(model, SmcOptions.defaults(4).withStateParticles(1, 1).withThreads(1), Session.NONE);
        double logDeterminant = 3 * Math.log(0.5) + 1.5 * Math.log(20);
        int last = posterior.trace().rows() - 1;
        // 500 particles and a few temperatures: an error of about 0.1.
        assertThat(posterior.trace().get(last, "log_evidence"))
                .isCloseTo(0.5 * (3 * LOG_TWO_PI + logDeterminant), within(0.4));
        for (int j = 0; j < 3; j++) {
            double sd = Math.sqrt(model.covariance()[j][j]);
            // Four standard errors of 500 draws.
            assertThat(posterior.summary().rows().get(j).mean())
                    .isCloseTo(model.mean()[j], within(4 * sd / Math.sqrt(500)));
        }
    }
}
