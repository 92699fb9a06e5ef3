package org.driftfield.models.network.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.dynamics.minibatch.BlockLangevin;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.SlowNetwork;
import org.driftfield.models.network.TestRows;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithm 2 against the lines of its printed form, in double and without any saving, with the same random numbers. */
class PaperGroupTest {
    private static final int PARTICLES = 21;
    private static final int[] WIDTHS = {3, 4, 1};
    private static final int N = 50;
    private static final int BATCH = 20;
    private static final long SEED = 11;

    @ParameterizedTest
    @CsvSource({"PRINTED, PARTICLES, 10", "AUTHORS, MEAN_PARTICLE, 10", "PRINTED, PARTICLES, 0.5"})
    void moveByMoveAsPrinted(BlockLangevin.Drift drift, CloudRecipe.NoiseFrom noise, double clip) {
        CloudRecipe.Paper recipe = new CloudRecipe.Paper(100, BATCH, 0.001, 0.3, 0.5, 0.3, clip, 3, drift, noise);
        NetworkData data = TestRows.data(N, Task.REGRESSION, 0, 0);
        Perceptron net = new Perceptron(WIDTHS, Activation.TANH);
        TrainingRows rows = new TrainingRows(data.train(), 45, 15, BATCH, SEED);
        int d = net.weights();
        float[] weights = new float[PARTICLES * d];
        FloatCloud cloud = new FloatCloud(weights, 0, PARTICLES, d);
        NetworkTarget target = new NetworkTarget(net, Task.REGRESSION, rows, recipe, WorkerSpace.of(net, rows, 2));
        try (Workers workers = new Workers(2)) {
            Group group = new Group(0, recipe, target, cloud, new MinibatchDynamics.Space(d, 2), workers, SEED, 0);
            Literal literal = new Literal(recipe, rows, weights, d);
            for (int t = 1; t <= 7; t++) {
                group.step(t);
                literal.step(t);
                for (int k = 0; k < weights.length; k++) {
                    assertThat((double) weights[k])
                            .as("iteration %d, particle %d, weight %d", t, k / d, k % d)
                            .isCloseTo(literal.theta[k / d][k % d], within(2e-4));
                }
                assertThat(target.scales.noisePrecision())
                        .isCloseTo(literal.inverseVariance, within(1e-3 * literal.inverseVariance));
            }
        }
    }

