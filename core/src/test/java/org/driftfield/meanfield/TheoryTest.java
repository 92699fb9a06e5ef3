package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** The theory of the paper, made visible. */
class TheoryTest {
    /**
     * Langevin steps of size h on a Gaussian with precision λ are an autoregression, whose stationary variance is
     * 1/(λ(1-hλ/4)); with the accept step it is 1/λ. Independent coordinates are the eigen-directions. Tolerance: 4 standard
     * errors of a variance, √(2/n) with n the number of independent draws, of which each particle gives one at least.
     */
    @Test
    void aFiniteStepInflatesTheVarianceExactlyAsTheorySays() {
        double[] lambda = {0.5, 4};
        DMatrixRMaj covariance = CommonOps_DDRM.diag(1 / lambda[0], 1 / lambda[1]);
        GaussianModel model = new GaussianModel(new double[2], covariance);
        for (double h : new double[] {0.2, 0.6}) {
            PmfvbOptions options = PmfvbOptions.defaults()
                    .withParticles(20_000)
                    .withPreconditioning(Preconditioning.IDENTITY)
                    .withSchedules(StepSchedule.constant(h))
                    .withCollect(1, 0)
                    .withBoundEvery(1, 0);
            StoppingRule settled = StoppingRule.after((int) (10 / (h * lambda[0])) + 20);
            Posterior plain = Pmfvb.fit(model, options.withDynamics(Dynamics.UNADJUSTED), settled, Session.NONE);
            Posterior adjusted = Pmfvb.fit(model, options, settled, Session.NONE);
            for (int j = 0; j < 2; j++) {
                String name = "x[" + (j + 1) + "]";
                double inflated = 1 / (lambda[j] * (1 - h * lambda[j] / 4));
                double error = 4 * Math.sqrt(2.0 / options.particles());
                assertThat(Math.pow(plain.sd(name), 2)).isCloseTo(inflated, within(error * inflated));
                assertThat(Math.pow(adjusted.sd(name), 2)).isCloseTo(1 / lambda[j], within(error / lambda[j]));
            }
        }
    }

    /** Corollary 1: clouds that start far apart end at the same q, here within 4 Monte Carlo errors of each other. */
    @Test
    void farStartsEndAtTheSameFactors() {
        GaussianModel.Knowing model = new GaussianModel.Knowing(GaussianModel.autoregressive(4, 0.6));
        PmfvbOptions options = PmfvbOptions.defaults()
                .withBlocks(Blocks.of("x[1],x[2] | x[3],x[4]"))
                .withCollect(25, 8)
                .withBoundEvery(1, 0);
        Posterior left = Pmfvb.fit(new StartingAt(model, -300, 0.1), options);
        Posterior right = Pmfvb.fit(new StartingAt(model, 1000, 20), options.withSeed(2));
        for (String name : left.names()) {
            double error = Math.hypot(
                    left.summary().row(name).mcse(), right.summary().row(name).mcse());
            assertThat(left.mean(name)).isCloseTo(right.mean(name), within(4 * error));
            // A standard deviation from n effective draws has the relative error 1/√(2n).
            double n = Math.min(
                    left.summary().row(name).ess(), right.summary().row(name).ess());
            assertThat(left.sd(name) / right.sd(name)).isCloseTo(1, within(4 / Math.sqrt(n)));
        }
    }

    /**
     * Theorem 2: KL(q_t‖π) decreases along the run, to that of the optimum. It is known in closed form from the moments of
     * the particles as long as these are Gaussian, which linear dynamics from a Gaussian start keep them. The floor: moments
     * of M particles cost about 1/(2M) for each of the 10 they have. Above it the divergence moves with the mean of the cloud,
     * by √(2 KL/M) for a standard error of that.
     */
    @Test
    void divergenceDecreasesToTheMonteCarloFloor() {
        GaussianModel.Knowing model = new GaussianModel.Knowing(GaussianModel.autoregressive(4, 0.6));
        double h = 0.1;
        int m = 2000;
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(m)
                .withBlocks(Blocks.of("x[1],x[2] | x[3],x[4]"))
                .withExpectation(Expectation.EXACT)
                .withDynamics(Dynamics.UNADJUSTED)
                .withPreconditioning(Preconditioning.IDENTITY)
                .withSchedules(StepSchedule.constant(h));
        double floor = 20.0 / m;
        try (MeanField algorithm = MeanField.of(new StartingAt(model, 10, 3), options)) {
            double best = divergence(algorithm, model, m);
            assertThat(best).isGreaterThan(50);
            for (int t = 1; t <= 2000; t++) {
                algorithm.step(t);
                double now = divergence(algorithm, model, m);
                assertThat(now).as("iteration %d", t).isLessThan(best + floor + 4 * Math.sqrt(2 * best / m));
                best = Math.min(best, now);
            }
            double optimum = model.optimalDivergence(algorithm.blocks());
            // Beyond the optimum: the inflation of the finite step, up to h λ/4 per coordinate squared, and the floor.
            assertThat(best).isBetween(optimum - floor, optimum + floor + 0.02);
        }
    }

