package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.Beta;
import org.driftfield.distribution.Gamma;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Normal;
import org.driftfield.model.GradientCheck;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed-form factors alone and beside particle factors: the mean and variance of a normal sample. */
class ConjugateTest {
    @Test
    void theModelIsRight() {
        assertThat(GradientCheck.largestError(new NormalMeanVariance(true, true), 0.7, 2.5))
                .isLessThan(1e-7);
    }

    /** The answer of coordinate ascent on the two closed forms, without Monte Carlo. */
    private record Optimum(Normal mu, InverseGamma variance) {
        static Optimum of(NormalMeanVariance model) {
            double precision = 1;
            Normal mu = null;
            InverseGamma variance = null;
            for (int sweep = 0; sweep < 200; sweep++) {
                mu = model.mean(precision);
                variance = model.variance(mu.mean(), mu.variance());
                precision = variance.meanInverse(0);
            }
            return new Optimum(mu, variance);
        }
    }

    /** Whichever factor is forced to particles, means and spreads agree with the closed form within 4 Monte Carlo errors. */
    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void mixesOfClosedFormsAndParticlesAgree(boolean closedMean, boolean closedVariance) {
        NormalMeanVariance model = new NormalMeanVariance(closedMean, closedVariance);
        Optimum optimum = Optimum.of(model);
        Posterior posterior = Pmfvb.fit(
                model,
                PmfvbOptions.defaults()
                        .withBlocks(Blocks.each())
                        .withParticles(500)
                        .withCollect(40, 4)
                        .withSeed(3));
        Summary.Row mu = posterior.summary().row("mu");
        Summary.Row variance = posterior.summary().row("variance");
        assertThat(mu.mean()).isCloseTo(optimum.mu().mean(), within(4 * mu.mcse()));
        assertThat(variance.mean()).isCloseTo(optimum.variance().mean(0), within(4 * variance.mcse()));
        // Relative error of a standard deviation from n effective draws: 1/√(2n), more for the skew one.
        assertThat(mu.sd() / Math.sqrt(optimum.mu().variance())).isCloseTo(1, within(4 / Math.sqrt(2 * mu.ess())));
        assertThat(variance.sd() / Math.sqrt(optimum.variance().covariance(0, 0)))
                .isCloseTo(1, within(4 * 2 / Math.sqrt(2 * variance.ess())));
    }

    /**
     * Gamma and beta factors: the closed form is what exp E[log π] over the other factor is on a grid, and particles that do
     * not know it come to the same within 4 Monte Carlo errors.
     */
    @Test
    void gammaAndBetaFactors() {
        Rates rates = new Rates(true);
        assertThat(GradientCheck.largestError(rates, 1.5, 2.5, 0.3)).isLessThan(1e-7);
        Gamma b = new Gamma(4, 1.5);
        Gamma a = rates.a(b.mean(0));
        double[] mass = new double[3];
        for (double u = -12; u < 4; u += 1e-3) {
            double value = Math.exp(u);
            double log = b.expect(0, other -> rates.logDensity(new double[] {value, other, 0.3}, new double[3])) + u;
            for (int power = 0; power < 3; power++) {
                mass[power] += Math.exp(log) * Math.pow(value, power);
            }
        }
        assertThat(mass[1] / mass[0]).isCloseTo(a.mean(0), within(1e-8));
        assertThat(mass[2] / mass[0] - Math.pow(mass[1] / mass[0], 2)).isCloseTo(a.covariance(0, 0), within(1e-8));

        PmfvbOptions options = PmfvbOptions.defaults()
                .withBlocks(Blocks.each())
                .withParticles(500)
                .withCollect(40, 4)
                .withSeed(5);
        Summary closed = Pmfvb.fit(rates, options).summary();
        Summary particles = Pmfvb.fit(new Rates(false), options).summary();
        for (String name : List.of("a", "b", "p")) {
            Summary.Row exact = closed.row(name);
            Summary.Row moved = particles.row(name);
            assertThat(moved.mean())
                    .as(name)
                    .isCloseTo(exact.mean(), within(4 * Math.hypot(exact.mcse(), moved.mcse())));
            assertThat(moved.sd() / exact.sd()).as(name).isCloseTo(1, within(4 * 2 / Math.sqrt(2 * moved.ess())));
        }
        assertThat(closed.row("p").mean())
                .isCloseTo(new Beta(5, 9).mean(0), within(4 * closed.row("p").mcse()));
    }

    /** Seven events at the rate a b, and 3 of 10 with probability p; a, b ~ Gamma(2, 1), p ~ Beta(2, 2). */
    private record Rates(boolean closed) implements MeanFieldModel {
        Gamma a(double otherMean) {
            return new Gamma(2 + 7, 1 + otherMean);
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.positive("a"), Parameter.positive("b"), Parameter.interval("p", 0, 1));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double a = theta[0];
            double b = theta[1];
            double p = theta[2];
            gradient[0] = 8 / a - 1 - b;
            gradient[1] = 8 / b - 1 - a;
            gradient[2] = 4 / p - 8 / (1 - p);
            return 8 * Math.log(a * b) - a - b - a * b + 4 * Math.log(p) + 8 * Math.log1p(-p);
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            int own = block.coordinates()[0];
            return !closed
                    ? Optional.empty()
                    : Optional.of(own == 2 ? others -> new Beta(5, 9) : others -> a(others.mean(1 - own)));
        }
    }

    /**
     * Twelve observations with mean 1 and sum of squares 30 around it; mu ~ N(0, 100), variance ~ InverseGamma(2, 3). Each
     * factor has a closed form given the other, which may be hidden to force particles on it.
     */
    static final class NormalMeanVariance implements MeanFieldModel {
        private static final int N = 12;
        private static final double MEAN = 1;
        private static final double SQUARES = 30;
        private final boolean closedMean;
        private final boolean closedVariance;

        NormalMeanVariance(boolean closedMean, boolean closedVariance) {
            this.closedMean = closedMean;
            this.closedVariance = closedVariance;
        }

        Normal mean(double expectedPrecision) {
            double precision = N * expectedPrecision + 0.01;
            return new Normal(N * expectedPrecision * MEAN / precision, 1 / precision);
        }

        InverseGamma variance(double mean, double variance) {
            return new InverseGamma(2 + N / 2.0, 3 + 0.5 * (SQUARES + N * ((mean - MEAN) * (mean - MEAN) + variance)));
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("mu"), Parameter.positive("variance"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double off = theta[0] - MEAN;
            double v = theta[1];
            double scale = 3 + 0.5 * (SQUARES + N * off * off);
            gradient[0] = -N * off / v - theta[0] / 100;
            gradient[1] = -(3 + N / 2.0) / v + scale / (v * v);
            return -(3 + N / 2.0) * Math.log(v) - scale / v - theta[0] * theta[0] / 200;
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            if (block.name().equals("mu")) {
                return closedMean ? Optional.of(others -> mean(others.meanInverse(1))) : Optional.empty();
            }
            return closedVariance && block.name().equals("variance")
                    ? Optional.of(others -> variance(others.mean(0), others.covariance(0, 0)))
                    : Optional.empty();
        }
    }
}
