package org.driftfield.dynamics;

import static org.driftfield.InputException.require;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * The shape of a Langevin move: a symmetric positive definite matrix P = L Lᵀ, ideally close to the covariance of the
 * target, by which gradient and noise are scaled. Called from several threads at once.
 */
public interface Preconditioner {
    /**
     * out = L u for each of {@code count} vectors that stand one after the other, the first at {@code uAt}; the results from
     * {@code outAt} on. The two arrays differ.
     */
    void times(double[] u, int uAt, double[] out, int outAt, int count);

    /** out = Lᵀ g, laid out as in {@link #times}. */
    void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count);

    /** No scaling: the paper's dynamics. */
    static Preconditioner identity(int d) {
        double[] ones = new double[d];
        java.util.Arrays.fill(ones, 1);
        return new Diagonal(ones);
    }

    /** Each coordinate by its own standard deviation. */
    static Preconditioner diagonal(double[] sd) {
        return new Diagonal(sd.clone());
    }

    /** By a full covariance, row-major d × d. */
    static Preconditioner covariance(double[] covariance, int d) {
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(d, true);
        require(
                cholesky.decompose(new DMatrixRMaj(d, d, true, covariance.clone())),
                "the covariance of a preconditioner must be positive definite");
        return new Dense(cholesky.getT(null).data, d);
    }

    /** P is diagonal. */
    record Diagonal(double[] sd) implements Preconditioner {
        @Override
        public void times(double[] u, int uAt, double[] out, int outAt, int count) {
            for (int i = 0; i < count * sd.length; i += sd.length) {
                for (int j = 0; j < sd.length; j++) {
                    out[outAt + i + j] = sd[j] * u[uAt + i + j];
                }
            }
        }

        @Override
        public void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count) {
            times(g, gAt, out, outAt, count);
        }
    }

    /** P is given by its Cholesky factor, lower triangular and row-major. */
    record Dense(double[] factor, int d) implements Preconditioner {
        @Override
        public void times(double[] u, int uAt, double[] out, int outAt, int count) {
            for (int i = 0; i < count * d; i += d) {
                for (int j = 0; j < d; j++) {
                    double sum = 0;
                    for (int k = 0; k <= j; k++) {
                        sum += factor[j * d + k] * u[uAt + i + k];
                    }
                    out[outAt + i + j] = sum;
                }
            }
        }

        @Override
        public void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count) {
            for (int i = 0; i < count * d; i += d) {
                for (int k = 0; k < d; k++) {
                    out[outAt + i + k] = 0;
                }
                for (int j = 0; j < d; j++) {
                    double value = g[gAt + i + j];
                    for (int k = 0; k <= j; k++) {
                        out[outAt + i + k] += factor[j * d + k] * value;
                    }
                }
            }
        }
    }
}
