package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.library.UnaryOp;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;

/** Densities of covariance and correlation matrices. */
public final class MatrixDensities {
    private static final double LOG_PI = Math.log(Math.PI);
    private static final double LOG_TWO = Math.log(2);

    private MatrixDensities() {}

    public static void enter(FunctionTable t) {
        for (String suffix : new String[] {"_lpdf", "_lupdf"}) {
            if (t.wants("lkj_corr_cholesky" + suffix)) {
                t.fixed("lkj_corr_cholesky" + suffix, "real", "matrix, real", new LkjCholesky());
            }
            if (t.wants("lkj_corr" + suffix)) {
                t.fixed("lkj_corr" + suffix, "real", "matrix, real", Composite.scalar((s, a) -> {
                    MatrixOp.square("lkj_corr", a[0]);
                    Arg log = Decompositions.logDeterminant(s, a[0]);
                    return s.plus(
                            s.times(s.minus(a[1], Composite.number(1)), log),
                            s.apply(new LkjConstant(a[0].dims[0]), Type.REAL, a[1]));
                }));
            }
            if (t.wants("lkj_cov" + suffix)) {
                t.fixed("lkj_cov" + suffix, "real", "matrix, vector, vector, real", Composite.scalar((s, a) -> {
                    MatrixOp.square("lkj_cov", a[0]);
                    Arg sd = s.call("sqrt", s.call("diagonal", a[0]));
                    Arg correlations = s.call("quad_form_diag", a[0], s.call("inv", sd));
                    return s.plus(
                            s.call("lognormal_lpdf", sd, a[1], a[2]), s.call("lkj_corr_lpdf", correlations, a[3]));
                }));
            }
            String scaled = "matrix, real, matrix";
            if (t.wants("wishart" + suffix)) {
                t.fixed(
                        "wishart" + suffix,
                        "real",
                        scaled,
                        Composite.scalar((s, a) -> wishart(
                                s,
                                Multivariate.factor(s, "wishart", a[0]),
                                a[1],
                                Multivariate.factor(s, "wishart", a[2]),
                                false)));
            }
            if (t.wants("inv_wishart" + suffix)) {
                t.fixed(
                        "inv_wishart" + suffix,
                        "real",
                        scaled,
                        Composite.scalar((s, a) -> inverse(
                                s,
                                Multivariate.factor(s, "inv_wishart", a[0]),
                                a[1],
                                Multivariate.factor(s, "inv_wishart", a[2]),
                                false)));
            }
            if (t.wants("wishart_cholesky" + suffix)) {
                t.fixed(
                        "wishart_cholesky" + suffix,
                        "real",
                        scaled,
                        Composite.scalar((s, a) -> wishart(s, a[0], a[1], a[2], true)));
            }
            if (t.wants("inv_wishart_cholesky" + suffix)) {
                t.fixed(
                        "inv_wishart_cholesky" + suffix,
                        "real",
                        scaled,
                        Composite.scalar((s, a) -> inverse(s, a[0], a[1], a[2], true)));
            }
        }
    }

    private static int check(String name, Arg w, Arg nu, Arg scale) {
        int p = w.dims[0];
        MatrixOp.square(name, w);
        Multivariate.sized(name, scale, p);
        if (!(nu.get(0) > p - 1)) {
            throw Check.fail(name, "degrees of freedom", "greater than " + (p - 1), nu.get(0));
        }
        return p;
    }

    private static Arg logDiagonal(Composite.Steps s, Arg l) {
        return s.call("sum", s.call("log", s.call("diagonal", l)));
    }

    /** Σ (p - k + 1) log L_kk + p log 2, the Jacobian from a factor to its product. */
    private static Arg jacobian(Composite.Steps s, Arg l, int p) {
        double[] powers = new double[p];
        for (int k = 0; k < p; k++) {
            powers[k] = p - k;
        }
        Arg weights = Arg.constant(Type.VECTOR, powers, p);
        return s.plus(
                s.call("dot_product", weights, s.call("log", s.call("diagonal", l))), Composite.number(p * LOG_TWO));
    }

