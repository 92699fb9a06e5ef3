package org.driftfield.kernel;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Calls every kernel of a set on seeded data and hands back the bits that came out, by method and case. */
final class KernelExercise {
    static final int[] SIZES = {0, 1, 3, 4, 5, 7, 8, 9, 15, 17, 31, 1000, 1003};
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1e-320,
        -1e-17,
        ElementaryFunctions.EXP_MAX,
        Math.nextUp(ElementaryFunctions.EXP_MAX),
        ElementaryFunctions.EXP_MIN,
        Math.nextDown(ElementaryFunctions.EXP_MIN),
        -745,
        1e300,
        -1e300,
        37.5,
        -37.5
    };

    private final KernelSet set;
    private final Map<String, Long> bits = new LinkedHashMap<>();

    private KernelExercise(KernelSet set) {
        this.set = set;
    }

    static Map<String, Long> run(KernelSet set) {
        var exercise = new KernelExercise(set);
        for (int n : SIZES) {
            exercise.elementwise(n);
            exercise.families(n);
            exercise.batches(n);
        }
        return exercise.bits;
    }

    /** Prints what {@link Kernels} gives in this virtual machine after as many rounds as asked, to have it compiled. */
    public static void main(String[] args) {
        System.out.println(Kernels.description());
        for (int round = 1; round < Integer.parseInt(args[0]); round++) {
            run(Kernels.set());
        }
        run(Kernels.set()).forEach((name, hash) -> System.out.println(name + " " + hash));
    }

    private void record(String name, int n, double scalar, double... values) {
        // doubleToLongBits folds all NaN into one: which NaN an operation gives is not specified.
        bits.put(name + " n=" + n, Double.doubleToLongBits(scalar) * 31 + Arrays.hashCode(values));
    }

    private void elementwise(int n) {
        double[] a = values(n + 5, 1, 3);
        double[] b = values(n + 5, 2, 3);
        record("dot", n, set.dot(a, 3, b, 2, n));
        record("sum", n, set.sum(a, 5, n));
        double[] y = b.clone();
        set.axpy(0.7, a, 1, y, 4, n);
        record("axpy", n, 0, y);
        double[] path = values(n + 5, 13, 2);
        double[] innovations = new double[n + 5];
        set.innovations(path, 2, 0.9, 0.3, innovations, 1, n);
        record("innovations", n, 0, innovations);
        set.pathGradient(a, b, innovations, 3, 1.7, 1.1, path, 4, n);
        record("path gradient", n, 0, path);
        double[] rows = values(5 * (n + 1) + 2, 14, 3);
        double[] squares = new double[n];
        double[] sums = new double[n];
        set.columnSquares(rows, 2, n + 1, 5, n, sums, squares);
        record("column sums", n, 0, sums);
        record("column squares", n, 0, squares);
        for (double scale : new double[] {1, 30, 800}) {
            double[] x = values(n + 5, 3, scale);
            for (int i = 0; i < n && scale == 800; i++) {
                x[i] = i % 3 == 0 ? SPECIAL[(i / 3 + n) % SPECIAL.length] : x[i];
            }
            double[] out = new double[n + 7];
            set.exp(x, 1, out, 3, n);
            record("exp " + scale, n, 0, out);
            set.sigmoid(x, 1, out, 3, n);
            record("sigmoid " + scale, n, 0, out);
            set.log1pExp(x, 1, out, 3, n);
            record("log1pExp " + scale, n, 0, out);
        }
    }

    private void families(int n) {
        double[] y = new SplittableRandom(4).ints(n + 3, 0, 3).asDoubleStream().toArray();
        double[] trials =
                new SplittableRandom(5).ints(n + 3, 2, 6).asDoubleStream().toArray();
        int q = 5;
        int stride = n + 2;
        double[] nodes = values(q * stride + 4, 6, 2);
        double[] weights = values(q * stride + 4, 7, 1);
        double[] r = new double[n + 9];
        for (double scale : new double[] {3, 300}) {
            double[] eta = values(n + 3, 8, scale);
            for (double[] m : new double[][] {null, trials}) {
                String name = (m == null ? "Bernoulli " : "binomial ") + scale;
                record(name, n, set.binomialLogit(eta, 2, y, 1, m, 3, r, 4, n), r);
                set.binomialLogitResidual(eta, 2, y, 1, m, 3, r, 5, n);
                record(name + " residual", n, 0, r);
                double expected = set.expectedBinomialLogit(eta, 2, nodes, weights, 4, stride, q, y, 1, m, 3, r, 4, n);
                record("expected " + name, n, expected, r);
                set.expectedBinomialLogitResidual(eta, 2, nodes, weights, 4, stride, q, y, 1, m, 3, r, 5, n);
                record("expected " + name + " residual", n, 0, r);
            }
            record("Poisson " + scale, n, set.poissonLog(eta, 2, y, 1, r, 4, n), r);
            set.poissonLogResidual(eta, 2, y, 1, r, 5, n);
            record("Poisson residual " + scale, n, 0, r);
        }
    }

    private void batches(int n) {
        int stride = n + 3;
        double[] x = values(7 * stride, 9, 1);
        double[] offset = values(n + 1, 10, 1);
        for (int[] columns : new int[][] {{}, {4}, {6, 0, 3}, {1, 2, 0, 5}}) {
            for (int particles : new int[] {0, 1, 2, 3, 4, 5, 9}) {
                int d = columns.length;
                String name = " d=" + d + " P=" + particles;
                double[] theta = values(particles * (d + 1) + 2, 11, 1);
                double[] eta = new double[particles * (n + 2) + 1];
                set.linearPredictors(x, stride, columns, 2, n, theta, 2, d + 1, particles, offset, 1, eta, 1, n + 2);
                record("predictors" + name, n, 0, eta);
                set.linearPredictors(x, stride, columns, 2, n, theta, 2, d + 1, particles, null, 0, eta, 1, n + 2);
                record("predictors without offset" + name, n, 0, eta);
                double[] residual = values(eta.length, 12, 1);
                set.transposeTimes(x, stride, columns, 2, n, residual, 1, n + 2, particles, theta, 2, d + 1);
                record("transpose" + name, n, 0, theta);
            }
        }
    }

    static double[] values(int n, long seed, double scale) {
        var random = new SplittableRandom(seed);
        double[] values = new double[n];
        Arrays.setAll(values, i -> scale * (2 * random.nextDouble() - 1));
        return values;
    }
}
