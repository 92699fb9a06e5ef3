package org.driftfield.models.network;

import org.driftfield.kernel.Activation;
import org.driftfield.models.network.recipe.Task;

/** A network in double, written as its formulas, with gradients by central differences. */
public record SlowNetwork(int[] widths, Activation activation, Task task) {
    public double[] outputs(double[] w, float[] x, int row) {
        double[] values = new double[widths[0]];
        for (int i = 0; i < values.length; i++) {
            values[i] = x[row * values.length + i];
        }
        int at = 0;
        for (int l = 1; l < widths.length; l++) {
            double[] next = new double[widths[l]];
            for (int o = 0; o < next.length; o++) {
                for (double value : values) {
                    next[o] += w[at++] * value;
                }
                next[o] += w[at++];
                if (l < widths.length - 1) {
                    next[o] = activation == Activation.RELU ? Math.max(0, next[o]) : Math.tanh(next[o]);
                }
            }
            values = next;
        }
        return values;
    }

    /** The log-likelihood of some rows at unit noise. */
    public double logLikelihood(double[] w, float[] x, float[] y, int first, int count) {
        double sum = 0;
        for (int r = first; r < first + count; r++) {
            int row = r % y.length;
            double[] f = outputs(w, x, row);
            sum += switch (task) {
                case REGRESSION -> -0.5 * (y[row] - f[0]) * (y[row] - f[0]);
                case BINARY -> y[row] * f[0] - Math.log1p(Math.exp(f[0]));
                case MULTICLASS -> {
                    double total = 0;
                    for (double value : f) {
                        total += Math.exp(value);
                    }
                    yield f[(int) y[row]] - Math.log(total);
                }
            };
        }
        return sum;
    }

    /** The gradient of scale · log-likelihood - Σ precision_j w_j² / 2. */
    public double[] gradient(double[] w, float[] x, float[] y, int first, int count, double scale, double[] precision) {
        double[] gradient = new double[w.length];
        double step = 1e-5;
        for (int j = 0; j < w.length; j++) {
            double kept = w[j];
            w[j] = kept + step;
            double up = logLikelihood(w, x, y, first, count);
            w[j] = kept - step;
            double down = logLikelihood(w, x, y, first, count);
            w[j] = kept;
            gradient[j] = scale * (up - down) / (2 * step) - precision[j] * kept;
        }
        return gradient;
    }
}
