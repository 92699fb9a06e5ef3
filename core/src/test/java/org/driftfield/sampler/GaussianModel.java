package org.driftfield.sampler;

import java.util.List;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/** N(mean, covariance) as a model whose answer is known. */
record GaussianModel(double[] mean, double[][] covariance, double[][] precision) implements Model {
    /** Variances from {@code smallest} up by the factor {@code condition} in all, along the axes reflected at (1, …, 1). */
    static GaussianModel rotated(int d, double smallest, double condition) {
        double[] mean = new double[d];
        double[][] covariance = new double[d][d];
        double[][] precision = new double[d][d];
        for (int i = 0; i < d; i++) {
            mean[i] = i - 2;
            double variance = smallest * Math.pow(condition, d == 1 ? 0 : i / (d - 1.0));
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    double product = ((i == j ? 1 : 0) - 2.0 / d) * ((i == k ? 1 : 0) - 2.0 / d);
                    covariance[j][k] += product * variance;
                    precision[j][k] += product / variance;
                }
            }
        }
        return new GaussianModel(mean, covariance, precision);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("x", mean.length));
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        double value = 0;
        for (int j = 0; j < mean.length; j++) {
            double sum = 0;
            for (int k = 0; k < mean.length; k++) {
                sum += precision[j][k] * (theta[k] - mean[k]);
            }
            gradient[j] = -sum;
            value -= sum * (theta[j] - mean[j]) / 2;
        }
        return value;
    }
}
