package org.driftfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelsTest {
    private static final KernelSet SCALAR = new ScalarKernels();

    @Test
    void vectorAndScalarGiveTheSameBits() {
        KernelSet vector = Kernels.vectorKernels();
        assumeTrue(vector != null, "the Vector API module is not in this virtual machine");
        assertThat(KernelExercise.run(vector)).isEqualTo(KernelExercise.run(SCALAR));
    }

    /**
     * Ten rounds with early compilation, so that what is compared is compiled code. A width the machine lacks is
     * emulated by the Vector API: slow, but with the bits of a machine that has it.
     */
    @ParameterizedTest
    @CsvSource({
        "scalar,scalar",
        "vector2,'Vector API, 2 doubles a register'",
        "vector4,'Vector API, 4 doubles a register'",
        "vector8,'Vector API, 8 doubles a register'"
    })
    void everyRegisterWidthGivesTheSameBits(String choice, String description) throws Exception {
        assumeTrue(Kernels.vectorKernels() != null, "the Vector API module is not in this virtual machine");
        var expected = Stream.concat(
                Stream.of(description),
                KernelExercise.run(SCALAR).entrySet().stream().map(e -> e.getKey() + " " + e.getValue()));
        assertThat(runElsewhere(
                        KernelExercise.class,
                        "10",
                        "-XX:CompileThresholdScaling=0.05",
                        "-D" + Kernels.PROPERTY + "=" + choice))
                .containsExactlyElementsOf(expected.toList());
    }

    /** A vector that becomes an object costs 64 bytes every few rows, and the loop its speed. */
    @Test
    void compiledLoopsKeepVectorsInRegisters() throws Exception {
        assumeTrue(Kernels.vectorKernels() != null, "the Vector API module is not in this virtual machine");
        assertThat(runElsewhere(KernelAllocation.class, "12000")).containsExactly("14 kernels called");
    }

    private static List<String> runElsewhere(Class<?> main, String argument, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-modules", "jdk.incubator.vector", "-Xbatch"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), argument));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = out.lines().toList();
            assertThat(process.waitFor()).isZero();
            return lines;
        }
    }

    @Test
    void aParticleDoesNotDependOnItsNeighbours() {
        int particles = 7;
        int rows = 37;
        int[] columns = {2, 0, 4, 1, 3};
        int d = columns.length;
        double[] x = KernelExercise.values(5 * rows, 1, 1);
        double[] theta = KernelExercise.values(particles * d, 2, 1);
        double[] together = new double[particles * rows];
        Kernels.linearPredictors(x, rows, columns, 0, rows, theta, 0, d, particles, null, 0, together, 0, rows);
        double[] gradients = new double[particles * d];
        Kernels.transposeTimes(x, rows, columns, 0, rows, together, 0, rows, particles, gradients, 0, d);

        double[] alone = new double[particles * rows];
        double[] gradientsAlone = new double[particles * d];
        for (int p = 0; p < particles; p++) {
            Kernels.linearPredictors(x, rows, columns, 0, rows, theta, p * d, d, 1, null, 0, alone, p * rows, rows);
            for (int j = 0; j < d; j++) {
                int[] column = {columns[j]};
                Kernels.transposeTimes(
                        x, rows, column, 0, rows, alone, p * rows, rows, 1, gradientsAlone, p * d + j, 1);
            }
        }
        assertThat(alone).containsExactly(together);
        assertThat(gradientsAlone).containsExactly(gradients);
    }

    @Test
    void batchesComputeTheProductsTheyName() {
        double[] x = {1, 2, 3, 10, 20, 30, 100, 200, 300};
        int[] columns = {2, 0};
        double[] eta = new double[4];
        Kernels.linearPredictors(
                x, 3, columns, 1, 2, new double[] {1, 2, 3, 5}, 0, 2, 2, new double[] {0.5, 0.25}, 0, eta, 0, 2);
        assertThat(eta).containsExactly(204.5, 306.25, 610.5, 915.25);
        double[] gradient = {1, 1, 1, 1};
        Kernels.transposeTimes(x, 3, columns, 1, 2, new double[] {1, 2, 0, -1}, 0, 2, 2, gradient, 0, 2);
        assertThat(gradient).containsExactly(801, 9, -299, -2);
    }

    @Test
    void sumsAddUp() {
        double[] ones = KernelExercise.values(1003, 1, 1);
        double plain = 0;
        double squares = 0;
        for (double v : ones) {
            plain += v;
            squares += v * v;
        }
        assertThat(Kernels.sum(ones, 0, ones.length)).isCloseTo(plain, within(1e-12));
        assertThat(Kernels.dot(ones, 0, ones, 0, ones.length)).isCloseTo(squares, within(1e-12));
    }

    @Test
    void familiesAreTheirFormulasAndResidualsTheirDerivatives() {
        int n = 11;
        double[] eta = KernelExercise.values(n, 1, 4);
        double[] y = {0, 1, 2, 3, 1, 0, 2, 1, 3, 0, 1};
        double[] trials = {1, 1, 4, 3, 2, 1, 5, 1, 4, 2, 3};
        double[] nodes = KernelExercise.values(2 * n, 2, 1);
        double[] weights = KernelExercise.values(2 * n, 3, 1);
        checkFamily(
                eta,
                (e, i) -> y[i] * e - Math.log1p(Math.exp(e)),
                (e, r) -> Kernels.bernoulliLogit(e, 0, y, 0, r, 0, n));
        checkFamily(
                eta,
                (e, i) -> y[i] * e - trials[i] * Math.log1p(Math.exp(e)),
                (e, r) -> Kernels.binomialLogit(e, 0, y, 0, trials, 0, r, 0, n));
        checkFamily(eta, (e, i) -> y[i] * e - Math.exp(e), (e, r) -> Kernels.poissonLog(e, 0, y, 0, r, 0, n));
        checkFamily(
                eta,
                (e, i) -> {
                    double sum = 0;
                    for (int k = i; k < 2 * n; k += n) {
                        sum += weights[k] * (y[i] * (e + nodes[k]) - trials[i] * Math.log1p(Math.exp(e + nodes[k])));
                    }
                    return sum;
                },
                (e, r) -> Kernels.expectedBinomialLogit(e, 0, nodes, weights, 0, n, 2, y, 0, trials, 0, r, 0, n));
    }

    private interface Row {
        double logLikelihood(double eta, int row);
    }

    private interface Family {
        double evaluate(double[] eta, double[] residual);
    }

    private static void checkFamily(double[] eta, Row row, Family family) {
        double[] residual = new double[eta.length];
        double expected = 0;
        double total = family.evaluate(eta, residual);
        double h = 1e-5; // central differences: truncation about h^2, cancellation about 1e-16 / h
        for (int i = 0; i < eta.length; i++) {
            expected += row.logLikelihood(eta[i], i);
            double slope = (row.logLikelihood(eta[i] + h, i) - row.logLikelihood(eta[i] - h, i)) / (2 * h);
            assertThat(residual[i]).isCloseTo(slope, within(1e-8));
        }
        assertThat(total).isCloseTo(expected, within(1e-12 * Math.abs(expected)));
    }

    @Test
    void residualVariantsAgreeWithTheFullOnes() {
        int n = 1003;
        double[] eta = KernelExercise.values(n, 1, 40);
        double[] y = KernelExercise.values(n, 2, 1);
        double[] full = new double[n];
        double[] only = new double[n];
        Kernels.bernoulliLogit(eta, 0, y, 0, full, 0, n);
        Kernels.bernoulliLogitResidual(eta, 0, y, 0, only, 0, n);
        assertThat(only).containsExactly(full);
        Kernels.poissonLog(eta, 0, y, 0, full, 0, n);
        Kernels.poissonLogResidual(eta, 0, y, 0, only, 0, n);
        assertThat(only).containsExactly(full);
        Kernels.binomialLogit(eta, 0, y, 0, y, 0, full, 0, n);
        Kernels.binomialLogitResidual(eta, 0, y, 0, y, 0, only, 0, n);
        assertThat(only).containsExactly(full);
        Kernels.expectedBinomialLogit(eta, 0, y, eta, 0, n, 1, y, 0, null, 0, full, 0, n);
        Kernels.expectedBinomialLogitResidual(eta, 0, y, eta, 0, n, 1, y, 0, null, 0, only, 0, n);
        assertThat(only).containsExactly(full);
    }

    @Test
    void aResidualMayReplaceItsPredictor() {
        int n = 1003;
        double[] eta = KernelExercise.values(n, 1, 4);
        double[] y = KernelExercise.values(n, 2, 1);
        double[] residual = new double[n];
        double apart = Kernels.expectedBinomialLogit(eta, 0, y, y, 0, n, 1, y, 0, null, 0, residual, 0, n)
                + Kernels.bernoulliLogit(eta, 0, y, 0, residual, 0, n);
        double[] copy = eta.clone();
        double inPlace = Kernels.expectedBinomialLogit(copy, 0, y, y, 0, n, 1, y, 0, null, 0, copy, 0, n)
                + Kernels.bernoulliLogit(eta, 0, y, 0, eta, 0, n);
        assertThat(inPlace).isEqualTo(apart);
        assertThat(eta).containsExactly(residual);
    }

    @Test
    void rangesOutsideTheirArraysAreRefused() {
        double[] five = new double[5];
        assertThatThrownBy(() -> Kernels.sum(five, 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() ->
                        Kernels.linearPredictors(five, 5, new int[] {1}, 0, 5, five, 0, 1, 1, null, 0, five, 0, 5))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(
                        () -> Kernels.transposeTimes(five, 5, new int[] {0}, 0, 4, new double[8], 0, 3, 2, five, 0, 1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("2 runs of 4 elements, 3 apart");
    }
}
