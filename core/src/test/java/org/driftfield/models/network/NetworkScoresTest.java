package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Encoding;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.NetworkPrediction;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores and predictions of clouds so small that they can be worked out by hand. */
class NetworkScoresTest {
    /** f(x) = a x + b, two particles in two groups; y = 100 + 10 f + noise. */
    private static NetworkPosterior line() {
        Encoding encoding = TestRows.data(20, Task.REGRESSION, 0, 0).encoding();
        float[] weights = {1, 0, 0, 0, 2, 0, 0, 0.5f};
        Noise[] noise = {Noise.normal(20, 5), Noise.normal(20, 10)};
        return new NetworkPosterior(
                Task.REGRESSION,
                encoding,
                List.of(3, 1),
                Activation.RELU,
                new Mixture(weights, 2, 2, noise, 1),
                1,
                new double[] {1, 2, 3, 4, 5, 6, 7, 8},
                100,
                10);
    }

    private static EncodedRows rows(float[] x, double... y) {
        int n = x.length / 3;
        int[] rows = new int[n];
        Arrays.setAll(rows, i -> i);
        return new EncodedRows(x, y, rows, 3, new BitSet());
    }

    private static double student(int group, double residual) {
        double scale = group == 0 ? Math.sqrt(5 / 20.0) : Math.sqrt(10 / 20.0);
        return TDistribution.of(40).density(residual / scale) / scale;
    }

    private static double studentBelow(int group, double residual) {
        double scale = group == 0 ? Math.sqrt(5 / 20.0) : Math.sqrt(10 / 20.0);
        return TDistribution.of(40).cumulativeProbability(residual / scale);
    }

    @Test
    void regression() {
        NetworkPosterior posterior = line();
        // Outputs: row 1 → 1 and 2.5; row 2 → 0 and 0.5. Targets in output units: 2 and -1.5.
        EncodedRows rows = rows(new float[] {1, 7, 7, 0, 7, 7}, 120, 85);
        NetworkScores scores = posterior.scores(rows, 2);
        double variance = 10 / 19.0 * 100;
        double mseAtMean = (5 * 5 + 20 * 20) / 2.0;
        assertThat(scores.mseAtMean()).isCloseTo(mseAtMean, within(1e-4));
        assertThat(scores.pps()).isCloseTo(0.5 * Math.log(variance) + mseAtMean / (2 * variance), within(1e-6));
        assertThat(scores.mse()).isCloseTo((2.5 * 2.5 + 17.5 * 17.5) / 2, within(1e-4));
        double first = (student(0, 1) + student(1, -0.5)) / 2 / 10;
        double second = (student(0, -1.5) + student(1, -2)) / 2 / 10;
        assertThat(scores.nll()).isCloseTo(-(Math.log(first) + Math.log(second)) / 2, within(1e-9));
        // The first target is at 0.60 of its predictive distribution, the second at 0.004.
        assertThat((studentBelow(0, 1) + studentBelow(1, -0.5)) / 2).isBetween(0.55, 0.75);
        assertThat((studentBelow(0, -1.5) + studentBelow(1, -2)) / 2).isLessThan(0.05);
        assertThat(scores.coverage50()).isEqualTo(0.5);
        assertThat(scores.coverage90()).isEqualTo(0.5);
        assertThat(scores.misclassification()).isNaN();
        assertThat(scores.toMap()).doesNotContainKey("misclassification");
    }

    @Test
    void predictionsOfNumbers() {
        NetworkPosterior posterior = line();
        NetworkPrediction prediction = posterior.predict(rows(new float[] {1, 0, 0, -2, 0, 0}), 1);
        assertThat(prediction.mean()[0]).isCloseTo(117.5, within(1e-4));
        assertThat(prediction.epistemicSd()[0]).isCloseTo(7.5, within(1e-4));
        assertThat(prediction.aleatoricSd()[0]).isCloseTo(10 * Math.sqrt((5 / 19.0 + 10 / 19.0) / 2), within(1e-4));
        double[] levels = {0.05, 0.5, 0.95};
        double[] quantiles = {
            prediction.q05()[0], prediction.q50()[0], prediction.q95()[0]
        };
        for (int k = 0; k < 3; k++) {
            double y = (quantiles[k] - 100) / 10;
            assertThat((studentBelow(0, y - 1) + studentBelow(1, y - 2.5)) / 2).isCloseTo(levels[k], within(2e-4));
        }
        BitSet flagged = new BitSet();
        flagged.set(1);
        NetworkPrediction partly = posterior.predict(
                new EncodedRows(new float[] {1, 0, 0, Float.NaN, 0, 0}, null, new int[] {0, 1}, 3, flagged), 1);
        assertThat(partly.mean()[0]).isEqualTo(prediction.mean()[0]);
        assertThat(new double[] {partly.mean()[1], partly.aleatoricSd()[1], partly.q50()[1]})
                .containsOnly(Double.NaN);
    }

