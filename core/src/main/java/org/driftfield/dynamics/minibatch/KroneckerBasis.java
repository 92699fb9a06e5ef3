package org.driftfield.dynamics.minibatch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * For each matrix of coordinates the directions in which its gradients vary: with G the gradient of the matrix, the
 * eigenvectors Q of E[G Gᵀ] over rows and those R of E[Gᵀ G] over columns. In the coordinates Qᵀ G R the curvature of the
 * log posterior is near diagonal (Gupta, Koren and Singer 2018, "Shampoo").
 */
final class KroneckerBasis {
    /** A side longer than this keeps its own coordinates: its eigenvectors would cost more than they bring. */
    private static final int LONGEST_SIDE = 512;

    private static final double KEPT = 0.95;

    private final MinibatchDynamics.Matrix[] matrices;
    private final double[][] moments;
    private final double[][] vectors;
    private final double[] work;

    KroneckerBasis(List<MinibatchDynamics.Matrix> matrices) {
        this.matrices = matrices.toArray(MinibatchDynamics.Matrix[]::new);
        int count = this.matrices.length;
        this.moments = new double[2 * count][];
        this.vectors = new double[2 * count][];
        int most = 0;
        for (int l = 0; l < count; l++) {
            for (int side = 0; side < 2; side++) {
                int size = size(l, side);
                boolean turned = size > 1 && size <= LONGEST_SIDE;
                moments[2 * l + side] = new double[turned ? size * size : 0];
                vectors[2 * l + side] = new double[turned ? size * size : 0];
                for (int i = 0; turned && i < size; i++) {
                    vectors[2 * l + side][i * size + i] = 1;
                }
            }
            most = Math.max(most, size(l, 0) * size(l, 1));
        }
        this.work = new double[most];
    }

    /** Rows (side 0) or columns (side 1) of a matrix. */
    private int size(int matrix, int side) {
        return side == 0 ? matrices[matrix].rows() : matrices[matrix].columns();
    }

    Map<String, double[]> memory() {
        Map<String, double[]> memory = new HashMap<>();
        for (int k = 0; k < moments.length; k++) {
            memory.put("basis.moment." + k, moments[k]);
            memory.put("basis.vector." + k, vectors[k]);
        }
        return memory;
    }

    /** Takes gradients into the running second moments. */
    void observe(float[][] gradients) {
        for (double[] moment : moments) {
            for (int i = 0; i < moment.length; i++) {
                moment[i] *= KEPT;
            }
        }
        for (float[] gradient : gradients) {
            for (int l = 0; l < matrices.length; l++) {
                addRows(l, gradient, (1 - KEPT) / gradients.length);
                addColumns(l, gradient, (1 - KEPT) / gradients.length);
            }
        }
    }

    private void addRows(int matrix, float[] g, double weight) {
        double[] moment = moments[2 * matrix];
        int rows = size(matrix, 0);
        int columns = size(matrix, 1);
        if (moment.length == 0) {
            return;
        }
        for (int a = 0; a < rows; a++) {
            int rowA = matrices[matrix].at() + a * columns;
            for (int b = 0; b <= a; b++) {
                int rowB = matrices[matrix].at() + b * columns;
                float sum = 0;
                for (int c = 0; c < columns; c++) {
                    sum += g[rowA + c] * g[rowB + c];
                }
                moment[a * rows + b] += weight * sum;
                moment[b * rows + a] = moment[a * rows + b];
            }
        }
    }

    private void addColumns(int matrix, float[] g, double weight) {
        double[] moment = moments[2 * matrix + 1];
        int columns = size(matrix, 1);
        if (moment.length == 0) {
            return;
        }
        for (int a = 0; a < size(matrix, 0); a++) {
            int row = matrices[matrix].at() + a * columns;
            for (int c = 0; c < columns; c++) {
                double value = weight * g[row + c];
                for (int e = 0; e < columns; e++) {
                    moment[c * columns + e] += value * g[row + e];
                }
            }
        }
    }

    /** Finds the eigenvectors anew. */
    void decompose() {
        for (int k = 0; k < moments.length; k++) {
            if (moments[k].length > 0) {
                eigenvectors(moments[k], vectors[k], size(k / 2, k % 2));
            }
        }
    }

    /** Writes the eigenvectors as columns, by falling eigenvalue; leaves them as they are where there is no answer. */
    private static void eigenvectors(double[] moment, double[] vectors, int n) {
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += moment[i * n + i];
        }
        if (!(trace > 0) || !Double.isFinite(trace)) {
            return;
        }
        double[] scaled = moment.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] /= trace;
        }
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(n, true, true);
        if (!decomposition.decompose(new DMatrixRMaj(n, n, true, scaled))) {
            return;
        }
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                (a, b) -> Double.compare(
                        decomposition.getEigenvalue(b).getReal(),
                        decomposition.getEigenvalue(a).getReal()));
        for (int k = 0; k < n; k++) {
            DMatrixRMaj vector = decomposition.getEigenVector(order[k]);
            for (int i = 0; i < n; i++) {
                vectors[i * n + k] = vector.data[i];
            }
        }
    }

    /** Turns gradients, in place, into the coordinates of the eigenvectors: Qᵀ G R. */
    void into(double[] g) {
        for (int l = 0; l < matrices.length; l++) {
            left(l, g, true);
            right(l, g, true);
        }
    }

    /** Turns back, in place: Q G Rᵀ. */
    void back(double[] g) {
        for (int l = 0; l < matrices.length; l++) {
            left(l, g, false);
            right(l, g, false);
        }
    }

    private void left(int matrix, double[] g, boolean into) {
        double[] q = vectors[2 * matrix];
        if (q.length == 0) {
            return;
        }
        int rows = size(matrix, 0);
        int columns = size(matrix, 1);
        int at = matrices[matrix].at();
        Arrays.fill(work, 0, rows * columns, 0);
        for (int b = 0; b < rows; b++) {
            for (int a = 0; a < rows; a++) {
                double weight = into ? q[b * rows + a] : q[a * rows + b];
                for (int c = 0; c < columns; c++) {
                    work[a * columns + c] += weight * g[at + b * columns + c];
                }
            }
        }
        System.arraycopy(work, 0, g, at, rows * columns);
    }

    private void right(int matrix, double[] g, boolean into) {
        double[] r = vectors[2 * matrix + 1];
        if (r.length == 0) {
            return;
        }
        int rows = size(matrix, 0);
        int columns = size(matrix, 1);
        int at = matrices[matrix].at();
        for (int a = 0; a < rows; a++) {
            int row = at + a * columns;
            if (into) {
                Arrays.fill(work, 0, columns, 0);
                for (int e = 0; e < columns; e++) {
                    double weight = g[row + e];
                    for (int c = 0; c < columns; c++) {
                        work[c] += weight * r[e * columns + c];
                    }
                }
            } else {
                for (int c = 0; c < columns; c++) {
                    double sum = 0;
                    for (int e = 0; e < columns; e++) {
                        sum += g[row + e] * r[c * columns + e];
                    }
                    work[c] = sum;
                }
            }
            System.arraycopy(work, 0, g, row, columns);
        }
    }
}
