package org.driftfield.models.network.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** The lines against brute force, and against truths that are known. */
class LineTest {
    private static final int P = 4;

    private static float[] inputs(int n) {
        RandomStream random = RandomStream.of(5, 0, 0, 0);
        float[] x = new float[n * P];
        for (int i = 0; i < n; i++) {
            double common = random.nextNormal();
            for (int j = 0; j < P; j++) {
                // The last never changes.
                x[i * P + j] = j == P - 1 ? 3 : (float) (10 * j + (j + 1) * (common + random.nextNormal()));
            }
        }
        return x;
    }

    private static double at(double[] b, float[] x, int row) {
        double sum = b[P];
        for (int j = 0; j < P; j++) {
            sum += b[j] * x[row * P + j];
        }
        return sum;
    }

    /** Next to no noise: the truth comes back, and the input that never changes has no slope. */
    @Test
    void ridgeFindsALine() {
        int n = 60;
        float[] x = inputs(n);
        RandomStream random = RandomStream.of(6, 0, 0, 0);
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            y[i] = 7 + 2 * x[i * P] - 0.5 * x[i * P + 2] + 0.01 * random.nextNormal();
        }
        Ridge ridge = Ridge.of(x, P, y);
        double[] b = ridge.coefficients();
        assertThat(b[0]).isCloseTo(2, within(0.01));
        assertThat(b[1]).isCloseTo(0, within(0.01));
        assertThat(b[2]).isCloseTo(-0.5, within(0.01));
        assertThat(b[3]).isZero();
        // 56 degrees of freedom: the variance is known to 19 %, four errors are allowed.
        assertThat(ridge.variance()).isCloseTo(1e-4, within(0.76e-4));
    }

    /** Every row has an input of its own, as names have: residuals are next to nothing, and say nothing of the noise of 1. */
    @Test
    void noiseIsNotLostWhereEachRowHasItsInput() {
        int n = 80;
        float[] x = new float[n * (n + 1)];
        double[] y = new double[n];
        RandomStream random = RandomStream.of(8, 0, 0, 0);
        for (int i = 0; i < n; i++) {
            x[i * (n + 1) + i] = 1;
            x[i * (n + 1) + n] = (float) random.nextNormal();
            y[i] = 2 * x[i * (n + 1) + n] + random.nextNormal();
        }
        assertThat(Ridge.of(x, n + 1, y).variance()).isBetween(0.4, 3.0);
    }

    /** The formula of the leave-one-out error against fits without each row, when the penalty hardly shrinks. */
    @Test
    void leaveOneOutIsWhatItSays() {
        int n = 25;
        float[] x = inputs(n);
        RandomStream random = RandomStream.of(7, 0, 0, 0);
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            y[i] = 5 * x[i * P] - 3 * x[i * P + 1] + 4 * x[i * P + 2] + random.nextNormal();
        }
        double sum = 0;
        for (int out = 0; out < n; out++) {
            float[] restX = new float[(n - 1) * P];
            double[] restY = new double[n - 1];
            for (int i = 0, k = 0; i < n; i++) {
                if (i != out) {
                    System.arraycopy(x, i * P, restX, k * P, P);
                    restY[k++] = y[i];
                }
            }
            double error = y[out] - at(Ridge.of(restX, P, restY).coefficients(), x, out);
            sum += error * error / n;
        }
        assertThat(Ridge.of(x, P, y).leaveOneOut()).isCloseTo(sum, within(0.03 * sum));
    }

    /** Mean and variance of a prediction over draws: σ² xᵀ(XᵀX)⁻¹x, which for the mean of the inputs is σ²/n. */
    @Test
    void drawsSpreadAsThePosterior() {
        int n = 40;
        float[] x = inputs(n);
        RandomStream random = RandomStream.of(8, 0, 0, 0);
        double[] y = random.doubles(n).toArray();
        Ridge ridge = Ridge.of(x, P, y);
        float[] centre = new float[P];
        for (int i = 0; i < n * P; i++) {
            centre[i % P] += x[i] / n;
        }
        int draws = 4000;
        double mean = 0;
        double squares = 0;
        for (int k = 0; k < draws; k++) {
            double value = at(ridge.draw(random), centre, 0) - at(ridge.coefficients(), centre, 0);
            mean += value / draws;
            squares += value * value / draws;
        }
        double variance = ridge.variance() / n;
        // Four Monte Carlo errors of 4000 draws.
        assertThat(mean).isCloseTo(0, within(4 * Math.sqrt(variance / draws)));
        assertThat(squares / variance).isCloseTo(1, within(4 * Math.sqrt(2.0 / draws)));
    }

    /** At the optimum a small change of any coefficient makes the penalised loss worse, for two classes and for three. */
    @Test
    void logisticIsAtItsOptimum() {
        int n = 300;
        float[] x = inputs(n);
        RandomStream random = RandomStream.of(9, 0, 0, 0);
        for (int units : new int[] {1, 3}) {
            double[] y = new double[n];
            for (int i = 0; i < n; i++) {
                double eta = 0.8 * x[i * P] - 0.3 * (x[i * P + 1] - 10) + random.nextNormal();
                y[i] = units == 1 ? (eta > 0 ? 1 : 0) : eta > 1 ? 2 : eta > -1 ? 1 : 0;
            }
            var nowhere = new LogisticLine.Fitted(new double[units * (P + 1)], 1e-6);
            LogisticLine.Fitted fitted = LogisticLine.again(nowhere, x, y, P, units);
            double[] b = fitted.coefficients();
            // Once more from there leads nowhere else, and the columns behind the coefficients are the same.
            assertThat(LogisticLine.again(fitted, x, y, P, units).coefficients())
                    .containsExactly(b, within(0.01));
            double best = LogisticLine.loss(b, x, y, P, units);
            for (int j = 0; j < b.length; j++) {
                for (double step : new double[] {-0.01, 0.01}) {
                    double[] moved = b.clone();
                    moved[j] += step;
                    assertThat(LogisticLine.loss(moved, x, y, P, units)).isGreaterThan(best - 2e-6);
                }
            }
        }
    }

    /** Rows that are mostly 0 are multiplied and summed by the rest, and give what all inputs give. */
    @Test
    void zerosAreLeftOut() {
        RandomStream random = RandomStream.of(11, 0, 0, 0);
        float[] x = new float[60 * P];
        for (int k = 0; k < x.length; k++) {
            x[k] = random.nextInt(4) == 0 ? (float) random.nextNormal() : 0;
        }
        double[] a = random.doubles(P + 2).toArray();
        Rows rows = Rows.of(x, P);
        assertThat(rows).isInstanceOf(Rows.Sparse.class);
        Rows all = new Rows.Full(x, P);
        double[] sums = new double[P + 2];
        double[] expected = new double[P + 2];
        for (int i = 0; i < 60; i++) {
            assertThat(rows.product(a, 2, i)).isCloseTo(all.product(a, 2, i), within(1e-12));
            rows.addMultiple(a[i % a.length], i, sums, 1);
            all.addMultiple(a[i % a.length], i, expected, 1);
        }
        assertThat(sums).containsExactly(expected, within(1e-12));
    }

    /** Slopes of the log variance come back within four standard errors, which are √(2/n) for standardised inputs. */
    @Test
    void varianceFollowsTheInputs() {
        int n = 4000;
        RandomStream random = RandomStream.of(10, 0, 0, 0);
        float[] x = new float[2 * n];
        double[] squares = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            x[2 * i] = (float) random.nextNormal();
            x[2 * i + 1] = (float) random.nextNormal();
            double z = random.nextNormal() * Math.exp(0.5 * 0.8 * x[2 * i]);
            squares[i] = z * z;
            sum += z * z / n;
        }
        for (int i = 0; i < n; i++) {
            squares[i] /= sum;
        }
        double[] slopes = LogVariance.of(x, 2, squares).coefficients();
        // Residuals beyond three standard deviations are cut, which takes a little off.
        assertThat(slopes[0]).isCloseTo(0.8, within(0.09 + 0.03));
        assertThat(slopes[1]).isCloseTo(0, within(0.09));
    }
}
