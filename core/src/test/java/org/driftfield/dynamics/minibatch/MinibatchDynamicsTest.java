package org.driftfield.dynamics.minibatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.driftfield.engine.Workers;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clouds on the mean of normal observations, whose posterior is known: no dynamics knows what it moves on. */
class MinibatchDynamicsTest {
    private static final int N = 60;
    private static final int D = 4;
    private static final int PARTICLES = 200;
    private static final int ITERATIONS = 6000;

    static Stream<MinibatchDynamics> all() {
        return Stream.of(
                new BlockLangevin(1e-4, 0.5, 1e9, BlockLangevin.Drift.PRINTED),
                new CommonDriftLangevin(ITERATIONS, 0.01, 0.5, 0.2));
    }

    /** y_i ~ N(w, 1) for each coordinate, w ~ N(0, 1): the posterior has precision N + 1. */
    private static final class Mean implements MinibatchDynamics.Target {
        private final float[] y = new float[N * D];
        private final int[] first;

        Mean(int threads) {
            RandomStream random = RandomStream.of(3, 0, 0, 0);
            for (int k = 0; k < y.length; k++) {
                y[k] = (float) (k % D - 1 + random.nextNormal());
            }
            first = new int[threads];
        }

        @Override
        public int observations() {
            return N;
        }

        @Override
        public int batch() {
            return N;
        }

        @Override
        public void fill(int minibatch, int from) {
            first[minibatch] = from;
        }

        @Override
        public double evaluate(int worker, int minibatch, float[] points, int at, float prior, float[] gradient) {
            double value = 0;
            for (int j = 0; j < D; j++) {
                float sum = 0;
                for (int i = 0; i < N; i++) {
                    float residual = y[(first[minibatch] + i) % N * D + j] - points[at + j];
                    sum += residual;
                    value -= 0.5 * residual * residual;
                }
                gradient[j] = sum - prior * points[at + j];
            }
            return value;
        }

        @Override
        public float[] priorPrecision() {
            return new float[] {1, 1, 1, 1};
        }

        @Override
        public List<MinibatchDynamics.Matrix> matrices() {
            return List.of(new MinibatchDynamics.Matrix(0, 2, 2));
        }

        double posteriorMean(int j) {
            double sum = 0;
            for (int i = 0; i < N; i++) {
                sum += y[i * D + j];
            }
            return sum / (N + 1);
        }
    }

    /** A cloud that starts far off and too wide, after so many iterations. */
    private static MovingCloud run(MinibatchDynamics dynamics, int threads, int iterations) {
        float[] points = new float[PARTICLES * D];
        RandomStream random = RandomStream.of(4, 0, 0, 0);
        for (int k = 0; k < points.length; k++) {
            points[k] = (float) (1 + 0.3 * random.nextNormal());
        }
        return on(new FloatCloud(points, 0, PARTICLES, D).measure(), dynamics, threads, Map.of(), 0, iterations);
    }

    private static MovingCloud on(
            FloatCloud cloud,
            MinibatchDynamics dynamics,
            int threads,
            Map<String, double[]> memory,
            int from,
            int iterations) {
        try (Workers workers = new Workers(threads)) {
            MovingCloud moving = new MovingCloud(
                    cloud, dynamics, new Mean(threads), new MinibatchDynamics.Space(D, threads), workers);
            memory.forEach((name, values) ->
                    System.arraycopy(values, 0, moving.moves().memory().get(name), 0, values.length));
            for (int t = from + 1; t <= iterations; t++) {
                moving.step(new MinibatchDynamics.Sweep(7, t, 1, 2));
            }
            return moving;
        }
    }

    /**
     * The cloud's own mean and standard deviation have errors of 1/√200 and 1/√400 standard deviations; four times that, with a
     * tenth for the size of the steps.
     */
    @ParameterizedTest
    @MethodSource("all")
    void theCloudComesToThePosterior(MinibatchDynamics dynamics) {
        FloatCloud cloud = run(dynamics, 1, ITERATIONS).cloud();
        Mean target = new Mean(1);
        double sd = 1 / Math.sqrt(N + 1);
        for (int j = 0; j < D; j++) {
            double mean = cloud.mean()[j];
            double variance = 0;
            for (int i = 0; i < PARTICLES; i++) {
                double apart = cloud.points()[cloud.at(i) + j] - mean;
                variance += apart * apart / PARTICLES;
            }
            assertThat(mean).isCloseTo(target.posteriorMean(j), within(4 * sd / Math.sqrt(PARTICLES)));
            assertThat(Math.sqrt(variance) / sd).isCloseTo(1, within(0.1 + 4 / Math.sqrt(2 * PARTICLES)));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void threadsDoNotChangeBits(MinibatchDynamics dynamics) {
        assertThat(run(dynamics, 3, 40).cloud().points())
                .isEqualTo(run(dynamics, 1, 40).cloud().points());
    }

    /** What a dynamics says that it remembers is all that the next move needs besides the particles. */
    @ParameterizedTest
    @MethodSource("all")
    void aRunGoesOnFromItsMemory(MinibatchDynamics dynamics) {
        MovingCloud half = run(dynamics, 1, 35);
        Map<String, double[]> memory = new HashMap<>();
        half.moves().memory().forEach((name, values) -> memory.put(name, values.clone()));
        float[] points = half.cloud().points().clone();
        FloatCloud restored = new FloatCloud(points, 0, PARTICLES, D).measure();
        assertThat(on(restored, dynamics, 2, memory, 35, 70).cloud().points())
                .isEqualTo(run(dynamics, 1, 70).cloud().points());
    }
}
