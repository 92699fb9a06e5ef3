package org.driftfield.models.network.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.distribution.InverseGamma;
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

/** The log posterior of the weights, and the conjugate factors. */
class TargetTest {
    private static final int N = 40;
    private static final int BATCH = 13;

    @ParameterizedTest
    @CsvSource({"REGRESSION, TANH", "BINARY, TANH", "MULTICLASS, TANH", "REGRESSION, RELU", "MULTICLASS, RELU"})
    void gradientOfTheLogPosteriorIsThatOfItsFormula(Task task, Activation activation) {
        NetworkData data = TestRows.data(N, task, 0, 0);
        int[] widths = {3, 5, 4, task.outputs(data.encoding().classes().size())};
        Perceptron net = new Perceptron(widths, activation);
        double centre = task == Task.REGRESSION ? 45 : 0;
        double spread = task == Task.REGRESSION ? 15 : 1;
        TrainingRows rows = new TrainingRows(data.train(), centre, spread, BATCH, 7);
        NetworkTarget target = new NetworkTarget(net, task, rows, NetworkRecipe.paper(), WorkerSpace.of(net, rows, 1));
        RandomStream random = RandomStream.of(2, 0, 0, 0);
        float[] w = new float[net.weights()];
        float[] squares = new float[w.length];
        double[] exact = new double[w.length];
        double[] precision = new double[w.length];
        for (int j = 0; j < w.length; j++) {
            w[j] = (float) (0.7 * random.nextNormal());
            exact[j] = w[j];
            squares[j] = (float) (0.01 + random.nextDouble());
            precision[j] = 1.5 / (0.01 + squares[j] / 2);
        }
        target.scales.updateTau(squares);
        target.scales.updateNoise(0.3);
        double scale = (double) N / BATCH / (task == Task.REGRESSION ? 0.3 : 1);
        // The last rows and then the first again, as a minibatch goes round.
        int first = N - 6;
        target.fill(0, first);
        float[] gradient = new float[w.length];
        double value = target.evaluate(0, 0, w, 0, 1, gradient);

        SlowNetwork slow = new SlowNetwork(widths, activation, task);
        assertThat(value).isCloseTo(slow.logLikelihood(exact, rows.x, rows.y, first, BATCH), within(1e-4));
        double[] expected = slow.gradient(exact, rows.x, rows.y, first, BATCH, scale, precision);
        double size = 0;
        for (double one : expected) {
            size = Math.max(size, Math.abs(one));
        }
        for (int j = 0; j < w.length; j++) {
            // Rounding of floats; a kink of a rectifier within a difference step would show as far more.
            assertThat((double) gradient[j]).isCloseTo(expected[j], within(2e-5 * size));
        }
    }

    /** q(τ) ∝ exp E_w log p(w|τ)p(τ) and q(σ²) ∝ exp E log p(y|w,σ²)p(σ²), normalised on a grid. */
    @Test
    void conjugateFactorsAreTheOptima() {
        float[] weights = {0.3f, -1.2f, 0.05f, 2};
        float square = 0;
        for (float w : weights) {
            square += w * w / weights.length;
        }
        double[] residuals = {0.4, -0.1, 1.3, -0.6, 0.2, 0.9};
        double meanSquare = 0;
        for (double residual : residuals) {
            meanSquare += residual * residual / residuals.length;
        }
        Scales scales = new Scales(1, residuals.length, true, CloudRecipe.BETA0);
        scales.updateTau(new float[] {square});
        scales.updateNoise(meanSquare);
        double squareOfWeights = square;
        double inverseTau = meanInverse(tau -> {
            double sum = 0;
            for (float w : weights) {
                sum += (-0.5 * Math.log(tau) - w * w / (2 * tau)) / weights.length;
            }
            return sum - (Scales.ALPHA0 + 1) * Math.log(tau) - CloudRecipe.BETA0 / tau;
        });
        assertThat((double) scales.priorPrecision()[0]).isCloseTo(inverseTau, within(1e-5 * inverseTau));
        double inverseVariance = meanInverse(variance -> {
            double sum = 0;
            for (double residual : residuals) {
                sum += -0.5 * Math.log(variance) - residual * residual / (2 * variance);
            }
            return sum - Math.log(variance);
        });
        assertThat(scales.noisePrecision()).isCloseTo(inverseVariance, within(1e-5 * inverseVariance));
        InverseGamma noise = scales.noise();
        assertThat(noise.shape()).isEqualTo(3);
        assertThat(noise.scale()).isCloseTo(3 * meanSquare, within(1e-12));
        assertThat(scales.tauScale()[0]).isCloseTo(0.01 + squareOfWeights / 2, within(1e-9));
    }

    private static double meanInverse(java.util.function.DoubleUnaryOperator logDensity) {
        double mass = 0;
        double inverse = 0;
        for (double u = -14; u <= 14; u += 1e-3) {
            double x = Math.exp(u);
            double weight = Math.exp(logDensity.applyAsDouble(x) + u);
            mass += weight;
            inverse += weight / x;
        }
        return inverse / mass;
    }
}
