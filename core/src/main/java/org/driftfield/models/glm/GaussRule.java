package org.driftfield.models.glm;

import java.util.Arrays;

/**
 * Gauss quadrature from moments: the recurrence coefficients of the orthogonal polynomials by Chebyshev's algorithm, then
 * nodes and weights from the Jacobi matrix (Golub and Welsch 1969).
 */
final class GaussRule {
    private GaussRule() {}

    /**
     * Fills nodes and weights so that all given moments (of a standardised distribution: 1, 0, 1, …) but the last are
     * matched. A distribution on fewer points than nodes gets weight zero on the rest.
     */
    static void fromMoments(double[] moments, double[] nodes, double[] weights) {
        int n = nodes.length;
        double[] a = new double[n];
        double[] b = new double[n];
        double[] previous = new double[2 * n];
        double[] current = moments.clone();
        a[0] = moments[1] / moments[0];
        b[0] = moments[0];
        int used = n;
        for (int k = 1; k < n; k++) {
            double[] next = new double[2 * n];
            for (int l = k; l < 2 * n - k; l++) {
                next[l] = current[l + 1] - a[k - 1] * current[l] - b[k - 1] * previous[l];
            }
            b[k] = next[k] / current[k - 1];
            if (!(b[k] > 1e-9)) {
                used = k;
                break;
            }
            a[k] = next[k + 1] / next[k] - current[k] / current[k - 1];
            previous = current;
            current = next;
        }
        Arrays.fill(nodes, 0);
        Arrays.fill(weights, 0);
        golubWelsch(a, b, used, nodes, weights);
    }

    /** Eigenvalues of the Jacobi matrix and squared first components of its eigenvectors, by Jacobi rotations. */
    private static void golubWelsch(double[] a, double[] b, int n, double[] nodes, double[] weights) {
        double[][] matrix = new double[n][n];
        double[] first = new double[n];
        first[0] = 1;
        for (int k = 0; k < n; k++) {
            matrix[k][k] = a[k];
            if (k > 0) {
                matrix[k][k - 1] = Math.sqrt(b[k]);
                matrix[k - 1][k] = matrix[k][k - 1];
            }
        }
        for (int sweep = 0; sweep < 30; sweep++) {
            double off = 0;
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    off += Math.abs(matrix[p][q]);
                    rotate(matrix, first, p, q);
                }
            }
            if (off < 1e-14) {
                break;
            }
        }
        for (int k = 0; k < n; k++) {
            nodes[k] = matrix[k][k];
            weights[k] = first[k] * first[k];
        }
    }

    private static void rotate(double[][] m, double[] first, int p, int q) {
        if (m[p][q] == 0) {
            return;
        }
        double tau = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        double t = Math.copySign(1, tau) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
        double c = 1 / Math.sqrt(1 + t * t);
        double s = t * c;
        for (int k = 0; k < m.length; k++) {
            double left = m[k][p];
            double right = m[k][q];
            m[k][p] = c * left - s * right;
            m[k][q] = s * left + c * right;
        }
        for (int k = 0; k < m.length; k++) {
            double upper = m[p][k];
            double lower = m[q][k];
            m[p][k] = c * upper - s * lower;
            m[q][k] = s * upper + c * lower;
        }
        double left = first[p];
        first[p] = c * left - s * first[q];
        first[q] = s * left + c * first[q];
    }
}
