package org.driftfield.sampler;

import java.util.List;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/** Models of posteriordb, written out with their gradients. */
final class ReferenceModels {
    private ReferenceModels() {}

    /** y_j ~ N(μ + τ z_j, s_j), z_j ~ N(0, 1), μ ~ N(0, 5), τ half-Cauchy(5); coordinates z, μ, τ. */
    record EightSchools(double[] y, double[] s) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("z", y.length), Parameter.real("mu"), Parameter.positive("tau"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            int n = y.length;
            double mu = theta[n];
            double tau = theta[n + 1];
            double value = -mu * mu / 50 - Math.log1p(tau * tau / 25);
            gradient[n] = -mu / 25;
            gradient[n + 1] = -2 * tau / (25 + tau * tau);
            for (int j = 0; j < n; j++) {
                double residual = (y[j] - mu - tau * theta[j]) / s[j];
                value -= (residual * residual + theta[j] * theta[j]) / 2;
                gradient[j] = residual / s[j] * tau - theta[j];
                gradient[n] += residual / s[j];
                gradient[n + 1] += residual / s[j] * theta[j];
            }
            return value;
        }
    }

    /**
     * y ~ N(Xβ, σ), β_k ~ N(0, sd) with an infinite sd for a flat prior, σ half-Cauchy(2.5); coordinates β, σ.
     *
     * @param x one row per observation
     */
    record LinearRegression(double[][] x, double[] y, double sd) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("beta", x[0].length), Parameter.positive("sigma"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            int d = x[0].length;
            double sigma = theta[d];
            double value = -Math.log1p(sigma * sigma / 6.25) - y.length * Math.log(sigma);
            gradient[d] = -2 * sigma / (6.25 + sigma * sigma) - y.length / sigma;
            for (int k = 0; k < d; k++) {
                value -= theta[k] * theta[k] / (2 * sd * sd);
                gradient[k] = -theta[k] / (sd * sd);
            }
            for (int i = 0; i < y.length; i++) {
                double residual = y[i];
                for (int k = 0; k < d; k++) {
                    residual -= x[i][k] * theta[k];
                }
                residual /= sigma;
                value -= residual * residual / 2;
                gradient[d] += residual * residual / sigma;
                for (int k = 0; k < d; k++) {
                    gradient[k] += residual / sigma * x[i][k];
                }
            }
            return value;
        }
    }

    /** y_t given its last {@code order} values and a constant. */
    static LinearRegression autoregression(double[] y, int order) {
        double[][] x = new double[y.length - order][order + 1];
        double[] now = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            now[i] = y[i + order];
            x[i][0] = 1;
            for (int k = 1; k <= order; k++) {
                x[i][k] = y[i + order - k];
            }
        }
        return new LinearRegression(x, now, 10);
    }

    /** y on a constant and one regressor, flat prior on both. */
    static LinearRegression line(double[] x, double[] y) {
        double[][] rows = new double[y.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {1, x[i]};
        }
        return new LinearRegression(rows, y, Double.POSITIVE_INFINITY);
    }

    /**
     * y_t ~ N(μ, s_t), s_t² = α0 + α1 (y_{t-1} − μ)² + β1 s²_{t-1}, flat on α1 + β1 < 1: with β1 = (1 − α1) u a density of
     * 1 − α1 on (α1, u); coordinates μ, α0, α1, u.
     */
    record Garch(double[] y, double firstScale) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(
                    Parameter.real("mu"),
                    Parameter.positive("alpha0"),
                    Parameter.interval("alpha1", 0, 1),
                    Parameter.interval("u", 0, 1));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double mu = theta[0];
            double alpha1 = theta[2];
            double beta1 = (1 - alpha1) * theta[3];
            double variance = firstScale * firstScale;
            double byMu = 0;
            double byAlpha0 = 0;
            double byAlpha1 = 0;
            double byBeta1 = 0;
            double value = Math.log1p(-alpha1);
            double[] sums = new double[4];
            for (int t = 0; t < y.length; t++) {
                double residual = y[t] - mu;
                value -= (Math.log(variance) + residual * residual / variance) / 2;
                double byVariance = (residual * residual / variance - 1) / (2 * variance);
                sums[0] += byVariance * byMu + residual / variance;
                sums[1] += byVariance * byAlpha0;
                sums[2] += byVariance * byAlpha1;
                sums[3] += byVariance * byBeta1;
                byMu = beta1 * byMu - 2 * alpha1 * residual;
                byAlpha0 = beta1 * byAlpha0 + 1;
                byAlpha1 = beta1 * byAlpha1 + residual * residual;
                byBeta1 = beta1 * byBeta1 + variance;
                variance = theta[1] + alpha1 * residual * residual + beta1 * variance;
            }
            gradient[0] = sums[0];
            gradient[1] = sums[1];
            gradient[2] = sums[2] - theta[3] * sums[3] - 1 / (1 - alpha1);
            gradient[3] = (1 - alpha1) * sums[3];
            return value;
        }
    }
}
