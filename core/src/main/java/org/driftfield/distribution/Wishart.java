package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * The Wishart distribution of a p × p precision X, density proportional to |X|^((ν-p-1)/2) exp(-tr(R X)/2) with the rate R,
 * the inverse of the usual scale: η = ((ν-p-1)/2, -R/2), T = (log|X|, X), matrices row-major. The inverse of X has the inverse
 * Wishart distribution with ν degrees of freedom and scale R.
 */
public final class Wishart implements ExponentialFamily {
    private final double degrees;
    private final int p;
    private final DMatrixRMaj rate;

    /** L with R = L Lᵀ. */
    private final DMatrixRMaj factor;

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

    /** (E[log|X|], E[X] = ν R⁻¹); of the inverse Wishart, (-E[log|Σ|], E[Σ⁻¹]). */
    @Override
    public double[] expectedStatistics() {
        DMatrixRMaj inverse = new DMatrixRMaj(p, p);
        CommonOps_DDRM.invert(rate, inverse);
        double[] statistics = new double[1 + p * p];
        statistics[0] = p * Math.log(2) - logRate();
        for (int i = 0; i < p; i++) {
            statistics[0] += Digamma.value((degrees - i) / 2);
        }
        for (int k = 0; k < p * p; k++) {
            statistics[k + 1] = degrees * inverse.data[k];
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
