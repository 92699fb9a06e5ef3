package org.driftfield.models.network.line;

import org.ejml.data.DMatrixRMaj;

/** Inputs brought to mean 0 and variance 1, without those that never change, and the sums of their products. */
final class Columns {
    final int n;
    final int inputs;
    /** The inputs that change. */
    final int[] used;

    private final float[] x;
    private final double[] mean;
    private final double[] scale;

    Columns(float[] x, int inputs) {
        this.x = x;
        this.inputs = inputs;
        this.n = x.length / inputs;
        this.mean = new double[inputs];
        this.scale = new double[inputs];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < inputs; j++) {
                mean[j] += x[i * inputs + j];
            }
        }
        for (int j = 0; j < inputs; j++) {
            mean[j] /= n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < inputs; j++) {
                double apart = x[i * inputs + j] - mean[j];
                scale[j] += apart * apart;
            }
        }
        int changing = 0;
        int[] found = new int[inputs];
        for (int j = 0; j < inputs; j++) {
            scale[j] = Math.sqrt(scale[j] / n);
            if (scale[j] > 1e-6) {
                found[changing++] = j;
            }
        }
        this.used = java.util.Arrays.copyOf(found, changing);
    }

    int count() {
        return used.length;
    }

    /** Writes a row. */
    void row(int i, double[] z) {
        for (int k = 0; k < used.length; k++) {
            int j = used[k];
            z[k] = (x[i * inputs + j] - mean[j]) / scale[j];
        }
    }

    /** Σ z zᵀ over all rows. */
    DMatrixRMaj gram() {
        int p = count();
        DMatrixRMaj gram = new DMatrixRMaj(p, p);
        double[] sums = gram.data;
        double[] z = new double[p];
        for (int i = 0; i < n; i++) {
            row(i, z);
            for (int a = 0; a < p; a++) {
                double value = z[a];
                if (value != 0) {
                    for (int b = 0; b <= a; b++) {
                        sums[a * p + b] += value * z[b];
                    }
                }
            }
        }
        for (int a = 0; a < p; a++) {
            for (int b = 0; b < a; b++) {
                sums[b * p + a] = sums[a * p + b];
            }
        }
        return gram;
    }

    /** From slopes on these columns and the value at their mean to slopes on the inputs, the intercept last. */
    double[] onInputs(double[] slopes, double atMean) {
        double[] out = new double[inputs + 1];
        out[inputs] = atMean;
        for (int k = 0; k < used.length; k++) {
            int j = used[k];
            out[j] = slopes[k] / scale[j];
            out[inputs] -= out[j] * mean[j];
        }
        return out;
    }
}
