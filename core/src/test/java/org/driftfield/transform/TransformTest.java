package org.driftfield.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transform against differences of its value, differences of its log Jacobian, and the determinant of those. */
class TransformTest {
    private static final double STEP = 1e-5;

    /** Transforms, each with those elements of the value that determine the rest. */
    static Stream<Arguments> transforms() {
        return Stream.of(
                Arguments.of(new Identity(3), all(3)),
                Arguments.of(new Ordered(4, false), all(4)),
                Arguments.of(new Ordered(4, true), all(4)),
                Arguments.of(new Ordered(0, true), all(0)),
                Arguments.of(new Simplex(1), all(0)),
                Arguments.of(new Simplex(2), all(1)),
                Arguments.of(new Simplex(5), all(4)),
                Arguments.of(new SumToZero(1), all(1)),
                Arguments.of(new SumToZero(5), all(5)),
                Arguments.of(new SumToZeroMatrix(3, 4), all(12)),
                Arguments.of(new SumToZeroMatrix(1, 4), all(4)),
                Arguments.of(new StochasticMatrix(3, 2, true), new int[] {0, 1, 3, 4}),
                Arguments.of(new StochasticMatrix(3, 2, false), new int[] {0, 1, 2}),
                Arguments.of(new CholeskyFactorCorr(1), all(0)),
                Arguments.of(new CholeskyFactorCorr(4), below(4, 4, 1)),
                Arguments.of(new CholeskyFactorCov(3, 3), below(3, 3, 0)),
                Arguments.of(new CholeskyFactorCov(4, 2), below(4, 2, 0)),
                Arguments.of(new CovMatrix(4), below(4, 4, 0)),
                Arguments.of(new CorrMatrix(2), below(2, 2, 1)),
                Arguments.of(new CorrMatrix(4), below(4, 4, 1)));
    }

    private static int[] all(int n) {
        return IntStream.range(0, n).toArray();
    }

