package org.driftfield.models.network;

import org.driftfield.kernel.Perceptron;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** For each layer the eigenvectors of the second moments of its gradients, over rows and over columns. */
final class KroneckerBasis {
    private final Perceptron net;
    private final double[][] left;
    private final double[][] right;
    private final double[][] qLeft;
    private final double[][] qRight;
    private final double[] work;

    KroneckerBasis(Perceptron net) {
        this.net = net;
        int layers = net.layers();
        left = new double[layers][];
        right = new double[layers][];
        qLeft = new double[layers][];
        qRight = new double[layers][];
        int most = 0;
        for (int l = 0; l < layers; l++) {
            int rows = net.width(l + 1);
            int columns = net.width(l) + 1;
            left[l] = new double[rows * rows];
            right[l] = new double[columns * columns];
            qLeft[l] = identity(rows);
            qRight[l] = identity(columns);
            most = Math.max(most, rows * columns);
        }
        work = new double[most];
    }

    private static double[] identity(int n) {
        double[] q = new double[n * n];
        for (int i = 0; i < n; i++) q[i * n + i] = 1;
        return q;
    }

    void decay(double beta) {
        for (int l = 0; l < left.length; l++) {
            for (int k = 0; k < left[l].length; k++) left[l][k] *= beta;
            for (int k = 0; k < right[l].length; k++) right[l][k] *= beta;
        }
    }

    void add(float[] g, double weight) {
        for (int l = 0; l < left.length; l++) {
            int rows = net.width(l + 1);
            int columns = net.width(l) + 1;
            int at = net.weightsAt(l);
            for (int a = 0; a < rows; a++) {
                for (int b = 0; b < rows; b++) {
                    double sum = 0;
                    for (int c = 0; c < columns; c++) sum += (double) g[at + a * columns + c] * g[at + b * columns + c];
                    left[l][a * rows + b] += weight * sum;
                }
                for (int c = 0; c < columns; c++) {
                    double x = weight * g[at + a * columns + c];
                    for (int e = 0; e < columns; e++) right[l][c * columns + e] += x * g[at + a * columns + e];
                }
            }
        }
    }

    void decompose() {
        for (int l = 0; l < left.length; l++) {
            qLeft[l] = vectors(left[l], net.width(l + 1));
            qRight[l] = vectors(right[l], net.width(l) + 1);
        }
    }

    private static double[] vectors(double[] a, int n) {
        if (n == 1) return new double[] {1};
        EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(n, true, true);
        double scale = 0;
        for (int i = 0; i < n; i++) scale += a[i * n + i];
        double[] b = a.clone();
        for (int i = 0; i < b.length; i++) b[i] /= scale;
        for (int i = 0; i < n; i++) b[i * n + i] += 1e-9;
        if (!eig.decompose(new DMatrixRMaj(n, n, true, b))) return identity(n);
        // sort by eigenvalue so that the second moments kept stay with their direction
        Integer[] order = new Integer[n];
        for (int i = 0; i < n; i++) order[i] = i;
        java.util.Arrays.sort(
                order,
                (x, y) -> Double.compare(
                        eig.getEigenvalue(y).getReal(), eig.getEigenvalue(x).getReal()));
        double[] q = new double[n * n];
        for (int k = 0; k < n; k++) {
            DMatrixRMaj v = eig.getEigenVector(order[k]);
            for (int i = 0; i < n; i++) q[i * n + k] = v.data[i];
        }
        return q;
    }

    /** out = Lᵀ G R. */
    void into(double[] g, double[] out) {
        turn(g, out, true);
    }

    /** out = L G Rᵀ. */
    void back(double[] g, double[] out) {
        turn(g, out, false);
    }

    private void turn(double[] g, double[] out, boolean into) {
        for (int l = 0; l < left.length; l++) {
            int rows = net.width(l + 1);
            int columns = net.width(l) + 1;
            int at = net.weightsAt(l);
            double[] q = qLeft[l];
            for (int a = 0; a < rows; a++)
                for (int c = 0; c < columns; c++) {
                    double s = 0;
                    for (int b = 0; b < rows; b++)
                        s += (into ? q[b * rows + a] : q[a * rows + b]) * g[at + b * columns + c];
                    work[a * columns + c] = s;
                }
            double[] r = qRight[l];
            for (int a = 0; a < rows; a++)
                for (int c = 0; c < columns; c++) {
                    double s = 0;
                    for (int e = 0; e < columns; e++)
                        s += work[a * columns + e] * (into ? r[e * columns + c] : r[c * columns + e]);
                    out[at + a * columns + c] = s;
                }
        }
    }
}
