package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/** The multivariate normal distribution with precision Λ: η = (Λ mean, -Λ/2), T = (x, x xᵀ). */
public final class MultivariateNormal implements Distribution, ExponentialFamily {
    static final int CODE = 3;

    private final double[] mean;
    private final DMatrixRMaj covariance;
    private final DMatrixRMaj factor;

    private MultivariateNormal(double[] mean, DMatrixRMaj covariance, DMatrixRMaj factor) {
        this.mean = mean;
        this.covariance = covariance;
        this.factor = factor;
    }

    /** From a mean and a covariance (row-major d × d). */
    public static MultivariateNormal ofCovariance(double[] mean, double[] covariance) {
        int d = mean.length;
        require(covariance.length == d * d, "a covariance of %d coordinates must have %d values", d, d * d);
        DMatrixRMaj matrix = new DMatrixRMaj(d, d, true, covariance.clone());
        return new MultivariateNormal(mean.clone(), matrix, cholesky(matrix, "covariance"));
    }

    /** From the precision Λ (row-major d × d) and the linear term b: the mean solves Λ mean = b. */
    public static MultivariateNormal ofPrecision(double[] precision, double[] b) {
        int d = b.length;
        require(precision.length == d * d, "a precision of %d coordinates must have %d values", d, d * d);
        DMatrixRMaj lower = cholesky(new DMatrixRMaj(d, d, true, precision.clone()), "precision");
        // Λ = L Lᵀ, so the covariance is L⁻ᵀ L⁻¹.
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        CommonOps_DDRM.invert(lower, inverse);
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        CommonOps_DDRM.multTransA(inverse, inverse, covariance);
        DMatrixRMaj mean = new DMatrixRMaj(d, 1);
        CommonOps_DDRM.mult(covariance, new DMatrixRMaj(d, 1, true, b.clone()), mean);
        return new MultivariateNormal(mean.data, covariance, cholesky(covariance, "covariance"));
    }

    /** The one with these natural parameters. */
    public static MultivariateNormal ofNatural(double... natural) {
        int d = (int) Math.round(Math.sqrt(natural.length + 0.25) - 0.5);
        double[] precision = Arrays.copyOfRange(natural, d, d + d * d);
        for (int k = 0; k < precision.length; k++) {
            precision[k] *= -2;
        }
        return ofPrecision(precision, Arrays.copyOf(natural, d));
    }

    @Override
    public double[] natural() {
        int d = mean.length;
        DMatrixRMaj precision = new DMatrixRMaj(d, d);
        CommonOps_DDRM.invert(covariance, precision);
        double[] natural = new double[d + d * d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                natural[j] += precision.get(j, k) * mean[k];
                natural[d + j * d + k] = -0.5 * precision.get(j, k);
            }
        }
        return natural;
    }

    @Override
    public double[] expectedStatistics() {
        int d = mean.length;
        double[] statistics = Arrays.copyOf(mean, d + d * d);
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                statistics[d + j * d + k] = mean[j] * mean[k] + covariance.get(j, k);
            }
        }
        return statistics;
    }

    @Override
    public double logPartition() {
        double[] natural = natural();
        double quadratic = 0;
        for (int j = 0; j < mean.length; j++) {
            quadratic += natural[j] * mean[j];
        }
        return entropy() - 0.5 * mean.length + 0.5 * quadratic;
    }

    private static DMatrixRMaj cholesky(DMatrixRMaj matrix, String what) {
        CholeskyDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.chol(matrix.numRows, true);
        require(
                decomposition.decompose(matrix.copy()),
                "the %s of a normal distribution must be positive definite; is the design collinear without a prior?",
                what);
        return decomposition.getT(null);
    }

    @Override
    public int dimension() {
        return mean.length;
    }

    @Override
    public double mean(int j) {
        return mean[j];
    }

    @Override
    public double covariance(int j, int k) {
        return covariance.get(j, k);
    }

    @Override
    public double meanInverse(int j) {
        throw new UnsupportedOperationException("E[1/θ] does not exist under a normal distribution");
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        return new Normal(mean[j], covariance.get(j, j)).expect(0, f);
    }

    @Override
    public double entropy() {
        double logDeterminant = 0;
        for (int j = 0; j < mean.length; j++) {
            logDeterminant += 2 * Math.log(factor.get(j, j));
        }
        return 0.5 * (mean.length * (Math.log(2 * Math.PI) + 1) + logDeterminant);
    }

    /** The log density at a point. */
    public double logDensity(double[] x) {
        int d = mean.length;
        double[] white = new double[d];
        double value = -0.5 * d * Math.log(2 * Math.PI);
        for (int j = 0; j < d; j++) {
            double sum = x[j] - mean[j];
            for (int k = 0; k < j; k++) {
                sum -= factor.get(j, k) * white[k];
            }
            white[j] = sum / factor.get(j, j);
            value -= 0.5 * white[j] * white[j] + Math.log(factor.get(j, j));
        }
        return value;
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        int d = mean.length;
        for (int j = 0; j < d; j++) {
            out[at + j] = random.nextNormal();
        }
        // Backwards, so that each coordinate still sees the normals of those before it.
        for (int j = d - 1; j >= 0; j--) {
            double sum = 0;
            for (int k = 0; k <= j; k++) {
                sum += factor.get(j, k) * out[at + k];
            }
            out[at + j] = mean[j] + sum;
        }
    }

    @Override
    public double[] encode() {
        int d = mean.length;
        double[] code = new double[2 + d + d * d];
        code[0] = CODE;
        code[1] = d;
        System.arraycopy(mean, 0, code, 2, d);
        System.arraycopy(covariance.data, 0, code, 2 + d, d * d);
        return code;
    }

    static MultivariateNormal decode(double[] code) {
        int d = (int) code[1];
        return ofCovariance(Arrays.copyOfRange(code, 2, 2 + d), Arrays.copyOfRange(code, 2 + d, 2 + d + d * d));
    }
}
