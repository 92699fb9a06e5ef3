package org.driftfield.bench;

import java.util.List;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/** Posteriors whose means and standard deviations are known, in closed form or by quadrature. */
final class KnownTargets {
    private KnownTargets() {}

    /**
     * What the answer should be.
     *
     * @param mean of each parameter, on its own scale
     * @param sd of each
     */
    record Truth(double[] mean, double[] sd) {
        static Truth same(int d, double mean, double sd) {
            double[] means = new double[d];
            double[] sds = new double[d];
            java.util.Arrays.fill(means, mean);
            java.util.Arrays.fill(sds, sd);
            return new Truth(means, sds);
        }

        /** Of one or two parameters, by the midpoint rule on a box of the free scale. */
        static Truth ofGrid(Model model, double[] lower, double[] upper, int cells) {
            int d = model.dimension();
            FreeModel.Evaluator density = model.evaluator();
            double[] z = new double[d];
            double[] ignored = new double[d];
            double[] theta = new double[d];
            int rows = d == 1 ? 1 : cells;
            double[] logs = new double[rows * cells];
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < logs.length; i++) {
                place(z, lower, upper, i, cells);
                logs[i] = density.evaluate(z, ignored);
                most = Math.max(most, logs[i]);
            }
            double total = 0;
            double[] mean = new double[d];
            double[] square = new double[d];
            for (int i = 0; i < logs.length; i++) {
                double weight = Math.exp(logs[i] - most);
                place(z, lower, upper, i, cells);
                model.space().constrain(z, 0, theta, 0);
                total += weight;
                for (int j = 0; j < d; j++) {
                    mean[j] += weight * theta[j];
                    square[j] += weight * theta[j] * theta[j];
                }
            }
            for (int j = 0; j < d; j++) {
                mean[j] /= total;
                square[j] = Math.sqrt(square[j] / total - mean[j] * mean[j]);
            }
            return new Truth(mean, square);
        }

