package org.driftfield.meanfield;

import org.driftfield.kernel.Kernels;

/** Mean and covariance of a cloud of points stored one after the other, summed in a fixed order. */
final class Moments {
    private Moments() {}

    static void mean(double[] points, int n, int d, double[] mean) {
        java.util.Arrays.fill(mean, 0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                mean[j] += points[i * d + j];
            }
        }
        for (int j = 0; j < d; j++) {
            mean[j] /= n;
        }
    }

    /** Fills the variances of the coordinates {@code from … to-1} of points with d of them. */
    static void variances(double[] points, int n, int d, int from, int to, double[] variances) {
        double[] sums = new double[to - from];
        double[] squares = new double[to - from];
        Kernels.columnSquares(points, from, d, n, to - from, sums, squares);
        for (int j = from; j < to; j++) {
            double sum = sums[j - from];
            variances[j] = Math.max(0, squares[j - from] - sum * sum / n) / (n - 1);
        }
    }

    /** Fills the full covariance when the array holds d × d values, only the variances when it holds d. */
    static void meanAndCovariance(double[] points, int n, int d, double[] mean, double[] covariance) {
        mean(points, n, d, mean);
        java.util.Arrays.fill(covariance, 0);
        boolean full = covariance.length == d * d && d > 1;
        double[] centred = new double[d];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                centred[j] = points[i * d + j] - mean[j];
            }
            for (int j = 0; j < d; j++) {
                if (full) {
                    for (int k = 0; k <= j; k++) {
                        covariance[j * d + k] += centred[j] * centred[k];
                    }
                } else {
                    covariance[j] += centred[j] * centred[j];
                }
            }
        }
        for (int j = 0; j < (full ? d : covariance.length); j++) {
            for (int k = 0; k <= (full ? j : 0); k++) {
                int at = full ? j * d + k : j;
                covariance[at] /= n - 1;
                if (full) {
                    covariance[k * d + j] = covariance[at];
                }
            }
        }
    }

    /** Centres both arrays in place and returns the size of their correlation; 0 where one does not vary. */
    static double centredCorrelation(double[] a, double[] b) {
        double meanA = 0;
        double meanB = 0;
        for (int i = 0; i < a.length; i++) {
            meanA += a[i];
            meanB += b[i];
        }
        meanA /= a.length;
        meanB /= b.length;
        double squaresA = 0;
        double squaresB = 0;
        double products = 0;
        for (int i = 0; i < a.length; i++) {
            a[i] -= meanA;
            b[i] -= meanB;
            squaresA += a[i] * a[i];
            squaresB += b[i] * b[i];
            products += a[i] * b[i];
        }
        double scale = Math.sqrt(squaresA) * Math.sqrt(squaresB);
        return scale > 0 ? Math.abs(products) / scale : 0;
    }
}