    /** KL(N(m, C) ‖ N(μ, Σ)) with C the blocks of the covariance of the particles. */
    private static double divergence(MeanField algorithm, GaussianModel model, int particles) {
        int d = model.mean.length;
        double[] draws = new double[particles * d];
        algorithm.draws(draws, 0);
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        Moments.meanAndCovariance(draws, particles, d, mean, covariance);
        DMatrixRMaj blocks = new DMatrixRMaj(d, d);
        for (Block block : algorithm.blocks()) {
            for (int i : block.coordinates()) {
                for (int j : block.coordinates()) {
                    blocks.set(i, j, covariance[i * d + j]);
                }
            }
        }
        return model.divergence(mean, blocks);
    }

    /** Theorem 3: the mass of q outside a fixed ball around the truth goes to 0 with the sample size. */
    @Test
    void theAnswerConcentratesOnTheTruth() {
        double[] outside = new double[4];
        for (int k = 0; k < 4; k++) {
            Posterior posterior = Pmfvb.fit(
                    new NormalSample((int) Math.pow(10, k + 2), 1.5, 2),
                    PmfvbOptions.defaults()
                            .withBlocks(Blocks.each())
                            .withExpectation(Expectation.subset(100))
                            .withParticles(300)
                            .withBoundEvery(1, 0));
            double[] mu = posterior.draws("mu");
            double[] sigma = posterior.draws("sigma");
            for (int i = 0; i < mu.length; i++) {
                outside[k] += Math.hypot(mu[i] - 1.5, sigma[i] - 2) > 0.1 ? 1.0 / mu.length : 0;
            }
        }
        assertThat(outside[0]).isGreaterThan(0.3);
        assertThat(outside[1]).isLessThan(outside[0]);
        assertThat(outside[2]).isLessThan(0.01);
        assertThat(outside[3]).isZero();
    }

    /** Observations from N(mu, sigma²), known by their sufficient statistics; flat prior on mu and log sigma. */
    private static final class NormalSample implements Model {
        private final int n;
        private final double mean;
        private final double squares;

        NormalSample(int n, double mu, double sigma) {
            RandomStream random = RandomStream.of(11, 0, 0, n);
            double[] y = new double[n];
            Arrays.setAll(y, i -> mu + sigma * random.nextNormal());
            this.n = n;
            this.mean = Arrays.stream(y).average().orElseThrow();
            this.squares = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).sum();
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("mu"), Parameter.positive("sigma"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double off = theta[0] - mean;
            double sigma = theta[1];
            double sum = squares + n * off * off;
            gradient[0] = -n * off / (sigma * sigma);
            gradient[1] = -(n + 1) / sigma + sum / (sigma * sigma * sigma);
            return -(n + 1) * Math.log(sigma) - sum / (2 * sigma * sigma);
        }
    }

    /** A model whose cloud starts somewhere else. */
    private record StartingAt(GaussianModel.Knowing model, double centre, double spread) implements MeanFieldModel {
        @Override
        public List<Parameter> parameters() {
            return model.parameters();
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            return model.logDensity(theta, gradient);
        }

        @Override
        public Optional<FactorDensity> factorDensity(Block block) {
            return model.factorDensity(block);
        }

        @Override
        public Optional<MultivariateNormal> start() {
            int d = model.mean.length;
            double[] mean = new double[d];
            Arrays.fill(mean, centre);
            double[] covariance = new double[d * d];
            for (int j = 0; j < d; j++) {
                covariance[j * d + j] = spread * spread;
            }
            return Optional.of(MultivariateNormal.ofCovariance(mean, covariance));
        }
    }
}
