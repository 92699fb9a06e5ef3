package org.driftfield.sampler.minibatch;

import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Parameter;
import org.driftfield.random.RandomStream;

/**
 * Rows y_i ~ N(x_i'θ, 1/precision) with a flat prior: the posterior is normal. Rows of unit vectors make each coordinate the
 * mean of a sample of its own.
 */
record NormalMeans(double[][] x, double[] y, double precision) implements MinibatchModel {
    /** One coordinate: its posterior is N(mean of y, 1/(n precision)), and the noise of gradients the same everywhere. */
    static NormalMeans sample(int n, double precision, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[][] x = new double[n][1];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i][0] = 1;
            y[i] = 3 + random.nextNormal() / Math.sqrt(precision);
        }
        return new NormalMeans(x, y, precision);
    }

    double average() {
        double sum = 0;
        for (double value : y) {
            sum += value / y.length;
        }
        return sum;
    }

    /** With n - 1 in the denominator. */
    double variance() {
        double sum = 0;
        for (double value : y) {
            sum += (value - average()) * (value - average()) / (y.length - 1);
        }
        return sum;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("theta", x[0].length));
    }

    @Override
    public int observations() {
        return y.length;
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        return logDensity(theta, gradient, IntStream.range(0, y.length).toArray());
    }

    @Override
    public double logDensity(double[] theta, double[] gradient, int[] rows) {
        double scale = precision * y.length / rows.length;
        double sum = 0;
        java.util.Arrays.fill(gradient, 0);
        for (int row : rows) {
            double residual = y[row];
            for (int j = 0; j < theta.length; j++) {
                residual -= x[row][j] * theta[j];
            }
            for (int j = 0; j < theta.length; j++) {
                gradient[j] += scale * residual * x[row][j];
            }
            sum -= 0.5 * scale * residual * residual;
        }
        return sum;
    }
}
