package org.driftfield.models.volatility.smc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.NoisyLikelihood;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParticleFilterTest {
    private static final double[] THETA = {-0.3, 0.85, 0.4};

    /** The likelihood of three returns by a sum over a grid of the three log variances. */
    private static double exact(double[] y, double[] theta) {
        int cells = 120;
        double sd = Math.sqrt(theta[2] / (1 - theta[1] * theta[1]));
        double width = 16 * sd / cells;
        double[][] carried = new double[2][cells];
        for (int t = 0; t < 3; t++) {
            double[] now = carried[t % 2];
            double[] before = carried[(t + 1) % 2];
            for (int a = 0; a < cells; a++) {
                double x = theta[0] - 8 * sd + (a + 0.5) * width;
                double prior = 0;
                for (int b = 0; t > 0 && b < cells; b++) {
                    double previous = theta[0] - 8 * sd + (b + 0.5) * width;
                    prior += before[b] * normal(x, theta[0] + theta[1] * (previous - theta[0]), theta[2]) * width;
                }
                prior = t == 0 ? normal(x, theta[0], sd * sd) : prior;
                now[a] = prior * (Double.isNaN(y[t]) ? 1 : normal(y[t], 0, Math.exp(x)));
            }
        }
        double sum = 0;
        for (double value : carried[0]) {
            sum += value * width;
        }
        return Math.log(sum);
    }

    private static double normal(double x, double mean, double variance) {
        return Math.exp(-0.5 * (x - mean) * (x - mean) / variance) / Math.sqrt(2 * Math.PI * variance);
    }

    private static NoisyLikelihood.Estimator filter(boolean lookAhead, double... y) {
        return new ParticleFilter(new LookAhead(y, lookAhead));
    }

    /** Within 4 standard errors, from the relative spread of estimates by a single particle. */
    @ParameterizedTest
    @CsvSource({
        "true, 0.5, 0.41",
        "true, NaN, 0.39",
        "true, 0, 0.41",
        "true, 6, 0.40",
        "false, 0.5, 1.07",
        "false, NaN, 1.06",
        "false, 0, 1.07",
        "false, 6, 3.9"
    })
    void manyParticlesGiveTheIntegral(boolean lookAhead, double second, double spread) {
        double[] y = {0.9, second, -2.1};
        int particles = 400_000;
        double estimate = filter(lookAhead, y).logLikelihood(THETA, particles, RandomStream.of(1, 0, 0, 0));
        assertThat(estimate).isCloseTo(exact(y, THETA), within(4 * spread / Math.sqrt(particles)));
    }

    /** The mean of 20,000 estimates with few particles, resampling and all, is within 4 standard errors of the integral. */
    @ParameterizedTest
    @CsvSource({"true, 2", "true, 7", "false, 5"})
    void fewParticlesGiveNoBias(boolean lookAhead, int particles) {
        double[] y = {0.9, 3.5, -2.1};
        double exact = exact(y, THETA);
        NoisyLikelihood.Estimator filter = filter(lookAhead, y);
        RandomStream random = RandomStream.of(0, 0, 0, 0);
        int repetitions = 20_000;
        double sum = 0;
        double squares = 0;
        for (int r = 0; r < repetitions; r++) {
            double ratio = Math.exp(filter.logLikelihood(THETA, particles, random.reset(7, r, 0, 0)) - exact);
            sum += ratio;
            squares += ratio * ratio;
        }
        double mean = sum / repetitions;
        double error = Math.sqrt((squares / repetitions - mean * mean) / repetitions);
        assertThat(mean).isCloseTo(1, within(4 * error));
        assertThat(error).isLessThan(0.01);
    }

    /** Looking ahead pays: with eight particles the noise is that of some two hundred without, and far below that of 64. */
    @Test
    void lookingAheadCutsTheNoise() {
        double[] y = SimulatedReturns.of(500, 1, 0.8, 0.5, 1).returns().toArray();
        double[] theta = {1, 0.8, 0.25};
        double ahead = spread(random -> filter(true, y).logLikelihood(theta, 8, random));
        double bootstrap = spread(random -> filter(false, y).logLikelihood(theta, 64, random));
        assertThat(ahead).isLessThan(1.5);
        assertThat(bootstrap).isGreaterThan(1.2 * ahead);
    }

    private static double spread(ToDoubleFunction<RandomStream> estimate) {
        int repetitions = 100;
        double sum = 0;
        double squares = 0;
        for (int r = 0; r < repetitions; r++) {
            double value = estimate.applyAsDouble(RandomStream.of(5, r, 0, 0));
            sum += value;
            squares += value * value;
        }
        return Math.sqrt((squares - sum * sum / repetitions) / (repetitions - 1));
    }

    /** Parameters far from anything plausible give a number below infinity, not NaN. */
    @ParameterizedTest
    @CsvSource({
        "900, 0.5, 0.1",
        "-900, 0.5, 0.1",
        "0, 0.9999999999, 1e4",
        "0, 0.9, 1e200",
        "30, 0.999, 1e-8",
        "0, -0.99, 1e-300"
    })
    void absurdParametersAreDefined(double mu, double phi, double sigma2) {
        for (boolean lookAhead : new boolean[] {true, false}) {
            double value = filter(lookAhead, 0.4, 0, Double.NaN, -1e6, 2)
                    .logLikelihood(new double[] {mu, phi, sigma2}, 10, RandomStream.of(1, 0, 0, 0));
            assertThat(value).isLessThan(Double.POSITIVE_INFINITY);
        }
    }
}
