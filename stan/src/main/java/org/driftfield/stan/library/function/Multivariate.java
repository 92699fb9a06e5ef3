package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.Copy;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.math.Dense;
import org.driftfield.stan.math.Gammas;

/** Densities of vectors: normal and Student's t in their parametrisations, Gaussian processes. */
public final class Multivariate {
    private static final String Y = "vector|row_vector|vector[]|row_vector[]";
    private static final double LOG_TWO_PI = 2 * Gammas.HALF_LOG_TWO_PI;

    private Multivariate() {}

    public static void enter(FunctionTable t) {
        for (String suffix : new String[] {"_lpdf", "_lupdf"}) {
            String normal = Y + ", " + Y + ", matrix";
            if (t.wants("multi_normal_cholesky" + suffix)) {
                t.fixed("multi_normal_cholesky" + suffix, "real", normal, new NormalCholesky());
            }
            if (t.wants("multi_normal" + suffix)) {
                t.fixed(
                        "multi_normal" + suffix,
                        "real",
                        normal,
                        Composite.scalar((s, a) ->
                                s.apply(new NormalCholesky(), Type.REAL, a[0], a[1], factor(s, "multi_normal", a[2]))));
            }
            if (t.wants("multi_normal_prec" + suffix)) {
                t.fixed("multi_normal_prec" + suffix, "real", normal, Composite.scalar(Multivariate::precision));
            }
            String student = Y + ", real, " + Y + ", matrix";
            if (t.wants("multi_student_t" + suffix)) {
                t.fixed(
                        "multi_student_t" + suffix,
                        "real",
                        student,
                        Composite.scalar((s, a) -> student(s, a[0], a[1], a[2], factor(s, "multi_student_t", a[3]))));
            }
            if (t.wants("multi_student_t_cholesky" + suffix)) {
                t.fixed(
                        "multi_student_t_cholesky" + suffix,
                        "real",
                        student,
                        Composite.scalar((s, a) -> student(s, a[0], a[1], a[2], a[3])));
            }
            if (t.wants("multi_gp" + suffix)) {
                t.fixed(
                        "multi_gp" + suffix,
                        "real",
                        "matrix, matrix, vector",
                        Composite.scalar((s, a) -> process(s, a[0], factor(s, "multi_gp", a[1]), a[2])));
            }
            if (t.wants("multi_gp_cholesky" + suffix)) {
                t.fixed(
                        "multi_gp_cholesky" + suffix,
                        "real",
                        "matrix, matrix, vector",
                        Composite.scalar((s, a) -> process(s, a[0], a[1], a[2])));
            }
        }
    }

    static Arg factor(Composite.Steps s, String name, Arg sigma) {
        MatrixOp.square(name, sigma);
        return s.call("cholesky_decompose", sigma);
    }

    /** y - mu as columns, either of which may be one vector for many. */
    private static Arg residuals(Composite.Steps s, String name, Arg y, Arg mu) {
        int k = width(y);
        int n = count(name, y, mu);
        Arg[] sides = {y, mu};
        for (int side = 0; side < 2; side++) {
            boolean one = sides[side].type.arrays() == 0;
            Copy spread = new Copy(a -> new int[] {k, n}, (a, dims, sink) -> {
                for (int i = 0; i < n; i++) {
                    sink.run(0, one ? 0 : i * k, 1, i * k, 1, k);
                }
            });
            sides[side] = s.apply(spread, Type.MATRIX, sides[side]);
        }
        return s.minus(sides[0], sides[1]);
    }

    static int width(Arg x) {
        return x.dims[x.dims.length - 1];
    }

    static int count(String name, Arg y, Arg mu) {
        boolean several = y.type.arrays() > 0 && mu.type.arrays() > 0;
        if (several && y.dims[0] != mu.dims[0]) {
            throw new DomainException(name + ": there must be as many locations as random variables, " + y.dims[0]
                    + ", got " + mu.dims[0]);
        }
        int n = y.type.arrays() > 0 ? y.dims[0] : mu.type.arrays() > 0 ? mu.dims[0] : 1;
        if (n > 0 && width(y) != width(mu)) {
            throw new DomainException(name + ": the location must have as many elements as the random variable, "
                    + width(y) + ", got " + width(mu));
        }
        return n;
    }

    static void sized(String name, Arg matrix, int k) {
        MatrixOp.square(name, matrix);
        if (matrix.dims[0] != k) {
            throw new DomainException(name + ": the matrix must have as many rows as the random variable, " + k
                    + ", got " + matrix.dims[0]);
        }
    }

    private static Arg precision(Composite.Steps s, Arg[] a) {
        sized("multi_normal_prec", a[2], width(a[0]));
        Arg r = residuals(s, "multi_normal_prec", a[0], a[1]);
        int n = r.dims[1];
        Arg form = s.call("sum", s.call(".*", r, s.times(a[2], r)));
        Arg log = s.times(n, Decompositions.logDeterminant(s, a[2]));
        return s.minus(s.times(0.5, s.minus(log, form)), Composite.number(0.5 * LOG_TWO_PI * r.dims[0] * n));
    }