    private static int[] below(int rows, int columns, int gap) {
        return IntStream.range(0, rows * columns)
                .filter(k -> k % rows >= k / rows + gap)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void differentiates(Transform transform, int[] determining) {
        Values at = new Values(transform, 1);
        assertThat(transform.fault(at.x, 0)).isNull();
        double[] gradient = at.reverse();
        int d = transform.freeSize();
        double[][] jacobian = new double[d][];
        for (int j = 0; j < d; j++) {
            Values up = at.moved(j, STEP);
            Values down = at.moved(j, -STEP);
            assertThat(gradient[j]).isCloseTo((up.scalar() - down.scalar()) / (2 * STEP), within(1e-8));
            jacobian[j] = Arrays.stream(determining)
                    .mapToDouble(k -> (up.x[k] - down.x[k]) / (2 * STEP))
                    .toArray();
        }
        assertThat(at.logJacobian).isCloseTo(halfLogGram(jacobian), within(1e-7));
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void inverts(Transform transform, int[] determining) {
        Values at = new Values(transform, 2);
        double[] y = new double[transform.freeSize()];
        transform.free(at.x, 0, y, 0);
        for (int j = 0; j < y.length; j++) {
            assertThat(y[j]).isCloseTo(at.y[j], within(1e-10));
        }
    }

    @Test
    void unitVectorDifferentiatesAndHoldsItsLength() {
        Transform transform = new UnitVector(3);
        Values at = new Values(transform, 3);
        assertThat(transform.fault(at.x, 0)).isNull();
        double[] gradient = at.reverse();
        for (int j = 0; j < 3; j++) {
            double quotient = (at.moved(j, STEP).scalar() - at.moved(j, -STEP).scalar()) / (2 * STEP);
            assertThat(gradient[j]).isCloseTo(quotient, within(1e-8));
        }
        // Integrating over R³ must leave the area of the sphere, 4π: by the mid-point rule on a grid.
        double sum = 0;
        double h = 0.5;
        double[] x = new double[3];
        for (double a = -6.25; a < 7; a += h) {
            for (double b = -6.25; b < 7; b += h) {
                for (double c = -6.25; c < 7; c += h) {
                    sum += h * h * h * Math.exp(transform.constrain(new double[] {a, b, c}, 0, x, 0, x, 0));
                }
            }
        }
        assertThat(sum).isCloseTo(4 * Math.PI, within(1e-6));
    }

    @ParameterizedTest
    @EnumSource(Bound.class)
    void boundsDifferentiateByBothBounds(Bound bound) {
        for (double y : new double[] {-30, -1.3, 0.2, 2.5}) {
            double[] point = {y, 0.7, 2.2};
            double[] gradient = {
                bound.reverse(y, 0.7, 2.2, 1.5, 0.4),
                bound.reverseFirst(y, 0.7, 2.2, 1.5, 0.4),
                bound.reverseSecond(y, 0.7, 2.2, 1.5, 0.4)
            };
            for (int j = 0; j < 3; j++) {
                double[] up = point.clone();
                double[] down = point.clone();
                up[j] += STEP;
                down[j] -= STEP;
                double quotient = (scalar(bound, up) - scalar(bound, down)) / (2 * STEP);
                assertThat(gradient[j]).isCloseTo(quotient, within(1e-7));
            }
            double slope = bound.reverse(y, 0.7, 2.2, 1, 0);
            assertThat(bound.logJacobian(y, 0.7, 2.2)).isCloseTo(Math.log(Math.abs(slope)), within(1e-9));
            if (y > -20) {
                assertThat(bound.free(bound.constrain(y, 0.7, 2.2), 0.7, 2.2)).isCloseTo(y, within(1e-12));
            }
        }
    }

    @Test
    void infiniteBoundsAreNone() {
        double inf = Double.POSITIVE_INFINITY;
        assertThat(Bound.INTERVAL.constrain(0.3, -inf, inf)).isEqualTo(0.3);
        assertThat(Bound.INTERVAL.constrain(0.3, 1, inf)).isEqualTo(Bound.LOWER.constrain(0.3, 1, inf));
        assertThat(Bound.INTERVAL.logJacobian(0.3, -inf, 1)).isEqualTo(0.3);
        assertThat(Bound.UPPER.reverseSecond(0.3, 0, inf, 1, 1)).isZero();
        assertThat(Bound.INTERVAL.fault(2, 1)).contains("2.0").contains("1.0");
    }

    @Test
    void faultsAreNamed() {
        assertThat(new Simplex(2).fault(new double[] {0.5, 1}, 0)).isEqualTo("must sum to 1, but sums to 1.5");
        assertThat(new Ordered(2, false).fault(new double[] {2, 2}, 0)).contains("element 2");
        assertThat(new CovMatrix(2).fault(new double[] {1, 2, 2, 1}, 0)).contains("positive definite");
        assertThat(new CovMatrix(2).fault(new double[] {1, 0.2, 0.1, 1}, 0)).contains("symmetric");
        assertThat(new CorrMatrix(2).fault(new double[] {1, 0, 0, 2}, 0)).contains("ones on the diagonal");
        assertThat(new UnitVector(2).fault(new double[] {1, 1}, 0)).contains("length 1");
        assertThat(new CholeskyFactorCorr(2).fault(new double[] {1, 0.5, 0, 0.5}, 0))
                .contains("row 2");
        assertThat(new StochasticMatrix(1, 2, false).fault(new double[] {0.2, 0.2}, 0))
                .startsWith("row 1 must sum");
    }

    private static double scalar(Bound bound, double[] yab) {
        return 1.5 * bound.constrain(yab[0], yab[1], yab[2]) + 0.4 * bound.logJacobian(yab[0], yab[1], yab[2]);
    }

    /** ½ log det JJ', the log volume of the box spanned by the rows of J. */
    private static double halfLogGram(double[][] rows) {
        int n = rows.length;
        double[] gram = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < rows[i].length; k++) {
                    gram[j * n + i] += rows[i][k] * rows[j][k];
                }
            }
        }
        double[] lower = new double[n * n];
        assertThat(Symmetric.cholesky(gram, 0, lower, n)).isTrue();
        return IntStream.range(0, n)
                .mapToDouble(i -> Math.log(lower[i * n + i]))
                .sum();
    }

    /** A transform at a point, and a scalar function of its value and log Jacobian. */
    private static final class Values {
        private final Transform transform;
        private final double[] y;
        private final double[] x;
        private final double[] work;
        private final double[] weights;
        private final double logJacobian;

        Values(Transform transform, int seed) {
            this(transform, normals(seed, transform.freeSize()));
        }

        private Values(Transform transform, double[] y) {
            this.transform = transform;
            this.y = y;
            x = new double[transform.size()];
            work = new double[transform.workspace()];
            weights = normals(99, x.length);
            logJacobian = transform.constrain(y, 0, x, 0, work, 0);
        }

        Values moved(int j, double step) {
            double[] other = y.clone();
            other[j] += step;
            return new Values(transform, other);
        }

        double scalar() {
            return IntStream.range(0, x.length)
                            .mapToDouble(k -> weights[k] * x[k])
                            .sum()
                    + 0.7 * logJacobian;
        }

        double[] reverse() {
            double[] gradient = new double[y.length];
            transform.reverse(y, 0, x, 0, weights, 0, 0.7, gradient, 0, work, 0);
            return gradient;
        }

        private static double[] normals(int seed, int n) {
            double[] out = new double[n];
            RandomStream.of(seed, 0, 0, 0).nextNormals(out, 0, n);
            return out;
        }
    }
}
