package org.driftfield.models.glm;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * All that a Gaussian likelihood needs of the data: with the least-squares solution b̂, the residual sum of squares at any β
 * is RSS(b̂) + (β-b̂)ᵀ XᵀX (β-b̂). So the cost of an evaluation does not depend on the number of rows. XᵀX is kept as the
 * mean row and the centred cross-products, which loses no digits when a column is far from zero, such as a calendar year.
 */
final class LeastSquares {
    private static final int REFINEMENTS = 3;
    private static final double RANK_TOLERANCE = 1e-13;

    final int n;
    private final int d;
    private final double[] mean;
    private final double[] centred;
    private final double[] solution;
    private final double rss;

    LeastSquares(GlmData data) {
        this.n = data.n;
        this.d = data.d;
        this.mean = new double[d];
        this.centred = new double[d * d];
        for (int j = 0; j < d; j++) {
            mean[j] = data.columnMean(j);
        }
        double[] products = data.rows.sum(new RowSums.CrossProducts(mean));
        int at = 0;
        for (int j = 0; j < d; j++) {
            for (int k = 0; k <= j; k++) {
                centred[j * d + k] = products[at];
                centred[k * d + j] = products[at++];
            }
        }
        this.solution = new double[d];
        double[] residuals = data.rows.sum(new RowSums.Residuals(solution));
        for (int round = 0; round < REFINEMENTS; round++) {
            double[] step = pseudoSolve(residuals);
            for (int j = 0; j < d; j++) {
                solution[j] += step[j];
            }
            residuals = data.rows.sum(new RowSums.Residuals(solution.clone()));
        }
        this.rss = residuals[d];
    }

    /**
     * A least-squares step for the residuals: columns scaled to length one, directions without information left alone.
     *
     * @param products of the residuals with the columns
     */
    private double[] pseudoSolve(double[] products) {
        double[] scale = new double[d];
        DMatrixRMaj gram = new DMatrixRMaj(d, d);
        for (int j = 0; j < d; j++) {
            double length = Math.sqrt(crossProduct(j, j));
            scale[j] = length > 0 ? 1 / length : 0;
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                gram.set(j, k, crossProduct(j, k) * scale[j] * scale[k]);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        eigen.decompose(gram);
        double[] step = new double[d];
        for (int e = 0; e < d; e++) {
            double value = eigen.getEigenvalue(e).real;
            DMatrixRMaj vector = eigen.getEigenVector(e);
            if (vector == null || value < RANK_TOLERANCE * d) {
                continue;
            }
            double projection = 0;
            for (int j = 0; j < d; j++) {
                projection += vector.get(j) * scale[j] * products[j];
            }
            for (int j = 0; j < d; j++) {
                step[j] += vector.get(j) * scale[j] * projection / value;
            }
        }
        return step;
    }

    /** (XᵀX)_jk. */
    double crossProduct(int j, int k) {
        return centred[j * d + k] + n * mean[j] * mean[k];
    }

    /** b̂_j. */
    double solution(int j) {
        return solution[j];
    }

    /** The residual sum of squares at b̂ + δ; half its gradient by δ goes to {@code gradient[at …]}. */
    double residualSquares(double[] delta, double[] gradient, int at) {
        double level = 0;
        for (int j = 0; j < d; j++) {
            level += mean[j] * delta[j];
        }
        double sum = n * level * level;
        for (int j = 0; j < d; j++) {
            double product = 0;
            for (int k = 0; k < d; k++) {
                product += centred[j * d + k] * delta[k];
            }
            gradient[at + j] = product + n * level * mean[j];
            sum += delta[j] * product;
        }
        return rss + sum;
    }
}
