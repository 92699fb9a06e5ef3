package org.driftfield.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules, line by line and by what they settle at on a normal target of precision P, whose gradient is -P z. */
class StochasticLangevinTest {
    private static final double NO_CLIP = Double.POSITIVE_INFINITY;

    /** Running means over so many moves hardly wobble, so that the rules are linear and their covariance is known. */
    private static final double SLOW = 0.99997;

    private static final int WARM_UP = 300_000;
    private static final int MOVES = 400_000;

    /** The average of z² and its Monte Carlo error from 50 batches. */
    private static double[] square(StochasticLangevin rule, double precision, double h) {
        double[] z = {0};
        double[] memory = new double[rule.memories()];
        double[] gradient = new double[1];
        double[] velocity = new double[1];
        RandomStream random = RandomStream.of(5, 1, 0, 0);
        double[] batches = new double[50];
        for (int t = -WARM_UP; t < MOVES; t++) {
            gradient[0] = -precision * z[0];
            rule.move(z, gradient, memory, h, NO_CLIP, random, velocity);
            if (t >= 0) {
                batches[(int) ((long) t * batches.length / MOVES)] += z[0] * z[0] * batches.length / MOVES;
            }
        }
        double mean = 0;
        for (double batch : batches) {
            mean += batch / batches.length;
        }
        double squares = 0;
        for (double batch : batches) {
            squares += (batch - mean) * (batch - mean);
        }
        return new double[] {mean, Math.sqrt(squares / (batches.length - 1) / batches.length)};
    }

    /** z' = (1 - hP/2) z + √h ξ settles at the variance 1/(P (1 - hP/4)). */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.5, 1.2})
    void plainHasTheVarianceOfItsStep(double h) {
        double precision = 2;
        double[] found = square(StochasticLangevin.plain(), precision, h);
        assertThat(found[0]).isCloseTo(1 / (precision * (1 - h * precision / 4)), within(4 * found[1]));
    }

    /** With V settled at E g², the move is plain with the step h/(λ + √V). */
    @ParameterizedTest
    @ValueSource(doubles = {20, 200, 2000})
    void preconditionedHasTheVarianceOfItsScaledStep(double precision) {
        double h = 0.02;
        double floor = 3;
        double variance = 1 / precision;
        for (int i = 0; i < 100; i++) {
            double scaled = h / (floor + precision * Math.sqrt(variance));
            variance = 1 / (precision * (1 - scaled * precision / 4));
        }
        double[] found = square(new StochasticLangevin.Preconditioned(SLOW, floor), precision, h);
        // V still wobbles by a per cent or so, which enters h, and that enters the variance as hP/4 of itself.
        assertThat(found[0]).isCloseTo(variance, within(4 * found[1] + 0.002 * variance));
    }

    /** With V settled, (z, m) moves linearly: its covariance is the fixed point of C = A C Aᵀ + diag(h, 0). */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 3})
    void adaptiveDriftHasTheVarianceOfItsLinearRecursion(double scale) {
        double h = 0.1;
        double precision = 4;
        double momentum = 0.9;
        double zz = 1 / precision;
        double zm = 0;
        double mm = 0;
        for (int i = 0; i < 20_000; i++) {
            double k = scale / (precision * Math.sqrt(zz));
            double a = 1 - h * precision / 2;
            double b = h * k / 2;
            double c = -(1 - momentum) * precision;
            double nextZz = a * a * zz + 2 * a * b * zm + b * b * mm + h;
            double nextZm = a * c * zz + (a * momentum + b * c) * zm + b * momentum * mm;
            mm = c * c * zz + 2 * c * momentum * zm + momentum * momentum * mm;
            zz = nextZz;
            zm = nextZm;
        }
        double[] found = square(new StochasticLangevin.AdaptiveDrift(momentum, SLOW, scale, 1e-8), precision, h);
        assertThat(found[0]).isCloseTo(zz, within(4 * found[1] + 0.002 * zz));
    }

    /** Two moves as the papers print them, the first without a past; the second is clipped. */
    @Test
    void movesAreThosePrinted() {
        double[] g1 = {3, -4};
        double[] g2 = {-1, 2};
        double h = 0.3;
        double clip = 5;
        for (StochasticLangevin rule : new StochasticLangevin[] {
            StochasticLangevin.plain(),
            new StochasticLangevin.Preconditioned(0.9, 0.5),
            new StochasticLangevin.AdaptiveDrift(0.8, 0.9, 10, 0.01)
        }) {
            double[] z = {1, 2};
            double[] expected = {1, 2};
            double[] m = {0, 0};
            double[] v = {0, 0};
            double[] memory = new double[2 * rule.memories()];
            double[] velocity = new double[2];
            for (double[] g : new double[][] {g1, g2}) {
                double[] drift = g.clone();
                double[] shape = {1, 1};
                for (int j = 0; j < 2; j++) {
                    if (rule instanceof StochasticLangevin.Preconditioned) {
                        v[j] = 0.9 * v[j] + 0.1 * g[j] * g[j];
                        shape[j] = 1 / (0.5 + Math.sqrt(v[j]));
                        drift[j] *= shape[j];
                    } else if (rule instanceof StochasticLangevin.AdaptiveDrift) {
                        drift[j] += 10 * m[j] / Math.sqrt(v[j] + 0.01);
                        m[j] = 0.8 * m[j] + 0.2 * g[j];
                        v[j] = 0.9 * v[j] + 0.1 * g[j] * g[j];
                    }
                }
                double step = h * Math.min(1, clip / Math.hypot(drift[0], drift[1]));
                RandomStream noise = RandomStream.of(7, 0, 0, 0);
                for (int j = 0; j < 2; j++) {
                    expected[j] += 0.5 * step * drift[j] + Math.sqrt(step * shape[j]) * noise.nextNormal();
                }
                double used = rule.move(z, g, memory, h, clip, RandomStream.of(7, 0, 0, 0), velocity);
                assertThat(used).isCloseTo(step, within(1e-12));
                assertThat(z).containsExactly(expected, within(1e-12));
            }
        }
    }
}
