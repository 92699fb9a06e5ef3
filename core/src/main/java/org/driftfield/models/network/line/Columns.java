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

    /** Σ z zᵀ over all rows. By way of the inputs as they are: most of those that say yes or no are 0. */
    DMatrixRMaj gram() {
        int p = count();
        DMatrixRMaj gram = new DMatrixRMaj(p, p);
        double[] sums = gram.data;
        double[] own = new double[p];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < p; k++) {
                own[k] = x[i * inputs + used[k]];
            }
            for (int a = 0; a < p; a++) {
                if (own[a] != 0) {
                    addMultiple(own[a], own, sums, a * p, a + 1);
                }
            }
        }
        for (int a = 0; a < p; a++) {
            int j = used[a];
            for (int b = 0; b <= a; b++) {
                int l = used[b];
                sums[a * p + b] = (sums[a * p + b] - n * mean[j] * mean[l]) / (scale[j] * scale[l]);
                sums[b * p + a] = sums[a * p + b];
            }
        }
        return gram;
    }

    private static void addMultiple(double factor, double[] of, double[] sums, int at, int count) {
        for (int b = 0; b < count; b++) {
            sums[at + b] += factor * of[b];
        }
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

    /** The other way round: slopes on these columns, the value at their mean last. */
    double[] fromInputs(double[] coefficients, int at) {
        double[] out = new double[used.length + 1];
        double atMean = coefficients[at + inputs];
        for (int j = 0; j < inputs; j++) {
            atMean += coefficients[at + j] * mean[j];
        }
        for (int k = 0; k < used.length; k++) {
            out[k] = coefficients[at + used[k]] * scale[used[k]];
        }
        out[used.length] = atMean;
        return out;
    }

    /** From Σ r x over all rows and inputs, starting at a place, to Σ r z over these columns, with Σ r. */
    void toColumns(double[] sums, int at, double residuals, double[] out, int outAt) {
        for (int k = 0; k < used.length; k++) {
            int j = used[k];
            out[outAt + k] = (sums[at + j] - mean[j] * residuals) / scale[j];
        }
        out[outAt + used.length] = residuals;
    }
}
