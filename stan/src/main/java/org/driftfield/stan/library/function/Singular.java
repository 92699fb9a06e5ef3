package org.driftfield.stan.library.function;

import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.math.Dense;

/** The singular values of a matrix, or the vectors on one side. */
public final class Singular extends MatrixOp {
    /** Which part of A = U S Vᵀ. */
    enum Part {
        VALUES,
        LEFT,
        RIGHT
    }

    private final Part part;

    Singular(String name, Part part) {
        super(name);
        this.part = part;
    }

    @Override
    public int[] dims(Arg[] arguments) {
        int n = arguments[0].dims[0];
        int m = arguments[0].dims[1];
        int k = Math.min(n, m);
        return switch (part) {
            case VALUES -> new int[] {k};
            case LEFT -> new int[] {n, k};
            case RIGHT -> new int[] {m, k};
        };
    }

    private static double[][] svd(double[] a, int n, int m) {
        if (n >= m) {
            return Dense.svd(a, n, m);
        }
        double[][] other = Dense.svd(Dense.transpose(a, n, m), m, n);
        return new double[][] {other[2], other[1], other[0]};
    }

    @Override
    public double[] value(double[] a, int n, int m) {
        double[][] svd = svd(a, n, m);
        return switch (part) {
            case VALUES -> svd[1];
            case LEFT -> svd[0];
            case RIGHT -> svd[2];
        };
    }

    @Override
    public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
        double[][] svd = svd(a, n, m);
        int k = Math.min(n, m);
        return switch (part) {
            case VALUES -> {
                double[] u = svd[0].clone();
                for (int j = 0; j < k; j++) {
                    for (int i = 0; i < n; i++) {
                        u[j * n + i] *= weight[j];
                    }
                }
                yield Dense.multiply(u, Dense.transpose(svd[2], m, k), n, k, m);
            }
            case LEFT -> Dense.multiply(side(svd[0], svd[1], weight, n, k), Dense.transpose(svd[2], m, k), n, k, m);
            case RIGHT ->
                Dense.transpose(
                        Dense.multiply(side(svd[2], svd[1], weight, m, k), Dense.transpose(svd[0], n, k), m, k, n),
                        m,
                        n);
        };
    }

    /** U (F∘(UᵀW - WᵀU)) S + (W - U UᵀW) S⁻¹ with F_ij = 1/(s_j² - s_i²), for the vectors on one side. */
    private static double[] side(double[] u, double[] s, double[] weight, int n, int k) {
        double[] inner = Dense.multiply(Dense.transpose(u, n, k), weight, k, n, k);
        double[] f = new double[k * k];
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < k; i++) {
                double gap = (s[j] - s[i]) * (s[j] + s[i]);
                f[j * k + i] = i == j ? 0 : (inner[j * k + i] - inner[i * k + j]) / gap * s[j];
            }
        }
        double[] sum = Dense.multiply(u, f, n, k, k);
        double[] projected = Dense.multiply(u, inner, n, k, k);
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < n; i++) {
                sum[j * n + i] += (weight[j * n + i] - projected[j * n + i]) / s[j];
            }
        }
        return sum;
    }
}