    @Test
    void classes() {
        Encoding encoding = TestRows.data(60, Task.BINARY, 0, 0).encoding();
        // Log odds x and 3x: probabilities σ(1), σ(3) at 1.
        NetworkPosterior posterior = new NetworkPosterior(
                Task.BINARY,
                encoding,
                List.of(3, 1),
                Activation.RELU,
                new Mixture(new float[] {1, 0, 0, 0, 3, 0, 0, 0}, 2, 1, null, 1),
                0,
                new double[] {1, 1, 1, 1},
                0,
                1);
        double p1 = 1 / (1 + Math.exp(-1));
        double p3 = 1 / (1 + Math.exp(-3));
        double p = (p1 + p3) / 2;
        NetworkScores scores = posterior.scores(rows(new float[] {1, 0, 0, 1, 0, 0, -1, 0, 0}, 1, 0, 0), 1);
        double atMean = 1 / (1 + Math.exp(-2));
        assertThat(scores.pps()).isCloseTo(-(2 * Math.log(atMean) + Math.log(1 - atMean)) / 3, within(1e-6));
        assertThat(scores.nll()).isCloseTo(-(2 * Math.log(p) + Math.log(1 - p)) / 3, within(1e-6));
        assertThat(scores.misclassification()).isCloseTo(1 / 3.0, within(1e-12));
        // One bin: confidence p, two of three right.
        assertThat(scores.calibrationError()).isCloseTo(Math.abs(p - 2 / 3.0), within(1e-6));
        assertThat(scores.calibration()).hasSize(1);
        NetworkPrediction prediction = posterior.predict(rows(new float[] {1, 0, 0}), 1);
        assertThat(prediction.mean()[0]).isCloseTo(p, within(1e-6));
        double epistemic = prediction.epistemicSd()[0];
        double aleatoric = prediction.aleatoricSd()[0];
        assertThat(epistemic).isCloseTo((p3 - p1) / 2, within(1e-6));
        assertThat(epistemic * epistemic + aleatoric * aleatoric).isCloseTo(p * (1 - p), within(1e-6));
        assertThat(prediction.mostProbable(0)).isEqualTo(1);
    }

