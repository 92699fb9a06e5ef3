package org.driftfield.meanfield;

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
}