        private static void place(double[] z, double[] lower, double[] upper, int i, int cells) {
            int row = i / cells;
            z[0] = lower[0] + (upper[0] - lower[0]) * (i % cells + 0.5) / cells;
            if (z.length > 1) {
                z[1] = lower[1] + (upper[1] - lower[1]) * (row + 0.5) / cells;
            }
        }
    }

    /** d normals with unit variances and equal correlations; the gradient may be told wrong by a factor. */
    record Normals(int d, double rho, double wrong) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x", d));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double sum = 0;
            for (double value : x) {
                sum += value;
            }
            double shared = rho / (1 + (d - 1) * rho);
            double value = 0;
            for (int j = 0; j < d; j++) {
                gradient[j] = -(x[j] - shared * sum) / (1 - rho);
                value += x[j] * gradient[j] / 2;
                gradient[j] *= wrong;
            }
            return value;
        }
    }

    /** d normals with unit variances, each correlated by ρ with the next: a stationary autoregression. */
    record Chain(int d, double rho) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x", d));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double precision = 1 / (1 - rho * rho);
            gradient[0] = -x[0];
            double value = -x[0] * x[0] / 2;
            for (int j = 1; j < d; j++) {
                double e = x[j] - rho * x[j - 1];
                value -= e * e * precision / 2;
                gradient[j] = -e * precision;
                gradient[j - 1] += rho * e * precision;
            }
            return value;
        }
    }

    /** d normals with standard deviations from 1 up to the given one. */
    record Scales(int d, double largest) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x", d));
        }

        double sd(int j) {
            return Math.pow(largest, j / (d - 1.0));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double value = 0;
            for (int j = 0; j < d; j++) {
                gradient[j] = -x[j] / (sd(j) * sd(j));
                value += x[j] * gradient[j] / 2;
            }
            return value;
        }

        Truth truth() {
            double[] sds = new double[d];
            for (int j = 0; j < d; j++) {
                sds[j] = sd(j);
            }
            return new Truth(new double[d], sds);
        }
    }

    /** Independent Student t. */
    record StudentT(int d, double freedom) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x", d));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double value = 0;
            for (int j = 0; j < d; j++) {
                value -= (freedom + 1) / 2 * Math.log1p(x[j] * x[j] / freedom);
                gradient[j] = -(freedom + 1) * x[j] / (freedom + x[j] * x[j]);
            }
            return value;
        }
    }

    /** A gamma variate of the given shape. */
    record Gamma(double shape) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.positive("x"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            gradient[0] = (shape - 1) / x[0] - 1;
            return (shape - 1) * Math.log(x[0]) - x[0];
        }
    }

    /** Two normals, at -distance and distance, the right one with the given weight. */
    record Bimodal(double distance, double weight) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double left = Math.log1p(-weight) - 0.5 * (x[0] + distance) * (x[0] + distance);
            double right = Math.log(weight) - 0.5 * (x[0] - distance) * (x[0] - distance);
            double most = Math.max(left, right);
            double total = most + Math.log(Math.exp(left - most) + Math.exp(right - most));
            gradient[0] = -Math.exp(left - total) * (x[0] + distance) - Math.exp(right - total) * (x[0] - distance);
            return total;
        }

        Truth truth() {
            double mean = (2 * weight - 1) * distance;
            return new Truth(new double[] {mean}, new double[] {Math.sqrt(1 + distance * distance - mean * mean)});
        }
    }

    /** v ~ N(0, s), x given v ~ N(0, exp(v/2)): centred, or with x in its units. */
    record Funnel(double s, boolean centred) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("v"), Parameter.real("x"));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double precision = centred ? Math.exp(-at[0]) : 1;
            gradient[0] = -at[0] / (s * s) + (centred ? at[1] * at[1] * precision / 2 - 0.5 : 0);
            gradient[1] = -at[1] * precision;
            return -at[0] * at[0] / (2 * s * s) - at[1] * at[1] * precision / 2 - (centred ? at[0] / 2 : 0);
        }

        Truth truth() {
            return new Truth(new double[2], new double[] {s, centred ? Math.exp(s * s / 4) : 1});
        }
    }

    /** y ~ N(b (x² - 1), 1) with x standard normal. */
    record Banana(double bend) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"), Parameter.real("y"));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double residual = at[1] - bend * (at[0] * at[0] - 1);
            gradient[0] = -at[0] + 2 * bend * at[0] * residual;
            gradient[1] = -residual;
            return -0.5 * (at[0] * at[0] + residual * residual);
        }

        Truth truth() {
            return new Truth(new double[2], new double[] {1, Math.sqrt(1 + 2 * bend * bend)});
        }
    }

    /** Logistic regression of y = (x > 0) on 40 evenly spaced x, which separates; normal priors. */
    record Separation(double prior) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("intercept"), Parameter.real("slope"));
        }

        @Override
        public double logDensity(double[] beta, double[] gradient) {
            double value = -(beta[0] * beta[0] + beta[1] * beta[1]) / (2 * prior * prior);
            gradient[0] = -beta[0] / (prior * prior);
            gradient[1] = -beta[1] / (prior * prior);
            for (int i = 0; i < 40; i++) {
                double x = (i - 19.5) / 10;
                double eta = (x > 0 ? 1 : -1) * (beta[0] + beta[1] * x);
                value -= eta > 0 ? Math.log1p(Math.exp(-eta)) : -eta + Math.log1p(Math.exp(eta));
                double slope = (x > 0 ? 1 : -1) / (1 + Math.exp(eta));
                gradient[0] += slope;
                gradient[1] += slope * x;
            }
            return value;
        }
    }

    /** Logistic regression of given responses on given x; normal priors. */
    record Logistic(double[] x, boolean[] y, double prior) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("intercept"), Parameter.real("slope"));
        }

        @Override
        public double logDensity(double[] beta, double[] gradient) {
            double value = -(beta[0] * beta[0] + beta[1] * beta[1]) / (2 * prior * prior);
            gradient[0] = -beta[0] / (prior * prior);
            gradient[1] = -beta[1] / (prior * prior);
            for (int i = 0; i < x.length; i++) {
                double sign = y[i] ? 1 : -1;
                double eta = sign * (beta[0] + beta[1] * x[i]);
                value -= eta > 0 ? Math.log1p(Math.exp(-eta)) : -eta + Math.log1p(Math.exp(eta));
                double slope = sign / (1 + Math.exp(eta));
                gradient[0] += slope;
                gradient[1] += slope * x[i];
            }
            return value;
        }
    }

    /** A line through given points with Student t noise of the given degrees and scale 1; normal priors. */
    record RobustLine(double[] x, double[] y, double freedom, double prior) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("intercept"), Parameter.real("slope"));
        }

        @Override
        public double logDensity(double[] beta, double[] gradient) {
            double value = -(beta[0] * beta[0] + beta[1] * beta[1]) / (2 * prior * prior);
            gradient[0] = -beta[0] / (prior * prior);
            gradient[1] = -beta[1] / (prior * prior);
            for (int i = 0; i < x.length; i++) {
                double e = y[i] - beta[0] - beta[1] * x[i];
                value -= (freedom + 1) / 2 * Math.log1p(e * e / freedom);
                double slope = (freedom + 1) * e / (freedom + e * e);
                gradient[0] += slope;
                gradient[1] += slope * x[i];
            }
            return value;
        }
    }

    /** Counts that are all zero, at 50 evenly spaced x; normal priors. */
    record Zeros(double prior) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("intercept"), Parameter.real("slope"));
        }

        @Override
        public double logDensity(double[] beta, double[] gradient) {
            double value = -(beta[0] * beta[0] + beta[1] * beta[1]) / (2 * prior * prior);
            gradient[0] = -beta[0] / (prior * prior);
            gradient[1] = -beta[1] / (prior * prior);
            for (int i = 0; i < 50; i++) {
                double x = (i - 24.5) / 15;
                double rate = Math.exp(beta[0] + beta[1] * x);
                value -= rate;
                gradient[0] -= rate;
                gradient[1] -= rate * x;
            }
            return value;
        }
    }

    /** The mean and standard deviation of n normal values with a flat prior on the mean and 1/σ on the scale. */
    record Sample(int n) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("mu"), Parameter.positive("sigma"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            // Values with mean 0 and sum of squares n - 1.
            double squares = n - 1 + n * theta[0] * theta[0];
            double precision = 1 / (theta[1] * theta[1]);
            gradient[0] = -n * theta[0] * precision;
            gradient[1] = -(n + 1) / theta[1] + squares * precision / theta[1];
            return -(n + 1) * Math.log(theta[1]) - squares * precision / 2;
        }
    }
}