    /** 1,678 weights, so that the estimated scale has a standard error of 1.7 %. */
    @Test
    void particlesStartAroundOneDrawOfTheUsualScale() {
        CloudRecipe.Paper recipe = NetworkRecipe.paper().withBatch(BATCH).withStart(1, 0.001);
        Perceptron net = new Perceptron(new int[] {3, 40, 38, 1}, Activation.TANH);
        TrainingRows rows =
                new TrainingRows(TestRows.data(N, Task.REGRESSION, 0, 0).train(), 45, 15, BATCH, SEED);
        int d = net.weights();
        float[] weights = new float[PARTICLES * d];
        try (Workers workers = new Workers(1)) {
            new Group(
                    0,
                    recipe,
                    new NetworkTarget(net, Task.REGRESSION, rows, recipe, WorkerSpace.of(net, rows, 1)),
                    new FloatCloud(weights, 0, PARTICLES, d),
                    new MinibatchDynamics.Space(d, 1),
                    workers,
                    SEED,
                    0);
        }
        double squares = 0;
        int drawn = 0;
        for (int l = 0; l < net.layers(); l++) {
            int inputs = net.width(l);
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                boolean bias = (j - net.weightsAt(l)) % (inputs + 1) == inputs;
                assertThat(weights[j]).isCloseTo(bias ? 0 : weights[d + j], within(0.01f));
                if (!bias) {
                    squares += (double) weights[j] * weights[j] * inputs / 2;
                    drawn++;
                }
            }
        }
        assertThat(Math.sqrt(squares / drawn)).isCloseTo(1, within(4 * 0.0175));
    }

    private static final class Literal {
        private final CloudRecipe.Paper recipe;
        private final TrainingRows rows;
        private final SlowNetwork net = new SlowNetwork(WIDTHS, Activation.TANH, Task.REGRESSION);
        private final int d;
        private final double[][] theta;
        private final double[] m;
        private final double[] v;
        private final double[] inverseTau;
        private double inverseVariance;
        private double squares;
        private int minibatches;

        Literal(CloudRecipe.Paper recipe, TrainingRows rows, float[] start, int d) {
            this.recipe = recipe;
            this.rows = rows;
            this.d = d;
            theta = new double[PARTICLES][d];
            m = new double[d];
            v = new double[d];
            inverseTau = new double[d];
            for (int k = 0; k < start.length; k++) {
                theta[k / d][k % d] = start[k];
            }
            updateTau();
            inverseVariance = N / 2.0 / (0.5 * squaredResiduals(mean(), 0, N));
        }

        private double[] mean() {
            double[] mean = new double[d];
            for (double[] particle : theta) {
                for (int j = 0; j < d; j++) {
                    mean[j] += particle[j] / PARTICLES;
                }
            }
            return mean;
        }

        private void updateTau() {
            for (int j = 0; j < d; j++) {
                double square = 0;
                for (double[] particle : theta) {
                    square += particle[j] * particle[j] / PARTICLES;
                }
                inverseTau[j] = 1.5 / (0.01 + square / 2);
            }
        }

        private double squaredResiduals(double[] w, int first, int count) {
            return -2 * net.logLikelihood(w, rows.x, rows.y, first, count);
        }

        private double[] gradient(double[] w, int first) {
            return net.gradient(w, rows.x, rows.y, first, BATCH, inverseVariance * N / (double) BATCH, inverseTau);
        }

        void step(int t) {
            double[] mean = mean();
            double[] g = new double[d];
            double averageV = Arrays.stream(v).sum() / d;
            for (int j = 0; j < d; j++) {
                g[j] = recipe.drift() == BlockLangevin.Drift.PRINTED
                        ? m[j] / Math.sqrt(v[j] + 1e-8)
                        : averageV * m[j] / (v[j] + 1e-8);
            }
            int first = RandomStream.of(SEED, t, 1, 0).nextInt(N);
            double[][] gradients = new double[PARTICLES][];
            int block = (int) Math.round(0.3 * d);
            for (int i = 0; i < PARTICLES; i++) {
                RandomStream random = RandomStream.of(SEED, t, 2, i);
                int[] order = new int[d];
                Arrays.setAll(order, j -> j);
                for (int k = 0; k < block; k++) {
                    int other = k + random.nextInt(d - k);
                    int kept = order[k];
                    order[k] = order[other];
                    order[other] = kept;
                }
                double[] mixed = mean.clone();
                for (int k = 0; k < block; k++) {
                    mixed[order[k]] = theta[i][order[k]];
                }
                double[] velocity = gradient(mixed, first);
                double norm = 0;
                for (int k = 0; k < block; k++) {
                    velocity[order[k]] += 100 * g[order[k]];
                    norm += velocity[order[k]] * velocity[order[k]];
                }
                double limit = recipe.clip() * Math.sqrt(block);
                double h = Math.sqrt(norm) > limit ? 0.001 * limit / Math.sqrt(norm) : 0.001;
                for (int k = 0; k < block; k++) {
                    theta[i][order[k]] += h / 2 * velocity[order[k]] + Math.sqrt(h) * random.nextNormal();
                }
                gradients[i] = gradient(theta[i], first);
                squares += squaredResiduals(theta[i], first, BATCH) / BATCH / PARTICLES;
            }
            minibatches++;
            for (int j = 0; j < d; j++) {
                double average = 0;
                for (double[] one : gradients) {
                    average += one[j] / PARTICLES;
                }
                double variance = 0;
                for (double[] one : gradients) {
                    variance += (one[j] - average) * (one[j] - average) / PARTICLES;
                }
                m[j] = 0.9 * m[j] + 0.1 * average;
                v[j] = 0.99 * v[j] + 0.01 * Math.sqrt(variance);
            }
            if (t % recipe.conjugateEvery() == 0) {
                updateTau();
                double meanSquare = recipe.noise() == CloudRecipe.NoiseFrom.PARTICLES
                        ? squares / minibatches
                        : squaredResiduals(mean(), 0, N) / N;
                inverseVariance = N / 2.0 / (0.5 * N * meanSquare);
                squares = 0;
                minibatches = 0;
            }
        }
    }
}
