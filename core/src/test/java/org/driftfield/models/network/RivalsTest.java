package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.driftfield.driver.Session;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.model.MinibatchModel;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.RivalRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods that particle mean-field variational Bayes is compared with, on networks. */
class RivalsTest {
    private static final int N = 600;

    /** A minibatch of more than one part, some rows of it twice. */
    private static final int[] ROWS = minibatch();

    private static int[] minibatch() {
        RandomStream random = RandomStream.of(5, 0, 0, 0);
        int[] rows = new int[300];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextInt(N);
        }
        return rows;
    }

    /** A network, its rows and a point, with the likelihood of a minibatch in double and slowly. */
    private static final class Case {
        final Perceptron net;
        final TrainingRows rows;
        final SlowNetwork slow;
        final double[] theta;
        final int d;

        Case(Task task) {
            NetworkData data = TestRows.data(N, task, 0, 0);
            int[] widths = {3, 5, 4, task.outputs(data.encoding().classes().size())};
            net = new Perceptron(widths, Activation.TANH);
            slow = new SlowNetwork(widths, Activation.TANH, task);
            rows = new TrainingRows(
                    data.train(), task == Task.REGRESSION ? 45 : 0, task == Task.REGRESSION ? 15 : 1, 10, 7);
            d = net.weights();
            theta = new double[task == Task.REGRESSION ? 2 * d + 1 : 2 * d];
            RandomStream random = RandomStream.of(2, 0, 0, 0);
            for (int j = 0; j < d; j++) {
                theta[j] = (float) (0.7 * random.nextNormal());
                theta[d + j] = 0.1 + random.nextDouble();
            }
            if (task == Task.REGRESSION) {
                theta[2 * d] = 0.4;
            }
        }

        double likelihood(double[] w, int[] chosen) {
            double sum = 0;
            for (int row : chosen) {
                sum += slow.logLikelihood(w, rows.x, rows.y, row, 1);
            }
            return sum;
        }
    }

    /** Checks value and gradient of a model with float kernels against its formula in double, by central differences. */
    private static void check(MinibatchModel model, Formula formula, double[] theta) {
        double[] gradient = new double[theta.length];
        double value = model.logDensity(theta, gradient, ROWS);
        double expected = formula.at(theta);
        assertThat(value).isCloseTo(expected, within(1e-5 * Math.abs(expected)));
        double size = 0;
        double[] slopes = new double[theta.length];
        for (int j = 0; j < theta.length; j++) {
            double[] moved = theta.clone();
            moved[j] = theta[j] + 1e-5;
            double up = formula.at(moved);
            moved[j] = theta[j] - 1e-5;
            slopes[j] = (up - formula.at(moved)) / 2e-5;
            size = Math.max(size, Math.abs(slopes[j]));
        }
        for (int j = 0; j < theta.length; j++) {
            // Rounding of floats, relative to the largest slope.
            assertThat(gradient[j]).isCloseTo(slopes[j], within(2e-5 * size));
        }
    }

    @FunctionalInterface
    private interface Formula {
        double at(double[] theta);
    }

    @ParameterizedTest
    @EnumSource(Task.class)
    void jointModelIsItsFormula(Task task) {
        Case a = new Case(task);
        Formula formula = theta -> {
            double sigma2 = task == Task.REGRESSION ? theta[2 * a.d] : 1;
            double value = a.likelihood(theta, ROWS) * N / ROWS.length / sigma2;
            for (int j = 0; j < a.d; j++) {
                double tau = theta[a.d + j];
                value += -0.5 * Math.log(tau) - theta[j] * theta[j] / (2 * tau); // w | τ ~ N(0, τ)
                value += -2 * Math.log(tau) - 0.01 / tau; // τ ~ IG(1, 0.01)
            }
            return task == Task.REGRESSION ? value - 0.5 * N * Math.log(sigma2) - Math.log(sigma2) : value;
        };
        try (Workers one = new Workers(1);
                Workers three = new Workers(3)) {
            JointNetwork model =
                    new JointNetwork(new RowGradient(a.net, task, a.rows, one), a.d, task == Task.REGRESSION);
            check(model, formula, a.theta);
            double[] gradient = new double[a.theta.length];
            double[] other = new double[a.theta.length];
            double value = model.logDensity(a.theta, gradient);
            JointNetwork shared =
                    new JointNetwork(new RowGradient(a.net, task, a.rows, three), a.d, task == Task.REGRESSION);
            assertThat(shared.logDensity(a.theta, other)).isEqualTo(value);
            assertThat(other).isEqualTo(gradient);
        }
    }

    @ParameterizedTest
    @EnumSource(Task.class)
    void lassoModelIsItsFormula(Task task) {
        Case a = new Case(task);
        double[] w = java.util.Arrays.copyOf(a.theta, a.d);
        try (Workers workers = new Workers(1)) {
            boolean noisy = task == Task.REGRESSION;
            LassoNetwork model =
                    new LassoNetwork(new RowGradient(a.net, task, a.rows, workers), a.net, noisy ? 1.5 : Double.NaN);
            double[] spread = new double[a.d];
            java.util.Arrays.fill(spread, 0.1);
            model.updateLasso(w, spread, spread);
            model.updateLasso(w, spread, spread);
            model.updateNoise(200);
            double precision = noisy ? (10 + N / 2.0) / (9 * 1.5 + 100) : 1;
            check(
                    model,
                    theta -> {
                        double value = precision * a.likelihood(theta, ROWS) * N / ROWS.length;
                        for (int j = 0; j < a.d; j++) {
                            // Rows of the first layer hold 3 weights and a bias; then rows of 5 and of 4 weights and
                            // one.
                            int width = j < 20 ? 4 : j < 44 ? 6 : 5;
                            int at = j < 20 ? j : j < 44 ? j - 20 : j - 44;
                            boolean bias = at % width == width - 1;
                            double own = bias ? 0 : j < 20 ? model.precision()[at % 4] : 0.01;
                            assertThat(model.precision()[j]).isEqualTo(own);
                            value -= 0.5 * own * theta[j] * theta[j];
                        }
                        return value;
                    },
                    w);
        }
    }

    /** q(τ) ∝ exp E log N(w | 0, τ I_m) Gamma(τ | (m + 1)/2, γ²/2), on a grid; then γ² = (m + 1)/⟨τ⟩. */
    @Test
    void lassoHasItsOptimum() {
        Perceptron net = new Perceptron(new int[] {1, 3, 1}, Activation.RELU);
        NetworkData data = TestRows.data(20, Task.BINARY, 0, 0);
        try (Workers workers = new Workers(1)) {
            TrainingRows rows = new TrainingRows(data.train(), 0, 1, 10, 7);
            LassoNetwork model = new LassoNetwork(new RowGradient(net, Task.BINARY, rows, workers), net, Double.NaN);
            double[] mu = {1, 9, -0.5, 9, 2, 9, 9, 9, 9, 9};
            double[] b = {0.1, 9, 0.2, 9, 0.3, 9, 9, 9, 9, 9};
            double[] c = {0.4, 9, 0.2, 9, 0.1, 9, 9, 9, 9, 9};
            double squares = 1 + 0.25 + 4 + 0.01 + 0.04 + 0.09 + 0.16 + 0.04 + 0.01;
            double gamma = 0.01;
            for (int update = 0; update < 4; update++) {
                model.updateLasso(mu, b, c);
                double rate = gamma * gamma / 2;
                DoubleUnaryOperator density =
                        tau -> Math.exp(-1.5 * Math.log(tau) - squares / (2 * tau) + Math.log(tau) - rate * tau);
                assertThat(model.precision()[2]).isCloseTo(mean(density, tau -> 1 / tau), within(1e-4));
                gamma = Math.sqrt(4 / mean(density, tau -> tau));
            }
        }
    }

    /** By the trapezium rule in log τ. */
    private static double mean(DoubleUnaryOperator density, DoubleUnaryOperator of) {
        double total = 0;
        double sum = 0;
        for (double u = -12; u < 14; u += 0.001) {
            double tau = Math.exp(u);
            double mass = density.applyAsDouble(tau) * tau;
            total += mass;
            sum += mass * of.applyAsDouble(tau);
        }
        return sum / total;
    }

    private static Stream<NetworkRecipe> recipes() {
        return Stream.of(
                NetworkRecipe.gaussianVb().withBatch(50).withIterations(60).withStepSize(0.01),
                small(NetworkRecipe.sgld()),
                small(NetworkRecipe.psgld()),
                small(NetworkRecipe.adamSgld()));
    }

    private static NetworkRecipe small(RivalRecipe.Sgld recipe) {
        return recipe.withBatch(50).withBurnIn(50).withScoreEvery(10).withIterations(500);
    }

    private static NetworkOptions options(NetworkRecipe recipe) {
        return NetworkOptions.defaults()
                .withHidden(6, 5)
                .withParticles(37)
                .withRecipe(recipe)
                .withPatience(1000)
                .withSeed(3);
    }

    private static List<Object> bits(NetworkFit fit) {
        List<Object> bits = new ArrayList<>();
        for (int p = 0; p < fit.posterior().particles(); p++) {
            for (float w : fit.posterior().weights(p)) {
                bits.add(w);
            }
        }
        bits.add(fit.posterior().priorVariance(0, 2));
        bits.add(fit.posterior().noiseVariance(0) + "");
        bits.add(fit.validation());
        return bits;
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void threadsAndAStopChangeNoBit(NetworkRecipe recipe, @TempDir Path folder) {
        for (Task task : List.of(Task.REGRESSION, Task.BINARY)) {
            NetworkData data = TestRows.data(N, task, 0.2, 0.1);
            NetworkFit whole = Network.fit(data, options(recipe).withThreads(1));
            Session saved = Session.NONE.savedTo(folder.resolve(task.text()), 0);
            Session stopping = saved.watchedBy(event -> {
                if (event.iteration() == recipe.iterations() - 11) {
                    throw new IllegalStateException("stop");
                }
            });
            assertThatThrownBy(() -> Network.fit(data, options(recipe).withThreads(2), stopping))
                    .hasMessage("stop");
            assertThat(bits(Network.fit(data, options(recipe).withThreads(3), saved)))
                    .isEqualTo(bits(whole));
            assertThat(bits(Network.fit(data, options(recipe), saved))).isEqualTo(bits(whole));
        }
    }

    /** What is handed out is what had the best validation score, and it is the answer of the method that was asked for. */
    @ParameterizedTest
    @MethodSource("recipes")
    void theBestIsKept(NetworkRecipe recipe) {
        NetworkFit fit = Network.fit(TestRows.data(N, Task.REGRESSION, 0.2, 0.1), options(recipe));
        double[] scores = fit.run().trace().lastKnown(NetworkRun.PPS, recipe.iterations());
        double best = Double.POSITIVE_INFINITY;
        for (double score : scores) {
            best = Math.min(best, score);
        }
        // The mean of draws on either side of a mean is that, up to floats.
        assertThat(fit.validation().pps()).isCloseTo(best, within(1e-5));
        assertThat(fit.provenance().method()).isEqualTo(recipe.text());
        assertThat(fit.posterior().particles()).isBetween(18, 37);
        assertThat(fit.test().nll()).isFinite();
    }
}