    @Test
    void timidProbabilitiesAreSharpened() {
        // Labels follow log odds 2x, the network says x: the power 2 puts it right. 4000 rows tell it with an error of
        // 4 %.
        int n = 4000;
        RandomStream random = RandomStream.of(1, 0, 0, 0);
        float[] x = new float[3 * n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[3 * i] = (float) (2 * random.nextNormal());
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-2 * x[3 * i])) ? 1 : 0;
        }
        Perceptron net = new Perceptron(new int[] {3, 1}, Activation.RELU);
        try (Workers workers = new Workers(1)) {
            Mixture timid = new Mixture(new float[] {1, 0, 0, 0}, 1, 1, null, 1);
            double power = new Scoring(new Evaluation(net, workers), Task.BINARY, 1, 0, 1, rows(x, y))
                    .classes(timid)
                    .sharpness(1);
            assertThat(power).isCloseTo(2, within(0.24));
        }
        NetworkPosterior posterior = new NetworkPosterior(
                Task.BINARY,
                TestRows.data(60, Task.BINARY, 0, 0).encoding(),
                List.of(3, 1),
                Activation.RELU,
                new Mixture(new float[] {1, 0, 0, 0}, 1, 1, null, 2),
                0,
                new double[] {1, 1, 1, 1},
                0,
                1);
        NetworkPrediction prediction = posterior.predict(rows(new float[] {1, 0, 0}), 1);
        assertThat(prediction.mean()[0]).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-6));
        assertThat(prediction.epistemicSd()[0]).isZero();
    }

    @Test
    void severalClassesAddUpToOne() {
        NetworkData data = TestRows.data(200, Task.MULTICLASS, 0, 0.2);
        NetworkOptions options = NetworkOptions.defaults()
                .withHidden(5)
                .withParticles(10)
                .withRecipe(NetworkRecipe.standard().withIterations(30));
        NetworkFit fit = Network.fit(data, options);
        NetworkPrediction prediction = fit.posterior().predict(data.test(), 1);
        double log = 0;
        int wrong = 0;
        for (int i = 0; i < data.test().count(); i++) {
            int y = (int) data.test().y()[i];
            assertThat(prediction.mean()[3 * i]
                            + prediction.mean()[3 * i + 1]
                            + prediction.mean()[3 * i + 2])
                    .isCloseTo(1, within(1e-9));
            log -= Math.log(prediction.mean()[3 * i + y]) / data.test().count();
            wrong += prediction.mostProbable(i) == y ? 0 : 1;
        }
        assertThat(fit.test().nll()).isCloseTo(log, within(1e-9));
        assertThat(fit.test().misclassification())
                .isCloseTo(wrong / (double) data.test().count(), within(1e-12));
    }

    /** Fits of before have three numbers of recalibration; a range that is upside down is none. */
    @Test
    @SuppressWarnings("unchecked")
    void recalibrationsOfBeforeAreRead(@TempDir Path folder) {
        NetworkPosterior posterior = line();
        posterior.saveArrays(folder);
        Map<String, Object> map = new HashMap<>(posterior.toMap());
        map.put("recalibration", List.of(1.3, 0.9, 0.1));
        NetworkPosterior early = NetworkPosterior.load(map, folder);
        assertThat((List<Double>) early.toMap().get("recalibration")).startsWith(1.3, 0.9, 0.1, 0.0, -8.0, 8.0);
        map.put("recalibration", List.of(1.3, 0.9, 0.1, 0.0, 2.0, -2.0));
        assertThatThrownBy(() -> NetworkPosterior.load(map, folder)).hasMessageContaining("the lower end first");
    }

    /** What is saved comes back, and the file is as NumPy's documentation says. */
    @Test
    void savedAndLoaded(@TempDir Path folder) throws IOException {
        NetworkPosterior posterior = line();
        posterior.saveArrays(folder);
        Map<String, Object> map = posterior.toMap();
        NetworkPosterior loaded = NetworkPosterior.load(map, folder);
        EncodedRows rows = rows(new float[] {1, 2, 3, -1, 0.5f, 2}, 3, 4);
        assertThat(loaded.scores(rows, 1)).isEqualTo(posterior.scores(rows, 1));
        assertThat(loaded.priorVariance(1, 2)).isEqualTo(posterior.priorVariance(1, 2));
        assertThat(loaded.toMap()).isEqualTo(map);

        byte[] bytes = Files.readAllBytes(folder.resolve("weights.npy"));
        int header = (bytes[8] & 0xff) + 256 * (bytes[9] & 0xff);
        assertThat((10 + header) % 64).isZero();
        assertThat(new String(bytes, 10, header, StandardCharsets.US_ASCII))
                .startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }")
                .endsWith("\n");
        assertThat(bytes).hasSize(10 + header + 8 * Float.BYTES);

        Files.write(folder.resolve("weights.npy"), Arrays.copyOf(bytes, bytes.length - 1));
        assertThatThrownBy(() -> NetworkPosterior.load(map, folder)).hasMessageContaining("ends too early");
        Files.write(folder.resolve("weights.npy"), Arrays.copyOf(bytes, bytes.length + 1));
        assertThatThrownBy(() -> NetworkPosterior.load(map, folder)).hasMessageContaining("longer than its header");
        Files.writeString(folder.resolve("weights.npy"), "not an array");
        assertThatThrownBy(() -> NetworkPosterior.load(map, folder)).hasMessageContaining("not a NumPy file");
    }
}
