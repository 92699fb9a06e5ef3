package org.driftfield.models.glm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.driftfield.engine.Rows;
import org.driftfield.kernel.Kernels;

/** What is summed over the rows of a generalised linear model before and besides the moves of particles. */
final class RowSums {
    private RowSums() {}

    /** Sums of the columns, then of the response, then how many responses are 1. */
    record Totals(int d) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return d + 2;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            for (int j = 0; j < d; j++) {
                sums[j] = Kernels.sum(rows.x(), j * rows.stride() + rows.first(), rows.rows());
            }
            sums[d] = Kernels.sum(rows.y(), rows.first(), rows.rows());
            for (int i = 0; i < rows.rows(); i++) {
                sums[d + 1] += rows.response(i) == 1 ? 1 : 0;
            }
        }
    }

    /** Sums of squared distances of the columns, then of the response, from their means. */
    record Squares(double[] means) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return means.length;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            int d = means.length - 1;
            double[] off = new double[rows.rows()];
            for (int j = 0; j <= d; j++) {
                for (int i = 0; i < off.length; i++) {
                    off[i] = (j < d ? rows.x(i, j) : rows.response(i)) - means[j];
                }
                sums[j] = Kernels.dot(off, 0, off, 0, off.length);
            }
        }
    }

    /** The part of the log-likelihood that no parameter changes. */
    record Constant(RowLikelihood likelihood) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return 1;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            for (int i = 0; i < rows.rows(); i++) {
                sums[0] += likelihood.constant(rows, i);
            }
        }
    }

    /** Products of the columns around their means, the lower triangle by rows. */
    record CrossProducts(double[] means) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return means.length * (means.length + 1) / 2;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            int n = rows.rows();
            double[] off = new double[n * means.length];
            int at = 0;
            for (int j = 0; j < means.length; j++) {
                for (int i = 0; i < n; i++) {
                    off[j * n + i] = rows.x(i, j) - means[j];
                }
                for (int k = 0; k <= j; k++) {
                    sums[at++] = Kernels.dot(off, j * n, off, k * n, n);
                }
            }
        }
    }

    /** For the residuals at given coefficients, their products with the columns, then the sum of their squares. */
    record Residuals(double[] beta) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return beta.length + 1;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            int n = rows.rows();
            double[] residual = new double[n];
            for (int i = 0; i < n; i++) {
                residual[i] = rows.response(i) - (rows.offset() == null ? 0 : rows.offset()[rows.first() + i]);
            }
            for (int j = 0; j < beta.length; j++) {
                Kernels.axpy(-beta[j], rows.x(), j * rows.stride() + rows.first(), residual, 0, n);
            }
            for (int j = 0; j < beta.length; j++) {
                sums[j] = Kernels.dot(rows.x(), j * rows.stride() + rows.first(), residual, 0, n);
            }
            sums[beta.length] = Kernels.dot(residual, 0, residual, 0, n);
        }
    }

    /** The log-likelihood at given coefficients but for its constant, its gradient, and XᵀWX, the lower triangle by rows. */
    record Newton(RowLikelihood likelihood, double[] beta) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return 1 + beta.length + beta.length * (beta.length + 1) / 2;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            int n = rows.rows();
            int d = beta.length;
            int[] columns = IntStream.range(0, d).toArray();
            likelihood.add(rows, columns, new Others.None().rest(rows, number), beta, 0, 1, true, sums);
            double[] eta = new double[n];
            if (rows.offset() != null) {
                System.arraycopy(rows.offset(), rows.first(), eta, 0, n);
            }
            for (int j = 0; j < d; j++) {
                Kernels.axpy(beta[j], rows.x(), j * rows.stride() + rows.first(), eta, 0, n);
            }
            double[] weight = new double[n];
            Arrays.setAll(weight, i -> likelihood.curvatureOfRow(rows, i, eta[i]));
            int at = 1 + d;
            for (int j = 0; j < d; j++) {
                for (int i = 0; i < n; i++) {
                    eta[i] = weight[i] * rows.x(i, j);
                }
                for (int k = 0; k <= j; k++) {
                    sums[at++] = Kernels.dot(eta, 0, rows.x(), k * rows.stride() + rows.first(), n);
                }
            }
        }
    }
}
