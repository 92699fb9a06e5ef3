package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * The Wishart distribution of a p × p precision X, density proportional to |X|^((ν-p-1)/2) exp(-tr(R X)/2) with the rate R,
 * the inverse of the usual scale: η = ((ν-p-1)/2, -R/2), T = (log|X|, X), matrices row-major, all p² elements. The inverse of X
 * has the {@link InverseWishart} distribution with ν degrees of freedom and scale R. Densities and entropy are over the p(p+1)/2
 * elements on and below the diagonal.
 */
public final class Wishart implements Distribution, ExponentialFamily {
    static final int CODE = 9;

    private final double degrees;
    private final int p;
    private final DMatrixRMaj rate;

    /** L with R = L Lᵀ. */
    private final DMatrixRMaj factor;

    /** R⁻¹. */
    private final DMatrixRMaj scale;

    private Wishart(double degrees, DMatrixRMaj rate) {
        this.degrees = degrees;
        this.p = rate.numRows;
        this.rate = rate;
        require(
                degrees > p - 1 && Double.isFinite(degrees),
                "a Wishart distribution of %d × %d matrices must have more than %d degrees of freedom, got %s",
                p,
                p,
                p - 1,
                degrees);
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(p, true);
        require(cholesky.decompose(rate.copy()), "the rate of a Wishart distribution must be positive definite");
        this.factor = cholesky.getT(null);
        this.scale = new DMatrixRMaj(p, p);
        CommonOps_DDRM.invert(rate, scale);
    }

    /** With ν degrees of freedom and the rate R, row-major. */
    public static Wishart ofRate(double degrees, double... rate) {
        int p = (int) Math.round(Math.sqrt(rate.length));
        require(p >= 1 && p * p == rate.length, "the rate of a Wishart distribution must be a square matrix");
        return new Wishart(degrees, new DMatrixRMaj(p, p, true, rate.clone()));
    }

    /** The one with these natural parameters. */
    public static Wishart ofNatural(double... natural) {
        double[] rate = new double[natural.length - 1];
        for (int k = 0; k < rate.length; k++) {
            rate[k] = -2 * natural[k + 1];
        }
        int p = (int) Math.round(Math.sqrt(rate.length));
        return ofRate(2 * natural[0] + p + 1, rate);
    }

    @Override
    public double[] natural() {
        double[] natural = new double[1 + p * p];
        natural[0] = (degrees - p - 1) / 2;
        for (int k = 0; k < p * p; k++) {
            natural[k + 1] = -rate.data[k] / 2;
        }
        return natural;
    }

    private double logRate() {
        double sum = 0;
        for (int i = 0; i < p; i++) {
            sum += 2 * Math.log(factor.get(i, i));
        }
        return sum;
    }

    /** ν. */
    public double degrees() {
        return degrees;
    }

    /** R, row-major. */
    public double[] rate() {
        return rate.data.clone();
    }

    @Override
    public int dimension() {
        return p * p;
    }

    @Override
    public boolean tied() {
        return true;
    }

    @Override
    public double mean(int j) {
        return degrees * scale.data[j];
    }

    @Override
    public double covariance(int j, int k) {
        int a = j / p;
        int b = j % p;
        int c = k / p;
        int d = k % p;
        return degrees * (scale.get(a, c) * scale.get(b, d) + scale.get(a, d) * scale.get(b, c));
    }

    /** Of an element on the diagonal; off it there is none. */
    @Override
    public double meanInverse(int j) {
        require(j / p == j % p, "E[1/x] does not exist off the diagonal of a Wishart distribution");
        return diagonal(j / p).meanInverse(0);
    }

    private Gamma diagonal(int i) {
        return new Gamma(degrees / 2, 0.5 / scale.get(i, i));
    }

    /** Off the diagonal X_ij given X_ii is normal. */
    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        int row = j / p;
        int column = j % p;
        if (row == column) {
            return diagonal(row).expect(0, f);
        }
        double own = scale.get(row, row);
        double slope = scale.get(row, column) / own;
        double rest = scale.get(column, column) - slope * scale.get(row, column);
        return diagonal(row).expect(0, x -> new Normal(slope * x, rest * x).expect(0, f));
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public double[] encode() {
        double[] code = new double[2 + p * p];
        code[0] = CODE;
        code[1] = degrees;
        System.arraycopy(rate.data, 0, code, 2, p * p);
        return code;
    }

    static Wishart decode(double[] code) {
        return ofRate(code[1], Arrays.copyOfRange(code, 2, code.length));
    }

    /** (E[log|X|], E[X] = ν R⁻¹). */
    @Override
    public double[] expectedStatistics() {
        double[] statistics = new double[1 + p * p];
        statistics[0] = p * Math.log(2) - logRate();
        for (int i = 0; i < p; i++) {
            statistics[0] += Digamma.value((degrees - i) / 2);
        }
        for (int k = 0; k < p * p; k++) {
            statistics[k + 1] = degrees * scale.data[k];
        }
        return statistics;
    }

    @Override
    public double logPartition() {
        double sum = degrees / 2 * (p * Math.log(2) - logRate()) + p * (p - 1) / 4.0 * Math.log(Math.PI);
        for (int i = 0; i < p; i++) {
            sum += LogGamma.value((degrees - i) / 2);
        }
        return sum;
    }

    /** Bartlett's decomposition: X = B Bᵀ with B = L⁻ᵀ A, A lower triangular with χ on the diagonal and normals below. */
    @Override
    public void sample(RandomStream random, double[] out, int at) {
        DMatrixRMaj a = new DMatrixRMaj(p, p);
        for (int i = 0; i < p; i++) {
            a.set(i, i, Math.sqrt(2 * Gamma.standard(random, (degrees - i) / 2)));
            for (int j = 0; j < i; j++) {
                a.set(i, j, random.nextNormal());
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(p, p);
        CommonOps_DDRM.invert(factor, inverse);
        DMatrixRMaj b = new DMatrixRMaj(p, p);
        CommonOps_DDRM.multTransA(inverse, a, b);
        DMatrixRMaj x = new DMatrixRMaj(p, p);
        CommonOps_DDRM.multTransB(b, b, x);
        System.arraycopy(x.data, 0, out, at, p * p);
    }
}
