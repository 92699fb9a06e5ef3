package org.driftfield.sampler;

import java.util.List;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.QRDecomposition;

/**
 * The normal distribution around the Newton step of an L-BFGS path, with the covariance that the path's last pairs imply:
 * H = D + β γ βᵀ with a diagonal D and 2J columns β (Byrd, Nocedal and Schnabel 1994; Zhang, Carpenter, Gelman and Vehtari
 * 2022, section 2). Sampling and density cost O(d J) by the factorisation H = D^½ (I + Q (L Lᵀ - I) Qᵀ) D^½ with thin Q.
 */
final class LowRankNormal {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    private final int d;
    private final double[] mean;
    private final double[] roots;
    /** d x r, orthonormal columns; r x r lower triangle. */
    private final DMatrixRMaj basis;

    private final DMatrixRMaj factor;
    private final double logDeterminant;

    private LowRankNormal(double[] mean, double[] roots, DMatrixRMaj basis, DMatrixRMaj factor) {
        this.d = mean.length;
        this.mean = mean;
        this.roots = roots;
        this.basis = basis;
        this.factor = factor;
        double sum = 0;
        for (double root : roots) {
            sum += Math.log(root);
        }
        for (int k = 0; k < factor.getNumRows(); k++) {
            sum += Math.log(factor.get(k, k));
        }
        logDeterminant = sum;
    }

