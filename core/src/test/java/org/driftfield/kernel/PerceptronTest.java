package org.driftfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PerceptronTest {
    private static final int[] BATCHES = {1, 13, 257, 1000};

    /** Hidden and input widths; the outputs are put behind. */
    private static final int[][] BODIES = {
        {7}, {1, 1}, {17, 7}, {3, 1000}, {1000, 7}, {7, 17, 1}, {43, 50, 50}, {5, 1000, 17}, {17, 4, 12, 7}
    };

    record Case(int[] widths, Activation activation, OutputLikelihood likelihood, int rows) {
        @Override
        public String toString() {
            return Arrays.toString(widths) + " " + activation + " " + likelihood + " rows=" + rows;
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int[] body : BODIES) {
            for (OutputLikelihood likelihood : OutputLikelihood.values()) {
                int[] widths = Arrays.copyOf(body, body.length + 1);
                widths[body.length] = likelihood == OutputLikelihood.CATEGORICAL ? 2 + body[0] % 10 : 1;
                for (Activation activation : Activation.values()) {
                    for (int rows : BATCHES) {
                        cases.add(new Case(widths, activation, likelihood, rows));
                    }
                }
            }
        }
        return cases;
    }

    /** Weights, inputs and targets of a case, made of floats so that both precisions start alike. */
    private static final class Problem {
        final float[] x;
        final float[] y;
        final float[] weights;
        final Minibatch batch;

        Problem(Case c) {
            var random = new SplittableRandom(c.rows() + 31L * Arrays.hashCode(c.widths()));
            int features = c.widths()[0];
            int outputs = c.widths()[c.widths().length - 1];
            x = new float[features * c.rows()];
            for (int i = 0; i < x.length; i++) {
                x[i] = (float) random.nextGaussian();
            }
            y = new float[c.rows()];
            for (int r = 0; r < c.rows(); r++) {
                y[r] = switch (c.likelihood()) {
                    case NORMAL -> (float) random.nextGaussian();
                    case BERNOULLI -> random.nextInt(2);
                    case CATEGORICAL -> random.nextInt(outputs);
                };
            }
            weights = new float[new Perceptron(c.widths(), c.activation()).weights()];
            int at = 0;
            for (int l = 1; l < c.widths().length; l++) {
                double scale = Math.sqrt(2.0 / (c.widths()[l - 1] + 1));
                for (int i = 0; i < c.widths()[l] * (c.widths()[l - 1] + 1); i++) {
                    weights[at++] = (float) (scale * random.nextGaussian());
                }
            }
            batch = new Minibatch(features, c.rows());
            batch.range(x, y, 0, c.rows());
        }
    }

    /** Value, gradient and outputs, each as bits. */
    private static List<Integer> bits(Case c, Problem problem, LayerKernels kernels) {
        var network = new Perceptron(c.widths(), c.activation(), kernels);
        var scratch = network.scratch();
        float[] gradient = new float[network.weights()];
        double value = network.gradient(problem.weights, 0, problem.batch, c.likelihood(), gradient, 0, scratch);
        float[] outputs = new float[network.outputs() * c.rows()];
        network.outputs(problem.weights, 0, problem.batch, outputs, 0, scratch);
        List<Integer> bits = new ArrayList<>();
        bits.add(Double.hashCode(value));
        for (float g : gradient) {
            bits.add(Float.floatToIntBits(g));
        }
        for (float o : outputs) {
            bits.add(Float.floatToIntBits(o));
        }
        return bits;
    }

    /** A row of weight 2 counts as two of it, one of weight 0 as none; exactly so in value and gradient but for rounding. */
    @ParameterizedTest
    @EnumSource(OutputLikelihood.class)
    void aRowCountsAsItsWeightSays(OutputLikelihood likelihood) {
        var c = new Case(
                new int[] {7, 5, likelihood == OutputLikelihood.CATEGORICAL ? 3 : 1}, Activation.RELU, likelihood, 20);
        var problem = new Problem(c);
        float[] weight = new float[20];
        float[] columns = new float[20 * 7];
        int[] repeated = new int[40];
        int count = 0;
        for (int r = 0; r < 20; r++) {
            weight[r] = r % 3;
            for (int f = 0; f < 7; f++) {
                columns[f * 20 + r] = problem.x[r * 7 + f];
            }
            for (int k = 0; k < r % 3; k++) {
                repeated[count++] = r;
            }
        }
        var expected = new Minibatch(7, count);
        expected.gather(problem.x, problem.y, repeated, 0, count);
        problem.batch.stretch(columns, problem.y, weight, 0, 20);
        LayerKernels vector = Perceptron.vectorLayers();
        if (vector != null) {
            assertThat(bits(c, problem, vector)).isEqualTo(bits(c, problem, new ScalarLayers()));
        }
        var network = new Perceptron(c.widths(), c.activation());
        float[] gradient = new float[network.weights()];
        float[] twice = new float[network.weights()];
        double value = network.gradient(problem.weights, 0, problem.batch, likelihood, gradient, 0, network.scratch());
        assertThat(value)
                .isCloseTo(
                        network.gradient(problem.weights, 0, expected, likelihood, twice, 0, network.scratch()),
                        within(1e-5 * Math.abs(value)));
        // Sums of 20 terms of size 1 to 10 in float.
        assertThat(gradient).containsExactly(twice, org.assertj.core.data.Offset.offset(1e-4f));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void floatIsWithinItsRoundingBoundsOfDouble(Case c) {
        var problem = new Problem(c);
        var network = new Perceptron(c.widths(), c.activation());
        var scratch = network.scratch();
        float[] gradient = new float[network.weights() + 2];
        double value = network.gradient(problem.weights, 0, problem.batch, c.likelihood(), gradient, 1, scratch);
        float[] outputs = new float[network.outputs() * c.rows()];
        network.outputs(problem.weights, 0, problem.batch, outputs, 0, scratch);

        var reference = new DoublePerceptron(c.widths(), c.activation(), c.likelihood());
        reference.evaluate(asDoubles(problem.weights), problem.x, problem.y);
        assertThat(value).isCloseTo(reference.logLikelihood, within(reference.logLikelihoodBound));
        double error = 0;
        double size = 0;
        for (int j = 0; j < network.weights(); j++) {
            double bound = reference.gradientBound[j];
            assertThat((double) gradient[1 + j]).isCloseTo(reference.gradient[j], within(bound));
            error += Math.pow(gradient[1 + j] - reference.gradient[j], 2);
            size += Math.pow(reference.gradient[j], 2);
        }
        for (int k = 0; k < network.outputs(); k++) {
            for (int r = 0; r < c.rows(); r++) {
                assertThat((double) outputs[k * c.rows() + r])
                        .isCloseTo(reference.outputs[r][k], within(reference.outputBounds[r][k]));
            }
        }
        assertThat(Math.sqrt(error / size)).isLessThan(1e-5);
        assertThat(gradient[0]).isZero();
        assertThat(gradient[1 + network.weights()]).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void vectorAndScalarGiveTheSameBits(Case c) {
        LayerKernels vector = Perceptron.vectorLayers();
        assumeTrue(vector != null, "the Vector API module is not in this virtual machine");
        var problem = new Problem(c);
        assertThat(bits(c, problem, vector)).isEqualTo(bits(c, problem, new ScalarLayers()));
    }

    /** Central differences: truncation about h^2, cancellation about 1e-16 / h times the value. */
    @Test
    void theReferenceIsTheDerivativeOfItsValue() {
        double h = 1e-5;
        for (Case c : cases()) {
            if (c.rows() != 13 || Arrays.stream(c.widths()).anyMatch(w -> w > 100)) {
                continue;
            }
            var problem = new Problem(c);
            double[] w = asDoubles(problem.weights);
            var reference = new DoublePerceptron(c.widths(), c.activation(), c.likelihood());
            reference.evaluate(w, problem.x, problem.y);
            double[] gradient = reference.gradient.clone();
            for (int j = 0; j < w.length; j += 1 + w.length / 50) {
                double centre = w[j];
                w[j] = centre + h;
                reference.evaluate(w, problem.x, problem.y);
                double up = reference.logLikelihood;
                w[j] = centre - h;
                reference.evaluate(w, problem.x, problem.y);
                double down = reference.logLikelihood;
                w[j] = centre;
                assertThat((up - down) / (2 * h)).as("%s at %d", c, j).isCloseTo(gradient[j], within(1e-6));
            }
        }
    }

    private static double[] asDoubles(float[] values) {
        double[] doubles = new double[values.length];
        Arrays.setAll(doubles, i -> values[i]);
        return doubles;
    }

    @Test
    void aBatchForgetsWhatItHeldBefore() {
        var c = new Case(new int[] {17, 7, 1}, Activation.RELU, OutputLikelihood.NORMAL, 30);
        var problem = new Problem(c);
        int[] index = {29, 3, 3, 0};
        float[] x = new float[4 * 17];
        float[] y = new float[4];
        for (int r = 0; r < 4; r++) {
            System.arraycopy(problem.x, 17 * index[r], x, 17 * r, 17);
            y[r] = problem.y[index[r]];
        }
        var network = new Perceptron(c.widths(), c.activation());
        var scratch = network.scratch();
        float[] expected = new float[network.weights()];
        var fresh = new Minibatch(17, 4);
        fresh.range(x, y, 0, 4);
        network.gradient(problem.weights, 0, fresh, c.likelihood(), expected, 0, scratch);
        float[] gradient = new float[network.weights()];
        network.gradient(problem.weights, 0, problem.batch, c.likelihood(), gradient, 0, scratch);
        problem.batch.gather(problem.x, problem.y, index, 0, 4);
        network.gradient(problem.weights, 0, problem.batch, c.likelihood(), gradient, 0, scratch);
        assertThat(gradient).containsExactly(expected);
    }

    /** More rows than a tile holds, going round at the end. */
    @Test
    void aStretchOfColumnsIsARangeOfRows() {
        int n = 700;
        float[] x = new float[n * 3];
        float[] y = new float[n];
        float[] columns = new float[n * 3];
        int[] index = new int[600];
        for (int i = 0; i < n; i++) {
            y[i] = i;
            for (int f = 0; f < 3; f++) {
                x[i * 3 + f] = i + 0.25f * f;
                columns[f * n + i] = x[i * 3 + f];
            }
        }
        for (int r = 0; r < index.length; r++) {
            index[r] = (650 + r) % n;
        }
        var rows = new Minibatch(3, 600);
        rows.gather(x, y, index, 0, 600);
        var same = new Minibatch(3, 600);
        same.stretch(columns, y, null, 650, 600);
        assertThat(same.inputs()).containsExactly(rows.inputs());
        assertThat(same.targets()).containsExactly(rows.targets());
        assertThat(same.present()).containsExactly(rows.present());
    }

    @Test
    void whatDoesNotFitIsRefused() {
        var network = new Perceptron(new int[] {2, 3, 2}, Activation.TANH);
        var batch = new Minibatch(2, 5);
        float[] w = new float[network.weights()];
        var scratch = network.scratch();
        assertThatThrownBy(() -> network.outputs(w, 0, batch, w, 0, scratch))
                .isInstanceOf(InputException.class)
                .hasMessage("a minibatch must be filled, got no rows");
        batch.range(new float[10], new float[5], 0, 5);
        assertThatThrownBy(() -> network.gradient(w, 0, batch, OutputLikelihood.NORMAL, w, 0, scratch))
                .isInstanceOf(InputException.class)
                .hasMessage("outputs must be 1 for NORMAL, got 2");
        assertThatThrownBy(() -> network.gradient(w, 1, batch, OutputLikelihood.CATEGORICAL, w, 0, scratch))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Perceptron(new int[] {2, 0, 1}, Activation.RELU))
                .isInstanceOf(InputException.class)
                .hasMessage("widths must be at least 1, got [2, 0, 1]");
        assertThatThrownBy(() -> new Minibatch(1_000_000, 1_000_000)).isInstanceOf(InputException.class);
    }
}
