package org.driftfield.dynamics.minibatch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.kernel.MatrixProduct;
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
    private final MatrixProduct product = new MatrixProduct();
    /** Of each side what turns into its eigenvectors' coordinates, and back. */
    private final Turn[][] turns;

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
        this.turns = new Turn[2 * count][];
        for (int k = 0; k < turns.length; k++) {
            turns[k] = new Turn[] {new Turn(), new Turn()};
        }
    }

    /** A product with eigenvectors as one factor, which stays until they are others: they are found anew, or read back, now and then. */
    private static final class Turn {
        private final MatrixProduct product = new MatrixProduct();
        private double[] of = {};

        /** Whether the factor is there already. */
        boolean has(double[] vectors) {
            if (Arrays.equals(of, vectors)) {
                return true;
            }
            of = vectors.clone();
            return false;
        }
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

    /** Takes the first gradients into the running second moments. */
    void observe(float[][] gradients, int count) {
        for (double[] moment : moments) {
            fade(moment);
        }
        for (int k = 0; k < count; k++) {
            for (int l = 0; l < matrices.length; l++) {
                observe(gradients[k], l, (1 - KEPT) / count);
            }
        }
    }

    private static void fade(double[] moment) {
        for (int i = 0; i < moment.length; i++) {
            moment[i] *= KEPT;
        }
    }

    private void observe(float[] gradient, int matrix, double part) {
        int at = matrices[matrix].at();
        int rows = size(matrix, 0);
        int columns = size(matrix, 1);
        for (int j = 0; j < rows * columns; j++) {
            work[j] = gradient[at + j];
        }
        if (moments[2 * matrix].length > 0) {
            product.left(work, 0, rows, columns).rightTransposed(work, 0, rows, columns);
            product.addTo(part, moments[2 * matrix], 0);
        }
        if (moments[2 * matrix + 1].length > 0) {
            product.leftTransposed(work, 0, rows, columns).right(work, 0, rows, columns);
            product.addTo(part, moments[2 * matrix + 1], 0);
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
        double trace = trace(moment, n);
        if (!(trace > 0) || !Double.isFinite(trace)) {
            return;
        }
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(n, true, true);
        if (!decomposition.decompose(new DMatrixRMaj(n, n, true, divided(moment, trace)))) {
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
            putColumn(decomposition.getEigenVector(order[k]).data, vectors, k, n);
        }
    }

    // Methods of their own, each compiled once: with the decomposition in between, all of it was compiled anew for
    // each.

    private static double trace(double[] matrix, int n) {
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += matrix[i * n + i];
        }
        return trace;
    }

    private static double[] divided(double[] values, double by) {
        double[] divided = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            divided[i] = values[i] / by;
        }
        return divided;
    }

    private static void putColumn(double[] column, double[] matrix, int k, int n) {
        for (int i = 0; i < n; i++) {
            matrix[i * n + k] = column[i];
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
        Turn turn = turns[2 * matrix][into ? 0 : 1];
        boolean there = turn.has(q);
        if (!there && into) {
            turn.product.leftTransposed(q, 0, rows, rows);
        } else if (!there) {
            turn.product.left(q, 0, rows, rows);
        }
        turn.product.right(g, at, rows, columns);
        Arrays.fill(g, at, at + rows * columns, 0);
        turn.product.addTo(1, g, at);
    }

    private void right(int matrix, double[] g, boolean into) {
        double[] r = vectors[2 * matrix + 1];
        if (r.length == 0) {
            return;
        }
        int rows = size(matrix, 0);
        int columns = size(matrix, 1);
        int at = matrices[matrix].at();
        Turn turn = turns[2 * matrix + 1][into ? 0 : 1];
        boolean there = turn.has(r);
        turn.product.left(g, at, rows, columns);
        if (!there && into) {
            turn.product.right(r, 0, columns, columns);
        } else if (!there) {
            turn.product.rightTransposed(r, 0, columns, columns);
        }
        Arrays.fill(g, at, at + rows * columns, 0);
        turn.product.addTo(1, g, at);
    }
}
