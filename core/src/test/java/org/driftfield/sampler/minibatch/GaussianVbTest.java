package org.driftfield.sampler.minibatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Parameter;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gaussian variational Bayes where it is exact, and where its optimum is known. */
class GaussianVbTest {
    /** N(mean, b bᵀ + diag(c²)). */
    private static final double[] MEAN = {1, -2, 0.5, 3};

    private static final double[] B = {0.5, -0.8, 0.3, 0.6};
    private static final double[] C = {0.4, 0.7, 1.1, 0.2};

    private static DMatrixRMaj covariance(double[] b, double[] c) {
        DMatrixRMaj out = new DMatrixRMaj(b.length, b.length);
        for (int j = 0; j < b.length; j++) {
            for (int k = 0; k < b.length; k++) {
                out.set(j, k, b[j] * b[k] + (j == k ? c[j] * c[j] : 0));
            }
        }
        return out;
    }

    private record Normal(DMatrixRMaj precision) implements MinibatchModel {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("theta", MEAN.length));
        }

        @Override
        public int observations() {
            return 1;
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double value = 0;
            for (int j = 0; j < MEAN.length; j++) {
                gradient[j] = 0;
                for (int k = 0; k < MEAN.length; k++) {
                    gradient[j] -= precision.get(j, k) * (theta[k] - MEAN[k]);
                }
                value += 0.5 * gradient[j] * (theta[j] - MEAN[j]);
            }
            return value;
        }

        @Override
        public double logDensity(double[] theta, double[] gradient, int[] rows) {
            return logDensity(theta, gradient);
        }
    }

    /**
     * Once q is the target, log p - log q is constant, and every draw has the gradient 0: no Monte Carlo error is left, and
     * the lower bound is the logarithm of the normaliser up to that of the average of log p over 10 draws.
     */
    @Test
    void aNormalOfItsOwnFormIsFoundExactly() {
        DMatrixRMaj target = covariance(B, C);
        DMatrixRMaj precision = new DMatrixRMaj(B.length, B.length);
        assertThat(CommonOps_DDRM.invert(target, precision)).isTrue();
        GaussianVbOptions options = GaussianVbOptions.defaults(4)
                .withStep(StepSchedule.constant(0.05))
                .withIterations(4000)
                .withThreads(1);
        try (GaussianVb vb = GaussianVb.of(new Normal(precision), options)) {
            Run run = Driver.run(vb, options.stoppingRule(), options.runOptions());
            assertThat(vb.mean()).containsExactly(MEAN, within(1e-6));
            DMatrixRMaj found = covariance(vb.factor(), vb.diagonal());
            for (int j = 0; j < MEAN.length; j++) {
                for (int k = 0; k < MEAN.length; k++) {
                    assertThat(found.get(j, k)).isCloseTo(target.get(j, k), within(1e-6));
                }
            }
            double[] bounds = run.trace().lastOf("lower_bound", 2000);
            double mean = 0;
            for (double bound : bounds) {
                mean += bound / bounds.length;
            }
            double normaliser = 0.5 * (Math.log(CommonOps_DDRM.det(target)) + MEAN.length * Math.log(2 * Math.PI));
            // log p of a draw has the variance d/2 of half a χ² with d = 4; four standard errors of 20,000 draws.
            assertThat(mean).isCloseTo(normaliser, within(4 * Math.sqrt(2 / 20_000.0)));
        }
    }

    /** Linear regression with orthogonal inputs: the optimum is the posterior, means and all, up to minibatch noise. */
    @Test
    void linearRegressionFromMinibatches() {
        int n = 400;
        RandomStream random = RandomStream.of(2, 0, 0, 0);
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = new double[] {1, i % 2 == 0 ? 1 : -1, i / 2 % 2 == 0 ? 2 : -2};
            y[i] = 1 + 0.5 * x[i][1] - 0.2 * x[i][2] + random.nextNormal();
        }
        double[] exact = new double[3];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                exact[j] += x[i][j] * y[i] / (n * x[0][j] * x[0][j]);
            }
        }
        GaussianVbOptions options = GaussianVbOptions.defaults(4)
                .withStep(StepSchedule.decaying(30, 1000))
                .withBatch(40)
                .withIterations(30_000)
                .withThreads(1);
        try (GaussianVb vb = GaussianVb.of(new NormalMeans(x, y, 1), options)) {
            Run run = Driver.run(vb, options.stoppingRule(), options.runOptions());
            for (int j = 0; j < 3; j++) {
                double sd = 1 / Math.sqrt(n * x[0][j] * x[0][j]);
                // Minibatches of a tenth leave √(h/2 · 9) posterior sds at the last h of 0.001: 0.07, times 4.
                assertThat(vb.mean()[j]).isCloseTo(exact[j], within(0.28 * sd));
                assertThat(Math.hypot(vb.factor()[j], vb.diagonal()[j])).isCloseTo(sd, within(0.1 * sd));
                // And 1000 draws of it have that mean and sd to four standard errors more.
                double mean = 0;
                for (int i = 0; i < run.units(); i++) {
                    mean += run.draws()[i * 3 + j] / run.units();
                }
                assertThat(mean).isCloseTo(vb.mean()[j], within(4 * sd * 1.1 / Math.sqrt(run.units())));
            }
        }
    }

    @Test
    void threadsAndAStopChangeNoBit(@TempDir Path folder) {
        GaussianVbOptions options =
                GaussianVbOptions.defaults(4).withIterations(60).withBatch(7).withDraws(20);
        double[] whole = draws(options.withThreads(1), Session.NONE);
        Session saved = Session.NONE.savedTo(folder.resolve("run"), 0);
        Session stopping = saved.watchedBy(event -> {
            if (event.iteration() == 33) {
                throw new IllegalStateException("stop");
            }
        });
        assertThatThrownBy(() -> draws(options.withThreads(2), stopping)).hasMessage("stop");
        assertThat(draws(options.withThreads(3), saved)).isEqualTo(whole);
    }

    private static double[] draws(GaussianVbOptions options, Session session) {
        try (GaussianVb vb = GaussianVb.of(NormalMeans.sample(30, 2, 1), options)) {
            return Driver.run(
                            vb,
                            options.stoppingRule(),
                            options.runOptions()
                                    .in(session, options.withThreads(1).toString()))
                    .draws();
        }
    }
}
