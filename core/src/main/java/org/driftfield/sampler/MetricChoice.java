package org.driftfield.sampler;

import java.util.Arrays;
import org.driftfield.driver.State;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * How much of the correlations that a window saw goes into the metric. Draws in runs go to two halves; each half makes metrics
 * that keep more or less of its correlations, and the other half judges them by what a trajectory costs: the steps that it takes
 * grow as √(λ·μ), with λ the largest variance along the metric's own axes and μ the largest curvature there, for which the
 * variance of the gradient stands. A covariance of many coordinates learnt from few draws has directions that are not there,
 * and the half that did not teach them does not have them.
 */
final class MetricChoice {
    private static final double[] KEPT = {1, 0.95, 0.8, 0.5, 0};

    /** Draws in a row that go to one half: about as far as a chain remembers. */
    private static final int RUN = 8;

    private static final int POWER_ITERATIONS = 40;

    private final int d;
    private final Half[] halves;
    private final CholeskyDecomposition_F64<DMatrixRMaj> cholesky;
    private final double[] vector;
    private final double[] image;

    MetricChoice(int d) {
        this.d = d;
        halves = new Half[] {new Half(d), new Half(d)};
        cholesky = DecompositionFactory_DDRM.chol(d, true);
        vector = new double[d];
        image = new double[d];
    }

    void putInto(State state, String prefix) {
        for (int h = 0; h < halves.length; h++) {
            halves[h].putInto(state, prefix + "half" + (h + 1) + "_");
        }
    }

    /**
     * @param n the number of the draw in its window, from 1
     */
    void add(double n, double[] position, double[] gradient) {
        Half half = halves[(int) ((n - 1) / RUN) % 2];
        half.count[0]++;
        half.add(position, half.mean, half.products);
        half.add(gradient, half.gradientMean, half.gradientProducts);
    }

    /** The share of the correlations to keep; forgets the window. */
    double kept() {
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double kept : KEPT) {
            double cost = cost(halves[0], halves[1], kept) + cost(halves[1], halves[0], kept);
            if (cost < least) {
                least = cost;
                best = kept;
            }
        }
        for (Half half : halves) {
            half.clear();
        }
        return best;
    }

    /** The logarithm of λ·μ. */
    private double cost(Half taught, Half judge, double kept) {
        if (taught.count[0] < 2 || judge.count[0] < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double[] covariance = new double[d * d];
        for (int i = 0; i < covariance.length; i++) {
            covariance[i] = MassMatrix.shrunk(taught.products[i], taught.count[0], i % (d + 1) == 0, kept);
        }
        if (!cholesky.decompose(new DMatrixRMaj(d, d, true, covariance))) {
            return Double.POSITIVE_INFINITY;
        }
        double[] lower = cholesky.getT(null).data;
        double variance = largest(judge.products, v -> solveTransposed(lower, v), v -> solve(lower, v));
        double curvature = largest(judge.gradientProducts, v -> multiply(lower, v), v -> multiplyTransposed(lower, v));
        return Math.log(variance) + Math.log(curvature);
    }

    /** Something done to a vector in its place. */
    @FunctionalInterface
    private interface Map {
        void apply(double[] v);
    }

    /** The largest eigenvalue of the symmetric matrix between two maps that are each other's transpose. */
    private double largest(double[] matrix, Map first, Map last) {
        for (int j = 0; j < d; j++) {
            vector[j] = 1 + 0.3 * Math.sin(12.9898 * (j + 1));
        }
        double norm = 0;
        for (int k = 0; k < POWER_ITERATIONS; k++) {
            first.apply(vector);
            for (int i = 0; i < d; i++) {
                double sum = 0;
                for (int j = 0; j < d; j++) {
                    sum += matrix[i * d + j] * vector[j];
                }
                image[i] = sum;
            }
            last.apply(image);
            norm = 0;
            for (double v : image) {
                norm += v * v;
            }
            norm = Math.sqrt(norm);
            for (int i = 0; i < d; i++) {
                vector[i] = image[i] / norm;
            }
        }
        return norm;
    }

    private void multiply(double[] lower, double[] v) {
        for (int i = d - 1; i >= 0; i--) {
            double sum = 0;
            for (int j = 0; j <= i; j++) {
                sum += lower[i * d + j] * v[j];
            }
            v[i] = sum;
        }
    }

    private void multiplyTransposed(double[] lower, double[] v) {
        for (int j = 0; j < d; j++) {
            double sum = 0;
            for (int i = j; i < d; i++) {
                sum += lower[i * d + j] * v[i];
            }
            v[j] = sum;
        }
    }

    private void solve(double[] lower, double[] v) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                v[i] -= lower[i * d + j] * v[j];
            }
            v[i] /= lower[i * d + i];
        }
    }

    private void solveTransposed(double[] lower, double[] v) {
        for (int j = d - 1; j >= 0; j--) {
            for (int i = j + 1; i < d; i++) {
                v[j] -= lower[i * d + j] * v[i];
            }
            v[j] /= lower[j * d + j];
        }
    }

    /** Means and products of the draws of one half and of the gradients there. */
    private static final class Half {
        private final int d;
        private final double[] count = new double[1];
        private final double[] mean;
        private final double[] products;
        private final double[] gradientMean;
        private final double[] gradientProducts;

        Half(int d) {
            this.d = d;
            mean = new double[d];
            products = new double[d * d];
            gradientMean = new double[d];
            gradientProducts = new double[d * d];
        }

        void putInto(State state, String prefix) {
            state.put(prefix + "count", count)
                    .put(prefix + "mean", mean)
                    .put(prefix + "products", products)
                    .put(prefix + "gradient_mean", gradientMean)
                    .put(prefix + "gradient_products", gradientProducts);
        }

        /** Welford's recursion. */
        void add(double[] x, double[] centre, double[] sums) {
            double n = count[0];
            for (int j = 0; j < d; j++) {
                double scaled = (x[j] - centre[j]) * (n - 1) / n;
                for (int k = 0; k < d; k++) {
                    sums[j * d + k] += scaled * (x[k] - centre[k]);
                }
            }
            for (int j = 0; j < d; j++) {
                centre[j] += (x[j] - centre[j]) / n;
            }
        }

        void clear() {
            count[0] = 0;
            Arrays.fill(mean, 0);
            Arrays.fill(products, 0);
            Arrays.fill(gradientMean, 0);
            Arrays.fill(gradientProducts, 0);
        }
    }
}
