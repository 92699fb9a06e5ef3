package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hard targets with the automatic settings and no tuning; and when these settings say that they failed. */
class AutomaticSettingsTest {
    /** The window shrinks with the noise of a large cloud, but not where unadjusted moves may creep, nor where it was chosen. */
    @ParameterizedTest
    @CsvSource({
        "0,500,ADJUSTED,50",
        "0,1250,ADJUSTED,40",
        "0,9000,ADJUSTED,25",
        "0,9000,UNADJUSTED,50",
        "70,9000,ADJUSTED,70"
    })
    void aLargeCloudIsWatchedForAShorterTime(int asked, int particles, Dynamics dynamics, int window) {
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(particles)
                .withDynamics(dynamics)
                .withStopping(asked, 1e-3, 100);
        assertThat(options.lookBack()).isEqualTo(window);
    }

    /**
     * A rotated Gaussian in 20 dimensions with condition number 10⁶, near and many standard deviations away from the start.
     * Means within 4 Monte Carlo errors; the covariance has a Monte Carlo error of about 2√(d/n) in operator norm, twice that
     * is allowed.
     */
    @ParameterizedTest
    @CsvSource({"1,1000,0", "1,1000,50", "1e-3,1,0", "1e-3,1,50", "0.03,30,-10", "1e3,1e6,1"})
    void badlyScaledGaussianIsSolved(double lowest, double highest, double offset) {
        int d = 20;
        GaussianModel model = GaussianModel.rotated(d, lowest, highest, offset, 5);
        Posterior posterior = Pmfvb.fit(model, PmfvbOptions.defaults());
        double[] draws = new double[d];
        for (int j = 0; j < d; j++) {
            Summary.Row row = posterior.summary().rows().get(j);
            assertThat(row.mean()).isCloseTo(model.mean[j], within(4 * row.mcse()));
            draws[j] = row.ess();
        }
        // The typical number: the estimate of a single coordinate rests on twenty cloud means and is rough.
        double typical = Quantiles.of(draws, 0.5);
        assertThat(typical).isGreaterThan(5000);
        Block all = Blocks.joint().resolve(model).get(0);
        assertThat(model.covarianceError(posterior, all)).isLessThan(4 * Math.sqrt(d / typical));
        assertThat(posterior.settled()).isTrue();
        assertThat(posterior.warnings()).isEmpty();
    }

    /** The log density falls like e^|x| on one side, so that particles of the wide start sit where nothing is accepted. */
    @Test
    void particlesThatStartHopelesslyFarOutComeIn() {
        // An exponential-family likelihood of a rate: 400 events in total time 40, log rate = slope·100.
        Model model = model("slope", (x, gradient) -> {
            double rate = Math.exp(100 * x[0]);
            gradient[0] = 100 * (400 - 40 * rate);
            return 400 * 100 * x[0] - 40 * rate;
        });
        Posterior posterior = Pmfvb.fit(model, PmfvbOptions.defaults());
        // The rate is Gamma(400, 40): E log rate = ψ(400) - log 40, sd = √ψ'(400).
        assertThat(posterior.mean("slope"))
                .isCloseTo(
                        0.02301334, within(4 * posterior.summary().row("slope").mcse()));
        assertThat(posterior.sd("slope")).isCloseTo(0.000500313, within(0.00001));
        assertThat(posterior.warnings()).isEmpty();
    }

    @Test
    void aRunThatEndsTooEarlySaysSo() {
        GaussianModel model = GaussianModel.rotated(20, 1, 1000, 50, 5);
        Posterior posterior = Pmfvb.fit(model, PmfvbOptions.defaults().withStopping(50, 1e-3, 4));
        assertThat(posterior.settled()).isFalse();
        assertThat(posterior.stopped()).isEqualTo("reached the maximum of 4 iterations before settling");
    }

    /** A cloud that has hardly left its start passes for settled by its lower bound; its gradients give it away. */
    @Test
    void aCloudWithoutTheTargetsShapeSaysSo() {
        GaussianModel model = GaussianModel.rotated(20, 1, 1000, 0, 5);
        Posterior posterior = Pmfvb.fit(
                model,
                PmfvbOptions.defaults()
                        .withDynamics(Dynamics.ADJUSTED)
                        .withPreconditioning(Preconditioning.IDENTITY)
                        .withBoundEvery(1, 0));
        assertThat(posterior.warnings())
                .anyMatch(warning ->
                        warning.matches("The cloud of factor \\[x\\[1\\].* is about .* times narrower than its"
                                + " target in some direction: it has not taken the target's shape.*"));
    }

    @Test
    void dependentBlocksThatSwayAreNamed() {
        Posterior posterior = Pmfvb.fit(
                new GaussianModel.Knowing(GaussianModel.autoregressive(4, 0.99)),
                PmfvbOptions.defaults().withBlocks(Blocks.each()).withBoundEvery(1, 0));
        assertThat(posterior.warnings())
                .anyMatch(warning ->
                        warning.endsWith("were still swaying as a whole while draws were collected, since their"
                                + " factors depend on each other: the Monte Carlo error shown is a lower bound. Collect longer, or"
                                + " put the dependent parameters in one block."));
    }

    /** One normal mean from a tenth of the observations each time: the noise of the gradient is small against the step's. */
    @Test
    void minibatchesFindTheMean() {
        int n = 1000;
        double[] y = new double[n];
        RandomStream random = RandomStream.of(4, 0, 0, 0);
        double mean = 0;
        for (int i = 0; i < n; i++) {
            y[i] = 3 + random.nextNormal();
            mean += y[i] / n;
        }
        MinibatchModel model = new NormalMean(y);
        double h = 0.02 / n;
        Posterior posterior = Pmfvb.fit(
                model,
                PmfvbOptions.defaults()
                        .withParticles(200)
                        .withDynamics(Dynamics.UNADJUSTED)
                        .withPreconditioning(Preconditioning.IDENTITY)
                        .withSchedules(StepSchedule.constant(h))
                        .withMinibatch(100)
                        .withStopping(200, 0, 600)
                        .withCollect(100, 20)
                        .withBoundEvery(1, 0));
        Summary.Row row = posterior.summary().row("mu");
        assertThat(row.mean()).isCloseTo(mean, within(4 * row.mcse()));
        // All particles share the minibatch: its noise, h λ²·var/4·(n/100) with λ = n, adds 5 % to the variance 1/n.
        assertThat(row.sd() * Math.sqrt(n)).isCloseTo(1.025, within(0.03));
    }

    private record NormalMean(double[] y) implements MinibatchModel {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("mu"));
        }

        @Override
        public int observations() {
            return y.length;
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            int[] all = new int[y.length];
            java.util.Arrays.setAll(all, i -> i);
            return logDensity(theta, gradient, all);
        }

        @Override
        public double logDensity(double[] theta, double[] gradient, int[] rows) {
            double scale = y.length / (double) rows.length;
            double sum = 0;
            gradient[0] = 0;
            for (int row : rows) {
                double off = y[row] - theta[0];
                gradient[0] += scale * off;
                sum -= 0.5 * scale * off * off;
            }
            return sum;
        }
    }

    @FunctionalInterface
    private interface Density {
        double at(double[] x, double[] gradient);
    }

    private static Model model(String name, Density density) {
        return new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real(name));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                return density.at(theta, gradient);
            }
        };
    }
}
