package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.driftfield.InputException;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.RunOptions;
import org.driftfield.driver.Session;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.posterior.Posterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NutsTest {
    /** A run with its draws on the parameters' own scale. */
    static Run run(Model model, NutsOptions options) {
        try (Nuts nuts = Nuts.of(model, options)) {
            Run run = Driver.run(nuts, options.stoppingRule(), options.runOptions());
            for (int i = 0; i < run.draws().length; i += model.dimension()) {
                model.space().constrain(run.draws(), i, run.draws(), i);
            }
            return run;
        }
    }

    /**
     * Means, variances and covariances with neighbours: 30 numbers at most, each within 4 standard errors of the truth, so
     * that a right sampler fails with probability 0.002; the seed is fixed.
     */
    @ParameterizedTest
    @CsvSource({"1, 3, 1, DIAGONAL", "10, 0.2, 20, DIAGONAL", "10, 0.001, 1e6, DENSE", "10, 0.001, 1e6, AUTOMATIC"})
    void gaussianMomentsAreRight(int d, double smallest, double condition, Metric metric) {
        GaussianModel model = GaussianModel.rotated(d, smallest, condition);
        NutsOptions options = NutsOptions.defaults(11).withDraws(4000).withMetric(metric);
        Run run = run(model, options);
        for (int j = 0; j < d; j++) {
            int next = (j + 1) % d;
            double[][] x = Moments.series(run, j);
            double[][] products = Moments.series(run, next);
            double mine = model.mean()[j];
            double other = model.mean()[next];
            for (int c = 0; c < x.length; c++) {
                for (int i = 0; i < x[c].length; i++) {
                    products[c][i] = (products[c][i] - other) * (x[c][i] - mine);
                }
            }
            assertWithin(Moments.of(x), mine);
            assertWithin(Moments.of(Moments.map(x, v -> (v - mine) * (v - mine))), model.covariance()[j][j]);
            assertWithin(Moments.of(products), model.covariance()[j][next]);
        }
        // The warm-up aims at 0.8 and lands a little above.
        assertThat(mean(run.trace().lastOf("acceptance", 4000))).isBetween(0.75, 0.97);
        assertThat(mean(run.trace().lastOf("leapfrogs", 4000))).isLessThan(4 * (metric == Metric.DIAGONAL ? 40 : 15));
    }

    private static void assertWithin(Moments estimate, double truth) {
        assertThat(estimate.mean()).isCloseTo(truth, within(4 * estimate.error()));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value / values.length;
        }
        return sum;
    }

    @Test
    void threadsDoNotChangeABit() {
        GaussianModel model = GaussianModel.rotated(5, 0.1, 30);
        NutsOptions options =
                NutsOptions.defaults(5).withWarmup(200).withDraws(100).withMetric(Metric.DENSE);
        Run one = run(model, options.withThreads(1));
        for (int threads : new int[] {2, 7}) {
            Run many = run(model, options.withThreads(threads));
            assertThat(many.draws()).isEqualTo(one.draws());
            assertThat(many.trace().column("step_size")).isEqualTo(one.trace().column("step_size"));
        }
    }

    @ParameterizedTest
    @CsvSource({"137, DIAGONAL", "137, DENSE", "260, DENSE"})
    void stopAndResumeDoesNotChangeABit(int stopAfter, Metric metric, @TempDir Path folder) {
        GaussianModel model = GaussianModel.rotated(3, 0.1, 30);
        NutsOptions options =
                NutsOptions.defaults(8).withWarmup(200).withDraws(100).withMetric(metric);
        Run whole = run(model, options);

        // A crash after any iteration: the listener throws, the last checkpoint was written the iteration before.
        Session saved = Session.NONE.savedTo(folder.resolve("run"), 0);
        Session stopped = saved.watchedBy(event -> {
            if (event.iteration() == stopAfter) {
                throw new IllegalStateException("stopped");
            }
        });
        assertThatThrownBy(() -> drive(model, options, options.runOptions().in(stopped, "same")))
                .hasMessage("stopped");
        Run resumed = drive(model, options.withThreads(1), options.runOptions().in(saved, "same"));
        assertThat(resumed.draws()).isEqualTo(whole.draws());
        for (String column : whole.trace().columns()) {
            assertThat(resumed.trace().column(column)).isEqualTo(whole.trace().column(column));
        }
    }

    @Test
    void askingForMoreDrawsLaterGoesOnWhereTheRunEnded(@TempDir Path folder) {
        GaussianModel model = GaussianModel.rotated(3, 0.1, 30);
        NutsOptions options = NutsOptions.defaults(8).withWarmup(200).withDraws(100);
        Path file = folder.resolve("run");
        drive(model, options, options.withDraws(40).runOptions().in(Session.NONE.savedTo(file, 30), "same"));
        Run longer = drive(model, options, options.runOptions().in(Session.NONE.savedTo(file, 30), "same"));
        assertThat(longer.draws()).isEqualTo(run(model, options).draws());
    }

    private static Run drive(Model model, NutsOptions options, RunOptions runOptions) {
        try (Nuts nuts = Nuts.of(model, options)) {
            return Driver.run(nuts, options.stoppingRule(), runOptions);
        }
    }

    @Test
    void oneGradientALeapfrog() {
        GaussianModel gaussian = GaussianModel.rotated(3, 1, 2);
        AtomicLong evaluations = new AtomicLong();
        Model counting = new Model() {
            @Override
            public List<Parameter> parameters() {
                return gaussian.parameters();
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                evaluations.incrementAndGet();
                return gaussian.logDensity(theta, gradient);
            }
        };
        NutsOptions options = NutsOptions.defaults(1).withWarmup(0).withDraws(50);
        try (Nuts nuts = Nuts.of(counting, options)) {
            long before = evaluations.get();
            Run run = Driver.run(nuts, options.stoppingRule(), options.runOptions());
            double leapfrogs = 50 * mean(run.trace().column("leapfrogs"));
            assertThat((double) (evaluations.get() - before)).isEqualTo(leapfrogs, within(1e-6));
        }
    }

    @Test
    void theScheduleIsStans() {
        assertThat(renewals(1000)).containsExactly(100, 150, 250, 450, 950);
        assertThat(renewals(150)).containsExactly(100);
        assertThat(renewals(100)).containsExactly(90);
        assertThat(renewals(19)).isEmpty();
        WarmupSchedule schedule = new WarmupSchedule(1000);
        assertThat(schedule.collects(75)).isFalse();
        assertThat(schedule.collects(76)).isTrue();
        assertThat(schedule.collects(950)).isTrue();
        assertThat(schedule.collects(951)).isFalse();
    }

    private static List<Integer> renewals(int warmup) {
        WarmupSchedule schedule = new WarmupSchedule(warmup);
        return java.util.stream.IntStream.rangeClosed(1, warmup + 10)
                .filter(schedule::renews)
                .boxed()
                .toList();
    }

    @Test
    void troubleIsNamed() {
        GaussianModel model = GaussianModel.rotated(2, 1e-3, 1e6);
        NutsOptions options = NutsOptions.defaults(1).withWarmup(20).withDraws(20);
        assertThatThrownBy(() -> Nuts.of(model, options, List.of(new double[2])))
                .isInstanceOf(InputException.class)
                .hasMessage("there must be one starting point for each of the 4 chains, got 1");
        assertThatThrownBy(() -> options.withTargetAcceptance(1))
                .hasMessage("target acceptance must lie between 0 and 1, got 1.0");
        assertThatThrownBy(() -> Nuts.of(of(Double.NaN, 0), options))
                .hasMessageContaining("got none at 100 random points");
        assertThatThrownBy(() -> Nuts.of(of(0, 0), options)).hasMessageContaining("seems to be improper");
        // Twenty iterations are too few to tune to variances that differ by 1e6.
        NutsOptions shallow = options.withMaxDepth(2);
        try (Nuts nuts = Nuts.of(model, shallow)) {
            Driver.run(nuts, shallow.stoppingRule(), shallow.runOptions());
            assertThat(nuts.transitions().warnings())
                    .anySatisfy(line -> assertThat(line).contains("of 80 transitions diverged"));
            assertThat(nuts.transitions().warnings())
                    .anySatisfy(
                            line -> assertThat(line).contains("of 80 transitions reached the maximum tree depth of 2"));
        }
    }

    private static Model of(double value, double slope) {
        return new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real("x"));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                gradient[0] = slope;
                return value;
            }
        };
    }

    /** What is kept of each draw is what the density says there, and what all transitions together came to; also of a resumed run. */
    @Test
    void knowsEachDraw(@TempDir Path folder) {
        GaussianModel model = GaussianModel.rotated(3, 0.5, 10);
        NutsOptions options = NutsOptions.defaults(4).withWarmup(100).withDraws(60);
        Posterior posterior = Nuts.fit(model, options);
        DrawStatistics statistics = posterior.statistics().orElseThrow();
        assertThat(statistics.known()).containsExactly(Statistic.values());
        double[] lp = statistics.get(Statistic.LP).orElseThrow();
        assertThat(lp)
                .isEqualTo(DrawStatistics.logDensities(model, posterior)
                        .get(Statistic.LP)
                        .orElseThrow());
        assertThat(Arrays.stream(statistics.get(Statistic.DIVERGING).orElseThrow())
                        .sum())
                .isEqualTo((double) posterior.transitions().orElseThrow().diverged());
        double[] energy = statistics.get(Statistic.ENERGY).orElseThrow();
        for (int i = 0; i < lp.length; i++) {
            assertThat(energy[i]).isGreaterThan(-lp[i] - 1);
        }
        Session session = Session.NONE.savedTo(folder.resolve("run.bin"), 1e9);
        Nuts.fit(model, options, session);
        assertThat(Nuts.fit(model, options, session).statistics().orElseThrow().get(Statistic.LP))
                .hasValueSatisfying(again -> assertThat(again).isEqualTo(lp));
    }
}