    /** The normal at a point of the path; null where rounding leaves no positive definite covariance. */
    static LowRankNormal of(double[] at, double[] gradient, double[] diagonal, List<Lbfgs.Pair> pairs) {
        int d = at.length;
        int j = pairs.size();
        double[] roots = new double[d];
        for (int i = 0; i < d; i++) {
            roots[i] = Math.sqrt(diagonal[i]);
            if (!(roots[i] > 0 && roots[i] <= Double.MAX_VALUE)) {
                return null;
            }
        }
        if (j == 0) {
            double[] mean = new double[d];
            for (int i = 0; i < d; i++) {
                mean[i] = at[i] + diagonal[i] * gradient[i];
            }
            return new LowRankNormal(mean, roots, new DMatrixRMaj(d, 0), new DMatrixRMaj(0, 0));
        }
        DMatrixRMaj middle = middle(diagonal, pairs);
        // D^-½ β: [D^½ Y, D^-½ S].
        DMatrixRMaj columns = new DMatrixRMaj(d, 2 * j);
        for (int c = 0; c < j; c++) {
            Lbfgs.Pair pair = pairs.get(c);
            for (int i = 0; i < d; i++) {
                columns.set(i, c, roots[i] * pair.bend()[i]);
                columns.set(i, j + c, pair.move()[i] / roots[i]);
            }
        }
        QRDecomposition<DMatrixRMaj> qr = DecompositionFactory_DDRM.qr(d, 2 * j);
        if (!qr.decompose(columns.copy())) {
            return null;
        }
        DMatrixRMaj basis = qr.getQ(null, true);
        DMatrixRMaj upper = qr.getR(null, true);
        int r = basis.getNumCols();
        DMatrixRMaj left = new DMatrixRMaj(r, 2 * j);
        CommonOps_DDRM.mult(upper, middle, left);
        DMatrixRMaj inner = new DMatrixRMaj(r, r);
        CommonOps_DDRM.multTransB(left, upper, inner);
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < a; b++) {
                double both = (inner.get(a, b) + inner.get(b, a)) / 2;
                inner.set(a, b, both);
                inner.set(b, a, both);
            }
            inner.add(a, a, 1);
        }
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(r, true);
        if (CommonOps_DDRM.elementMaxAbs(inner) > Double.MAX_VALUE || !cholesky.decompose(inner.copy())) {
            return null;
        }
        LowRankNormal centred = new LowRankNormal(new double[d], roots, basis, cholesky.getT(null));
        double[] mean = centred.covarianceTimes(gradient);
        for (int i = 0; i < d; i++) {
            mean[i] += at[i];
            if (!Double.isFinite(mean[i])) {
                return null;
            }
        }
        return new LowRankNormal(mean, roots, basis, centred.factor);
    }

    /** γ of the compact form: E is the upper triangle of SᵀY, η its diagonal. */
    private static DMatrixRMaj middle(double[] diagonal, List<Lbfgs.Pair> pairs) {
        int j = pairs.size();
        DMatrixRMaj e = new DMatrixRMaj(j, j);
        DMatrixRMaj inner = new DMatrixRMaj(j, j);
        for (int a = 0; a < j; a++) {
            double[] move = pairs.get(a).move();
            double[] bend = pairs.get(a).bend();
            for (int b = 0; b < j; b++) {
                double[] other = pairs.get(b).bend();
                if (a <= b) {
                    e.set(a, b, Lbfgs.dot(move, other));
                }
                double sum = 0;
                for (int i = 0; i < diagonal.length; i++) {
                    sum += bend[i] * diagonal[i] * other[i];
                }
                inner.set(a, b, sum);
            }
        }
        for (int a = 0; a < j; a++) {
            inner.add(a, a, e.get(a, a));
        }
        DMatrixRMaj inverse = new DMatrixRMaj(j, j);
        CommonOps_DDRM.invert(e, inverse);
        DMatrixRMaj half = new DMatrixRMaj(j, j);
        DMatrixRMaj corner = new DMatrixRMaj(j, j);
        CommonOps_DDRM.multTransA(inverse, inner, half);
        CommonOps_DDRM.mult(half, inverse, corner);
        DMatrixRMaj out = new DMatrixRMaj(2 * j, 2 * j);
        for (int a = 0; a < j; a++) {
            for (int b = 0; b < j; b++) {
                out.set(a, j + b, -inverse.get(a, b));
                out.set(j + a, b, -inverse.get(b, a));
                out.set(j + a, j + b, corner.get(a, b));
            }
        }
        return out;
    }

    private double[] covarianceTimes(double[] x) {
        double[] u = new double[d];
        for (int i = 0; i < d; i++) {
            u[i] = roots[i] * x[i];
        }
        double[] v = inBasis(u);
        double[] w = lower(lowerTransposed(v));
        back(u, v, w);
        for (int i = 0; i < d; i++) {
            u[i] *= roots[i];
        }
        return u;
    }

    double[] mean() {
        return mean;
    }

    /** Draws into {@code out}; returns the log density there, free of the rounding that {@link #logDensity} has to face. */
    double sample(RandomStream random, double[] out) {
        double squares = 0;
        for (int i = 0; i < d; i++) {
            out[i] = random.nextNormal();
            squares += out[i] * out[i];
        }
        double[] v = inBasis(out);
        back(out, v, lower(v));
        for (int i = 0; i < d; i++) {
            out[i] = mean[i] + roots[i] * out[i];
        }
        return -0.5 * (squares + d * LOG_2PI) - logDeterminant;
    }

    double logDensity(double[] x) {
        double[] u = new double[d];
        double squares = 0;
        for (int i = 0; i < d; i++) {
            u[i] = (x[i] - mean[i]) / roots[i];
            squares += u[i] * u[i];
        }
        double[] v = inBasis(u);
        for (int a = 0; a < v.length; a++) {
            squares -= v[a] * v[a];
        }
        for (int a = 0; a < v.length; a++) {
            for (int b = 0; b < a; b++) {
                v[a] -= factor.get(a, b) * v[b];
            }
            v[a] /= factor.get(a, a);
            squares += v[a] * v[a];
        }
        return -0.5 * (squares + d * LOG_2PI) - logDeterminant;
    }

    private double[] inBasis(double[] u) {
        double[] v = new double[basis.getNumCols()];
        for (int i = 0; i < d; i++) {
            for (int a = 0; a < v.length; a++) {
                v[a] += basis.unsafe_get(i, a) * u[i];
            }
        }
        return v;
    }

    /** u + Q (w - v). */
    private void back(double[] u, double[] v, double[] w) {
        for (int i = 0; i < d; i++) {
            for (int a = 0; a < v.length; a++) {
                u[i] += basis.unsafe_get(i, a) * (w[a] - v[a]);
            }
        }
    }

    private double[] lower(double[] v) {
        double[] w = new double[v.length];
        for (int a = 0; a < v.length; a++) {
            for (int b = 0; b <= a; b++) {
                w[a] += factor.get(a, b) * v[b];
            }
        }
        return w;
    }

    private double[] lowerTransposed(double[] v) {
        double[] w = new double[v.length];
        for (int a = 0; a < v.length; a++) {
            for (int b = 0; b <= a; b++) {
                w[b] += factor.get(a, b) * v[a];
            }
        }
        return w;
    }
}