    /** Of W = L Lᵀ with scale matrix C Cᵀ. */
    private static Arg wishart(Composite.Steps s, Arg l, Arg nu, Arg c, boolean factors) {
        int p = check("wishart", l, nu, c);
        Arg z = s.call("mdivide_left_tri_low", c, s.apply(Algebra.LOWER, Type.MATRIX, l));
        Arg trace = s.call("sum", s.call(".*", z, z));
        Arg value = s.plus(
                s.times(s.minus(nu, Composite.number(p + 1)), logDiagonal(s, l)),
                s.minus(constant(s, nu, p), s.times(0.5, trace)));
        value = s.minus(value, s.times(nu, logDiagonal(s, c)));
        return factors ? s.plus(value, jacobian(s, l, p)) : value;
    }

    /** Of W = L Lᵀ with scale matrix C Cᵀ. */
    private static Arg inverse(Composite.Steps s, Arg l, Arg nu, Arg c, boolean factors) {
        int p = check("inv_wishart", l, nu, c);
        Arg z = s.call("mdivide_left_tri_low", l, s.apply(Algebra.LOWER, Type.MATRIX, c));
        Arg trace = s.call("sum", s.call(".*", z, z));
        Arg value = s.minus(
                s.minus(constant(s, nu, p), s.times(0.5, trace)),
                s.times(s.plus(nu, Composite.number(p + 1)), logDiagonal(s, l)));
        value = s.plus(value, s.times(nu, logDiagonal(s, c)));
        return factors ? s.plus(value, jacobian(s, l, p)) : value;
    }

    /** -ν p/2 log 2 - log Γ_p(ν/2). */
    private static Arg constant(Composite.Steps s, Arg nu, int p) {
        Op op = new UnaryOp(
                x -> -0.5 * x * p * LOG_TWO - Gammas.lmgamma(p, 0.5 * x),
                (x, y) -> -0.5 * p * LOG_TWO - 0.5 * Gammas.lmgammaSlope(p, 0.5 * x));
        return s.apply(op, Type.REAL, nu);
    }

    /** The log of one over the integral of det^(η-1) over correlation matrices (Lewandowski, Kurowicka, Joe 2009). */
    private static final class LkjConstant extends Reduction {
        private final int k;

        LkjConstant(int k) {
            this.k = k;
        }

        @Override
        public double value(Arg[] a) {
            double eta = a[0].get(0);
            Check.positive("lkj_corr", "shape parameter", eta);
            double sum = (k - 1) * Gammas.lgamma(eta + 0.5 * (k - 1));
            for (int j = 1; j < k; j++) {
                sum -= 0.5 * j * LOG_PI + Gammas.lgamma(eta + 0.5 * (k - 1 - j));
            }
            return sum;
        }

        @Override
        public void pull(Arg[] a, double value, double weight) {
            if (a[0].adjoint != null) {
                double eta = a[0].get(0);
                double sum = (k - 1) * Gammas.digamma(eta + 0.5 * (k - 1));
                for (int j = 1; j < k; j++) {
                    sum -= Gammas.digamma(eta + 0.5 * (k - 1 - j));
                }
                a[0].addAdjoint(0, weight * sum);
            }
        }
    }

    private static final class LkjCholesky extends Reduction {
        @Override
        public void check(Arg[] a) {
            MatrixOp.square("lkj_corr_cholesky", a[0]);
        }

        @Override
        public double value(Arg[] a) {
            Arg l = a[0];
            int k = l.dims[0];
            double eta = a[1].get(0);
            double sum = new LkjConstant(k).value(new Arg[] {a[1]});
            for (int i = 1; i < k; i++) {
                double x = l.get(i * k + i);
                Check.positive("lkj_corr_cholesky", "diagonal of the random variable", x);
                sum += (k - i - 1 + 2 * eta - 2) * Math.log(x);
            }
            return sum;
        }

        @Override
        public void pull(Arg[] a, double value, double weight) {
            Arg l = a[0];
            int k = l.dims[0];
            double eta = a[1].get(0);
            new LkjConstant(k).pull(new Arg[] {a[1]}, value, weight);
            for (int i = 1; i < k; i++) {
                double x = l.get(i * k + i);
                if (l.adjoint != null) {
                    l.addAdjoint(i * k + i, weight * (k - i - 1 + 2 * eta - 2) / x);
                }
                if (a[1].adjoint != null) {
                    a[1].addAdjoint(0, weight * 2 * Math.log(x));
                }
            }
        }
    }
}
