package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
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
