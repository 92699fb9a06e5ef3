package org.driftfield.meanfield;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The shape of a target seen through the gradients at the particles: the slope of a linear regression of the gradients on
 * the positions is the target's average curvature over the cloud. For a Gaussian target it is the precision exactly,
 * wherever the cloud is; for any target and a settled cloud its inverse is the cloud's own covariance, by Stein's identity
 * E[∇log π(z) (z - E z)ᵀ] = -I. So it serves as a preconditioner from the first iteration on, long before the cloud has taken
 * the target's shape.
 */
final class CloudCurvature {
    /** A curvature counts as at least so many of its standard errors. */
    private static final double ERRORS = 2;

    private static final double ROUNDING = 1e-14;

    /** With z = mean + L w the cloud is white in w, and the gradients by w are Lᵀ g. */
    private final DMatrixRMaj lower;

    /** Principal directions of the curvature by w, in columns, its values along them, and their standard errors. */
    private final DMatrixRMaj directions;

    private final double[] values;
    private final double[] errors;

    private CloudCurvature(DMatrixRMaj lower, DMatrixRMaj directions, double[] values, double[] errors) {
        this.lower = lower;
        this.directions = directions;
        this.values = values;
        this.errors = errors;
    }

    /**
     * The Cholesky factor of the inverse of the average curvature, row-major; null when the cloud does not span the space.
     *
     * @param z n points of d coordinates, row-major
     * @param gradient the gradients there, laid out as z
     */
    static double[] inverseFactor(double[] z, double[] gradient, int n, int d) {
        CloudCurvature seen = n <= 2 * d ? null : of(z, gradient, n, d);
        if (seen == null) {
            return null;
        }
        double largest = 0;
        for (double value : seen.values) {
            largest = Math.max(largest, Math.abs(value));
        }
        DMatrixRMaj half = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(seen.lower, seen.directions, half);
        for (int k = 0; k < d; k++) {
            double least = Math.max(ERRORS * seen.errors[k], ROUNDING * largest);
            double root = 1 / Math.sqrt(Math.max(Math.abs(seen.values[k]), least));
            for (int j = 0; j < d; j++) {
                half.set(j, k, half.get(j, k) * root);
            }
        }
        DMatrixRMaj shape = new DMatrixRMaj(d, d);
        CommonOps_DDRM.multTransB(half, half, shape);
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(d, true);
        boolean usable = !MatrixFeatures_DDRM.hasUncountable(shape) && cholesky.decompose(shape);
        return usable ? cholesky.getT(null).data : null;
    }

    /**
     * How many times wider (above 1) or narrower (below 1) than its target the cloud is along the worst direction, as far as
     * that is told from noise; 1 when the two agree within a factor of two in variance. NaN when the cloud is too small to
     * tell.
     */
    static double misfit(double[] z, double[] gradient, int n, int d) {
        CloudCurvature seen = n <= 10 * d ? null : of(z, gradient, n, d);
        if (seen == null) {
            return Double.NaN;
        }
        // The spread of the eigenvalues of a sample covariance of n points in d dimensions.
        double noise = Math.sqrt(d / (double) n);
        double worst = 0;
        for (int k = 0; k < d; k++) {
            double low = (seen.values[k] + 2 * ERRORS * seen.errors[k]) / ((1 - noise) * (1 - noise));
            double high = (seen.values[k] - 2 * ERRORS * seen.errors[k]) / ((1 + noise) * (1 + noise));
            double off = low < 0.5 ? Math.log(Math.max(low, 1e-12)) : high > 2 ? Math.log(high) : 0;
            worst = Math.abs(off) > Math.abs(worst) ? off : worst;
        }
        return Math.exp(worst / 2);
    }

    /** The decomposition; null when the cloud does not span the space. */
    private static CloudCurvature of(double[] z, double[] gradient, int n, int d) {
        DMatrixRMaj points = centred(z, n, d);
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        CommonOps_DDRM.multTransA(1.0 / (n - 1), points, points, covariance);
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(d, true);
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        if (!cholesky.decompose(covariance) || !CommonOps_DDRM.invert(cholesky.getT(null), inverse)) {
            return null;
        }
        DMatrixRMaj lower = cholesky.getT(null);
        DMatrixRMaj white = timesTransposed(points, inverse);
        DMatrixRMaj slopes = new DMatrixRMaj(n, d);
        CommonOps_DDRM.mult(centred(gradient, n, d), lower, slopes);
        DMatrixRMaj curvature = new DMatrixRMaj(d, d);
        CommonOps_DDRM.multTransA(-1.0 / (n - 1), slopes, white, curvature);
        DMatrixRMaj residual = timesTransposed(white, curvature);
        CommonOps_DDRM.addEquals(residual, slopes);
        DMatrixRMaj symmetric = new DMatrixRMaj(d, d);
        CommonOps_DDRM.transpose(curvature, symmetric);
        CommonOps_DDRM.add(0.5, curvature, 0.5, symmetric, symmetric);
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        if (MatrixFeatures_DDRM.hasUncountable(symmetric) || !eigen.decompose(symmetric)) {
            return null;
        }
        DMatrixRMaj directions = new DMatrixRMaj(d, d);
        double[] values = new double[d];
        double[] errors = new double[d];
        for (int k = 0; k < d; k++) {
            DMatrixRMaj direction = eigen.getEigenVector(k);
            CommonOps_DDRM.insert(direction, directions, 0, k);
            values[k] = eigen.getEigenvalue(k).real;
            errors[k] = rootMeanSquare(residual, direction) / Math.sqrt(n);
        }
        return new CloudCurvature(lower, directions, values, errors);
    }

    /** The same coordinate by coordinate: standard deviations, NaN where the curvature is not told from zero. */
    static void inverseRoots(double[] z, double[] gradient, int n, int d, double[] sd) {
        double[] zMean = new double[d];
        double[] gMean = new double[d];
        Moments.mean(z, n, d, zMean);
        Moments.mean(gradient, n, d, gMean);
        for (int j = 0; j < d; j++) {
            double zz = 0;
            double zg = 0;
            double gg = 0;
            for (int at = j; at < n * d; at += d) {
                zz += (z[at] - zMean[j]) * (z[at] - zMean[j]);
                zg += (z[at] - zMean[j]) * (gradient[at] - gMean[j]);
                gg += (gradient[at] - gMean[j]) * (gradient[at] - gMean[j]);
            }
            double slope = -zg / zz;
            double error = Math.sqrt(Math.max(0, gg - zg * zg / zz) / zz / n);
            sd[j] = slope > ERRORS * error ? 1 / Math.sqrt(slope) : Double.NaN;
        }
    }

    private static DMatrixRMaj centred(double[] points, int n, int d) {
        double[] mean = new double[d];
        Moments.mean(points, n, d, mean);
        DMatrixRMaj out = new DMatrixRMaj(n, d);
        for (int i = 0; i < n * d; i++) {
            out.data[i] = points[i] - mean[i % d];
        }
        return out;
    }

    private static DMatrixRMaj timesTransposed(DMatrixRMaj a, DMatrixRMaj b) {
        DMatrixRMaj out = new DMatrixRMaj(a.numRows, b.numRows);
        CommonOps_DDRM.multTransB(a, b, out);
        return out;
    }

    private static double rootMeanSquare(DMatrixRMaj rows, DMatrixRMaj direction) {
        DMatrixRMaj along = new DMatrixRMaj(rows.numRows, 1);
        CommonOps_DDRM.mult(rows, direction, along);
        return Math.sqrt(CommonOps_DDRM.dot(along, along) / rows.numRows);
    }
}