    private static Arg student(Composite.Steps s, Arg y, Arg nu, Arg mu, Arg l) {
        String name = "multi_student_t";
        org.driftfield.stan.math.Check.positive(name, "degrees of freedom", nu.get(0));
        sized(name, l, width(y));
        Arg z = s.call("mdivide_left_tri_low", l, residuals(s, name, y, mu));
        int k = z.dims[0];
        int n = z.dims[1];
        Arg distances = s.call("columns_dot_self", z);
        Arg spread = s.times(
                s.times(0.5, s.plus(nu, Composite.number(k))),
                s.call("sum", s.call("log1p", s.call("/", distances, nu))));
        Arg half = s.times(0.5, nu);
        Arg norm = s.minus(
                s.call("log_rising_factorial", half, Composite.number(0.5 * k)),
                s.times(0.5 * k, s.call("log", s.times(Math.PI, nu))));
        Arg scale = s.call("sum", s.call("log", s.call("diagonal", l)));
        return s.minus(s.times(n, s.minus(norm, scale)), spread);
    }

    /** Rows of y, each with covariance L Lᵀ over its weight. */
    private static Arg process(Composite.Steps s, Arg y, Arg l, Arg w) {
        sized("multi_gp", l, y.dims[1]);
        int n = y.dims[0];
        int k = y.dims[1];
        if (w.size != n) {
            throw new DomainException("multi_gp: there must be as many weights as rows, " + n + ", got " + w.size);
        }
        for (int i = 0; i < n; i++) {
            org.driftfield.stan.math.Check.positiveFinite("multi_gp", "weight", w.get(i));
        }
        Arg z = s.call("mdivide_left_tri_low", l, s.call("'", y));
        Arg form = s.times(s.call("columns_dot_self", z), w);
        Arg logs = s.minus(
                s.times(0.5 * k, s.call("sum", s.call("log", w))),
                s.times(n, s.call("sum", s.call("log", s.call("diagonal", l)))));
        return s.minus(s.minus(logs, s.times(0.5, form)), Composite.number(0.5 * LOG_TWO_PI * n * k));
    }

    /** Of y, mean and lower Cholesky factor. */
    private static final class NormalCholesky implements Op {
        private static final String NAME = "multi_normal_cholesky";

        @Override
        public int[] dims(Arg[] a) {
            if (count(NAME, a[0], a[1]) > 0) {
                sized(NAME, a[2], width(a[0]));
            }
            return new int[0];
        }

        /** L⁻¹(y - mu) and L⁻ᵀ of it. */
        @Override
        public int workspace(Arg[] a) {
            return 2 * width(a[0]) * count(NAME, a[0], a[1]);
        }

        @Override
        public void forward(Arg[] a, Arg out, double[] work, int workAt) {
            int k = width(a[0]);
            int n = count(NAME, a[0], a[1]);
            double[] l = MatrixOp.numbers(a[2]);
            double[] z = new double[k * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < k; j++) {
                    double y = a[0].get(a[0].type.arrays() == 0 ? j : i * k + j);
                    org.driftfield.stan.math.Check.notNan(NAME, "random variable", y);
                    z[i * k + j] = y - a[1].get(a[1].type.arrays() == 0 ? j : i * k + j);
                }
            }
            double value = -0.5 * LOG_TWO_PI * k * n;
            for (int j = 0; j < k; j++) {
                org.driftfield.stan.math.Check.positive(NAME, "diagonal of the Cholesky factor", l[j * k + j]);
                value -= n * Math.log(l[j * k + j]);
            }
            Dense.solveLower(l, k, z, n);
            for (double x : z) {
                value -= 0.5 * x * x;
            }
            System.arraycopy(z, 0, work, workAt, z.length);
            Dense.solveLowerTransposed(l, k, z, n);
            System.arraycopy(z, 0, work, workAt + z.length, z.length);
            out.set(0, value);
        }

        @Override
        public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
            double weight = out.adjoint[out.adjointAt];
            int k = width(a[0]);
            int n = count(NAME, a[0], a[1]);
            int second = workAt + k * n;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < k; j++) {
                    double slope = weight * work[second + i * k + j];
                    if (a[0].adjoint != null) {
                        a[0].addAdjoint(a[0].type.arrays() == 0 ? j : i * k + j, -slope);
                    }
                    if (a[1].adjoint != null) {
                        a[1].addAdjoint(a[1].type.arrays() == 0 ? j : i * k + j, slope);
                    }
                }
            }
            if (a[2].adjoint != null) {
                for (int q = 0; q < k; q++) {
                    for (int p = q; p < k; p++) {
                        double sum = p == q ? -n / a[2].get(q * k + q) : 0;
                        for (int i = 0; i < n; i++) {
                            sum += work[second + i * k + p] * work[workAt + i * k + q];
                        }
                        a[2].addAdjoint(q * k + p, weight * sum);
                    }
                }
            }
        }
    }
}
