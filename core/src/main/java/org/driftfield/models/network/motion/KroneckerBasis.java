package org.driftfield.models.network.motion;

import java.util.Arrays;
import org.driftfield.driver.State;
import org.driftfield.kernel.Perceptron;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * For each layer the directions in which its gradients vary: with G the gradient of the layer's weight matrix, the
 * eigenvectors Q of E[G Gᵀ] over units and those R of E[Gᵀ G] over inputs. In the coordinates Qᵀ G R the curvature of the
 * log posterior is near diagonal (Gupta, Koren and Singer 2018, "Shampoo").
 */
final class KroneckerBasis {
    /** A side longer than this keeps its own coordinates: its eigenvectors would cost more than they bring. */
    private static final int LONGEST_SIDE = 512;

    private static final double KEPT = 0.95;

    private final Perceptron net;
    private final double[][] moments;
    private final double[][] vectors;
    private final double[] work;

    KroneckerBasis(Perceptron net) {
        this.net = net;
        int layers = net.layers();
        this.moments = new double[2 * layers][];
        this.vectors = new double[2 * layers][];
        int most = 0;
        for (int l = 0; l < layers; l++) {
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

    /** Units (side 0) or inputs with the bias (side 1) of a layer. */
    private int size(int layer, int side) {
        return side == 0 ? net.width(layer + 1) : net.width(layer) + 1;
    }

    void register(State state, String prefix) {
        for (int k = 0; k < moments.length; k++) {
            state.put(prefix + "basis.moment." + k, moments[k]).put(prefix + "basis.vector." + k, vectors[k]);
        }
    }

    /** Takes gradients into the running second moments. */
    void observe(float[][] gradients) {
        for (double[] moment : moments) {
            for (int i = 0; i < moment.length; i++) {
                moment[i] *= KEPT;
            }
        }
        for (float[] gradient : gradients) {
            for (int l = 0; l < net.layers(); l++) {
                addUnits(l, gradient, (1 - KEPT) / gradients.length);
                addInputs(l, gradient, (1 - KEPT) / gradients.length);
            }
        }
    }

    private void addUnits(int layer, float[] g, double weight) {
        double[] moment = moments[2 * layer];
        int units = size(layer, 0);
        int inputs = size(layer, 1);
        if (moment.length == 0) {
            return;
        }
        for (int a = 0; a < units; a++) {
            int rowA = net.weightsAt(layer) + a * inputs;
            for (int b = 0; b <= a; b++) {
                int rowB = net.weightsAt(layer) + b * inputs;
                float sum = 0;
                for (int c = 0; c < inputs; c++) {
                    sum += g[rowA + c] * g[rowB + c];
                }
                moment[a * units + b] += weight * sum;
                moment[b * units + a] = moment[a * units + b];
            }
        }
    }

    private void addInputs(int layer, float[] g, double weight) {
        double[] moment = moments[2 * layer + 1];
        int inputs = size(layer, 1);
        if (moment.length == 0) {
            return;
        }
        for (int a = 0; a < size(layer, 0); a++) {
            int row = net.weightsAt(layer) + a * inputs;
            for (int c = 0; c < inputs; c++) {
                double value = weight * g[row + c];
                for (int e = 0; e < inputs; e++) {
                    moment[c * inputs + e] += value * g[row + e];
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
        for (int l = 0; l < net.layers(); l++) {
            left(l, g, true);
            right(l, g, true);
        }
    }

    /** Turns back, in place: Q G Rᵀ. */
    void back(double[] g) {
        for (int l = 0; l < net.layers(); l++) {
            left(l, g, false);
            right(l, g, false);
        }
    }

    private void left(int layer, double[] g, boolean into) {
        double[] q = vectors[2 * layer];
        if (q.length == 0) {
            return;
        }
        int units = size(layer, 0);
        int inputs = size(layer, 1);
        int at = net.weightsAt(layer);
        Arrays.fill(work, 0, units * inputs, 0);
        for (int b = 0; b < units; b++) {
            for (int a = 0; a < units; a++) {
                double weight = into ? q[b * units + a] : q[a * units + b];
                for (int c = 0; c < inputs; c++) {
                    work[a * inputs + c] += weight * g[at + b * inputs + c];
                }
            }
        }
        System.arraycopy(work, 0, g, at, units * inputs);
    }

    private void right(int layer, double[] g, boolean into) {
        double[] r = vectors[2 * layer + 1];
        if (r.length == 0) {
            return;
        }
        int units = size(layer, 0);
        int inputs = size(layer, 1);
        int at = net.weightsAt(layer);
        for (int a = 0; a < units; a++) {
            int row = at + a * inputs;
            if (into) {
                Arrays.fill(work, 0, inputs, 0);
                for (int e = 0; e < inputs; e++) {
                    double weight = g[row + e];
                    for (int c = 0; c < inputs; c++) {
                        work[c] += weight * r[e * inputs + c];
                    }
                }
            } else {
                for (int c = 0; c < inputs; c++) {
                    double sum = 0;
                    for (int e = 0; e < inputs; e++) {
                        sum += g[row + e] * r[c * inputs + e];
                    }
                    work[c] = sum;
                }
            }
            System.arraycopy(work, 0, g, row, inputs);
        }
    }
}
