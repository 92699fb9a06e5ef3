package org.driftfield.transform;

/** Products LL' of lower triangular matrices, forth and back. */
final class Symmetric {
    private Symmetric() {}

    static void product(double[] lower, int at, double[] x, int xAt, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                double sum = 0;
                for (int k = 0; k <= j; k++) {
                    sum += lower[at + k * n + i] * lower[at + k * n + j];
                }
                x[xAt + j * n + i] = sum;
                x[xAt + i * n + j] = sum;
            }
        }
    }

    /** Writes (A + A')L, lower part, where A is the adjoint of LL'. */
    static void reverseProduct(
            double[] lower, int at, double[] adjoint, int adjointAt, double[] out, int outAt, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int k = j; k < n && i >= j; k++) {
                    sum += (adjoint[adjointAt + k * n + i] + adjoint[adjointAt + i * n + k]) * lower[at + j * n + k];
                }
                out[outAt + j * n + i] = sum;
            }
        }
    }

    /** The lower factor of x; false where x is not positive definite. */
    static boolean cholesky(double[] x, int xAt, double[] lower, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                double sum = x[xAt + j * n + i];
                for (int k = 0; k < j; k++) {
                    sum -= lower[k * n + i] * lower[k * n + j];
                }
                if (i == j && !(sum > 0)) {
                    return false;
                }
                lower[j * n + i] = i == j ? Math.sqrt(sum) : sum / lower[j * n + j];
            }
        }
        return true;
    }

    static String fault(double[] x, int xAt, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < j; i++) {
                double above = x[xAt + j * n + i];
                double below = x[xAt + i * n + j];
                if (!(Math.abs(above - below) <= Transform.TOLERANCE)) {
                    return "must be symmetric, but element [" + (i + 1) + "," + (j + 1) + "] is " + above
                            + " and its mirror image " + below;
                }
            }
        }
        return cholesky(x, xAt, new double[n * n], n) ? null : "must be positive definite, but is not";
    }
}
