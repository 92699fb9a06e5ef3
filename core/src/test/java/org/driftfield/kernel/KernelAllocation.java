package org.driftfield.kernel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/** Names the kernels that, once compiled, allocate a byte or more per row: those whose vectors are objects. */
final class KernelAllocation {
    private static final int ROWS = 200;
    private static int warmUp;
    private static int kernels;
    private static double used;

    private KernelAllocation() {}

    public static void main(String[] args) {
        warmUp = Integer.parseInt(args[0]); // calls, past the compiler's thresholds
        int n = ROWS;
        int q = 3;
        int particles = 5;
        int[] columns = {0, 2, 1};
        double[] x = KernelExercise.values(3 * n, 1, 1);
        double[] eta = KernelExercise.values(particles * n, 2, 3);
        double[] theta = new double[particles * 3];
        double[] y = new double[n];
        double[] r = new double[particles * n];
        call("dot", () -> Kernels.dot(x, 0, eta, 0, n));
        call("log1pExp", () -> {
            Kernels.log1pExp(eta, 0, r, 0, n);
            return r[0];
        });
        call("linearPredictors", () -> {
            Kernels.linearPredictors(x, n, columns, 0, n, theta, 0, 3, particles, null, 0, r, 0, n);
            return r[0];
        });
        call("transposeTimes", () -> {
            Kernels.transposeTimes(x, n, columns, 0, n, eta, 0, n, particles, theta, 0, 3);
            return theta[0];
        });
        call("bernoulliLogit", () -> Kernels.bernoulliLogit(eta, 0, y, 0, r, 0, n));
        call("poissonLog", () -> Kernels.poissonLog(eta, 0, y, 0, r, 0, n));
        call("binomialLogit", () -> Kernels.binomialLogit(eta, 0, y, 0, x, 0, r, 0, n));
        call(
                "expectedBinomialLogit",
                () -> Kernels.expectedBinomialLogit(eta, 0, x, x, 0, n, q, y, 0, null, 0, r, 0, n));
        for (OutputLikelihood likelihood : OutputLikelihood.values()) {
            for (Activation activation : Activation.values()) {
                call(likelihood + " network with " + activation, gradient(likelihood, activation));
            }
        }
        System.out.println(kernels + (Double.isNaN(used) ? " kernels gave NaN" : " kernels called"));
    }

    /** Layers with whole blocks and with the parts of one. */
    private static DoubleSupplier gradient(OutputLikelihood likelihood, Activation activation) {
        var network =
                new Perceptron(new int[] {3, 12, 7, likelihood == OutputLikelihood.CATEGORICAL ? 3 : 1}, activation);
        var scratch = network.scratch();
        var batch = new Minibatch(3, ROWS);
        batch.range(new float[3 * ROWS], new float[ROWS], 0, ROWS);
        float[] weights = new float[network.weights()];
        Arrays.fill(weights, 0.1f);
        float[] gradient = new float[network.weights()];
        return () -> network.gradient(weights, 0, batch, likelihood, gradient, 0, scratch);
    }

    private static void call(String name, DoubleSupplier kernel) {
        repeat(warmUp, kernel);
        int calls = 1000;
        long before = allocated();
        repeat(calls, kernel);
        double bytes = (allocated() - before) / (double) calls;
        if (bytes >= ROWS) {
            System.out.println(name + " allocates " + bytes + " bytes a call");
        }
        kernels++;
    }

    private static void repeat(int calls, DoubleSupplier kernel) {
        double sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += kernel.getAsDouble();
        }
        used += sum;
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
