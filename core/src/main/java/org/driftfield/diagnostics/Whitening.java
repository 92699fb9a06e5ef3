package org.driftfield.diagnostics;

import org.driftfield.InputException;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/** The affine map that gives a cloud of points mean zero and unit covariance: x = mean + L y, Cov = L L'. */
final class Whitening {
    /** A direction whose variance given the others is below this share of its own is no direction of the cloud. */
    private static final double RANK_TOLERANCE = 1e-12;

    private final int d;
    private final double[] mean;
    /** Row-major lower triangle, zeros above; null when the cloud lies in a subspace. */
    private final double[] factor;

    /** From n points of d coordinates, row-major; the covariance has divisor n. */
    Whitening(double[] points, int n, int d) {
        InputException.require(n >= 1 && d >= 1, "points must be at least one of one coordinate, got %d of %d", n, d);
        InputException.require(
                points.length == n * d, "points must be %d times %d numbers, got %d", n, d, points.length);
        this.d = d;
        mean = new double[d];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                mean[j] += points[i * d + j] / n;
            }
        }
        double[] covariance = new double[d * d];
        double[] centred = new double[d];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                centred[j] = points[i * d + j] - mean[j];
                for (int k = 0; k <= j; k++) {
                    covariance[j * d + k] += centred[j] * centred[k] / n;
                }
            }
        }
        for (int j = 0; j < d; j++) {
            InputException.require(
                    Double.isFinite(covariance[j * d + j]),
                    "coordinate %d of the points must be finite, got %s in the variance",
                    j + 1,
                    covariance[j * d + j]);
            for (int k = 0; k < j; k++) {
                covariance[k * d + j] = covariance[j * d + k];
            }
        }
        factor = factorise(covariance, d);
    }

    private static double[] factorise(double[] covariance, int d) {
        var cholesky = DecompositionFactory_DDRM.chol(d, true);
        if (!cholesky.decompose(DMatrixRMaj.wrap(d, d, covariance.clone()))) {
            return null;
        }
        double[] l = cholesky.getT(null).getData();
        for (int j = 0; j < d; j++) {
            if (l[j * d + j] * l[j * d + j] <= RANK_TOLERANCE * covariance[j * d + j]) {
                return null;
            }
        }
        return l;
    }

    boolean fullRank() {
        return factor != null;
    }

    /** log det L, half the log determinant of the covariance. */
    double logDeterminant() {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            sum += Math.log(factor[j * d + j]);
        }
        return sum;
    }

    /** y = L^-1 (x - mean), from x[from...] to y[to...]. */
    void whiten(double[] x, int from, double[] y, int to) {
        for (int j = 0; j < d; j++) {
            double sum = x[from + j] - mean[j];
            for (int k = 0; k < j; k++) {
                sum -= factor[j * d + k] * y[to + k];
            }
            y[to + j] = sum / factor[j * d + j];
        }
    }

    /** x = mean + L y. */
    void colour(double[] y, double[] x) {
        for (int j = 0; j < d; j++) {
            double sum = mean[j];
            for (int k = 0; k <= j; k++) {
                sum += factor[j * d + k] * y[k];
            }
            x[j] = sum;
        }
    }
}
