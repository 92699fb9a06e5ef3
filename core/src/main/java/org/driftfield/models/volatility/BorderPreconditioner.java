package org.driftfield.models.volatility;

import org.driftfield.dynamics.Preconditioner;

/**
 * The shape of a posterior in (θ, e): θ by its covariance, e standard normal.
 *
 * @param factor the Cholesky factor of the covariance, row-major p × p
 */
record BorderPreconditioner(double[] factor, int p, int size) implements Preconditioner {
    @Override
    public void times(double[] u, int uAt, double[] out, int outAt, int count) {
        int d = p + size;
        System.arraycopy(u, uAt, out, outAt, count * d);
        for (int i = 0; i < count * d; i += d) {
            for (int j = 0; j < p; j++) {
                double sum = 0;
                for (int k = 0; k <= j; k++) {
                    sum += factor[j * p + k] * u[uAt + i + k];
                }
                out[outAt + i + j] = sum;
            }
        }
    }

    @Override
    public void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count) {
        int d = p + size;
        System.arraycopy(g, gAt, out, outAt, count * d);
        for (int i = 0; i < count * d; i += d) {
            for (int k = 0; k < p; k++) {
                double sum = 0;
                for (int j = k; j < p; j++) {
                    sum += factor[j * p + k] * g[gAt + i + j];
                }
                out[outAt + i + k] = sum;
            }
        }
    }
}
