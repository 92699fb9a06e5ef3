package org.driftfield.kernel;

import java.util.Arrays;

/**
 * A network in double, written as its formulas, which also carries a bound on how far a computation in float may be away:
 * to first order in u = 2^-24, a sum of n terms is off by at most (n + 1) u times the sum of their absolute values, plus
 * what the terms are off by.
 */
final class DoublePerceptron {
    private static final double U = 0x1p-24;

    private final int[] widths;
    private final Activation activation;
    private final OutputLikelihood likelihood;
    double logLikelihood;
    double logLikelihoodBound;
    double[][] outputs;
    double[][] outputBounds;
    final double[] gradient;
    final double[] gradientBound;
    private final double[] sizes;

    DoublePerceptron(int[] widths, Activation activation, OutputLikelihood likelihood) {
        this.widths = widths;
        this.activation = activation;
        this.likelihood = likelihood;
        int d = 0;
        for (int l = 1; l < widths.length; l++) {
            d += widths[l] * (widths[l - 1] + 1);
        }
        gradient = new double[d];
        gradientBound = new double[d];
        sizes = new double[d];
    }

    void evaluate(double[] w, float[] x, float[] y) {
        int n = y.length;
        logLikelihood = 0;
        logLikelihoodBound = 0;
        outputs = new double[n][];
        outputBounds = new double[n][];
        Arrays.fill(gradient, 0);
        Arrays.fill(gradientBound, 0);
        Arrays.fill(sizes, 0);
        double magnitude = 0;
        for (int r = 0; r < n; r++) {
            magnitude += row(w, x, y, r);
        }
        logLikelihoodBound += sumBound(n) * magnitude;
        for (int j = 0; j < gradient.length; j++) {
            gradientBound[j] += sumBound(n) * sizes[j];
        }
    }

    /** As {@link Perceptron} states it. */
    private static double sumBound(int n) {
        return (36 + n / 256.0) * U;
    }

    /** Returns the size of the row's log-likelihood. */
    private double row(double[] w, float[] x, float[] y, int r) {
        int layers = widths.length - 1;
        double[][] a = new double[layers + 1][];
        double[][] aBound = new double[layers + 1][];
        double[][] z = new double[layers + 1][];
        double[][] zBound = new double[layers + 1][];
        a[0] = new double[widths[0]];
        aBound[0] = new double[widths[0]];
        for (int i = 0; i < widths[0]; i++) {
            a[0][i] = x[r * widths[0] + i];
        }
        int at = 0;
        for (int l = 0; l < layers; l++) {
            int in = widths[l];
            int out = widths[l + 1];
            z[l + 1] = new double[out];
            zBound[l + 1] = new double[out];
            for (int o = 0; o < out; o++, at += in + 1) {
                double sum = w[at + in];
                double size = Math.abs(sum);
                double bound = 0;
                for (int i = 0; i < in; i++) {
                    sum += w[at + i] * a[l][i];
                    size += Math.abs(w[at + i] * a[l][i]);
                    bound += Math.abs(w[at + i]) * aBound[l][i];
                }
                z[l + 1][o] = sum;
                zBound[l + 1][o] = bound + (in + 1) * U * size;
            }
            a[l + 1] = z[l + 1].clone();
            aBound[l + 1] = zBound[l + 1].clone();
            for (int o = 0; o < out && l < layers - 1; o++) {
                if (activation == Activation.RELU) {
                    a[l + 1][o] = Math.max(0, z[l + 1][o]);
                } else {
                    a[l + 1][o] = Math.tanh(z[l + 1][o]);
                    aBound[l + 1][o] += 6 * U * Math.abs(a[l + 1][o]);
                }
            }
        }
        outputs[r] = z[layers];
        outputBounds[r] = zBound[layers];
        double[] delta = new double[widths[layers]];
        double[] deltaBound = new double[widths[layers]];
        double term = loss(z[layers], zBound[layers], y[r], delta, deltaBound);
        for (int l = layers - 1; l >= 0; l--) {
            int in = widths[l];
            int out = widths[l + 1];
            at -= out * (in + 1);
            for (int o = 0; o < out; o++) {
                for (int i = 0; i <= in; i++) {
                    int j = at + o * (in + 1) + i;
                    double value = i == in ? 1 : a[l][i];
                    double bound = i == in ? 0 : aBound[l][i];
                    gradient[j] += delta[o] * value;
                    sizes[j] += Math.abs(delta[o] * value);
                    gradientBound[j] += deltaBound[o] * (Math.abs(value) + bound) + Math.abs(delta[o]) * bound;
                }
            }
            double[] next = new double[in];
            double[] nextBound = new double[in];
            for (int i = 0; i < in && l > 0; i++) {
                double sum = 0;
                double size = 0;
                double bound = 0;
                for (int o = 0; o < out; o++) {
                    double weight = w[at + o * (in + 1) + i];
                    sum += weight * delta[o];
                    size += Math.abs(weight * delta[o]);
                    bound += Math.abs(weight) * deltaBound[o];
                }
                bound += (out + 1) * U * size;
                if (activation == Activation.RELU) {
                    boolean unsure = Math.abs(z[l][i]) <= zBound[l][i];
                    next[i] = z[l][i] > 0 ? sum : 0;
                    nextBound[i] = unsure ? Math.abs(sum) + bound : z[l][i] > 0 ? bound : 0;
                } else {
                    double slope = 1 - a[l][i] * a[l][i];
                    double slopeBound = 2 * Math.abs(a[l][i]) * aBound[l][i] + U * slope;
                    next[i] = sum * slope;
                    nextBound[i] = slope * bound + (Math.abs(sum) + bound) * slopeBound + U * Math.abs(sum * slope);
                }
            }
            delta = next;
            deltaBound = nextBound;
        }
        return term;
    }

    private double loss(double[] f, double[] fBound, double y, double[] delta, double[] deltaBound) {
        double term;
        double bound = 0;
        switch (likelihood) {
            case NORMAL -> {
                delta[0] = y - f[0];
                deltaBound[0] = fBound[0] + U * Math.abs(delta[0]);
                term = -delta[0] * delta[0] / 2;
                bound = (Math.abs(delta[0]) + deltaBound[0]) * deltaBound[0];
            }
            case BERNOULLI -> {
                double p = 1 / (1 + Math.exp(-f[0]));
                delta[0] = y - p;
                deltaBound[0] = p * (1 - p) * fBound[0] * 1.01 + 4 * U;
                term = y * f[0] - Math.max(f[0], 0) - Math.log1p(Math.exp(-Math.abs(f[0])));
                bound = (Math.abs(delta[0]) + deltaBound[0]) * fBound[0] + 8 * U * (1 + Math.abs(term));
            }
            default -> {
                double max = Double.NEGATIVE_INFINITY;
                for (double v : f) {
                    max = Math.max(max, v);
                }
                double sum = 0;
                for (double v : f) {
                    sum += Math.exp(v - max);
                }
                term = f[(int) y] - max - Math.log(sum);
                double worst = 0;
                for (int k = 0; k < f.length; k++) {
                    worst = Math.max(worst, fBound[k] + 2 * U * (max - f[k]));
                }
                for (int k = 0; k < f.length; k++) {
                    double p = Math.exp(f[k] - max) / sum;
                    delta[k] = (y == k ? 1 : 0) - p;
                    deltaBound[k] = 2.02 * p * (1 - p) * worst + (f.length + 6) * U * p + U;
                }
                bound = 2 * worst + (f.length + 8) * U * (1 + Math.abs(term));
            }
        }
        logLikelihood += term;
        logLikelihoodBound += bound;
        return Math.abs(term);
    }
}
