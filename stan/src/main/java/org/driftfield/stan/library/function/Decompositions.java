package org.driftfield.stan.library.function;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.math.Dense;

/** Cholesky, determinants, inverses, eigenvalues, singular values, orthogonal factors. */
public final class Decompositions {
    private Decompositions() {}

    public static void enter(FunctionTable t) {
        if (t.wants("cholesky_decompose")) {
            t.fixed("cholesky_decompose", "matrix", "matrix", new Cholesky());
        }
        for (String name : new String[] {"inverse", "inverse_spd"}) {
            if (t.wants(name)) {
                t.fixed(name, "matrix", "matrix", new Inverse(name));
            }
        }
        if (t.wants("determinant")) {
            t.fixed("determinant", "real", "matrix", new Determinant("determinant", false));
        }
        if (t.wants("log_determinant")) {
            t.fixed("log_determinant", "real", "matrix", new Determinant("log_determinant", true));
        }
        if (t.wants("log_determinant_spd")) {
            t.fixed("log_determinant_spd", "real", "matrix", Composite.scalar((s, a) -> logDeterminant(s, a[0])));
        }
        if (t.wants("eigenvalues_sym")) {
            t.fixed("eigenvalues_sym", "vector", "matrix", new Eigenvalues());
        }
        if (t.wants("eigenvectors_sym")) {
            t.fixed("eigenvectors_sym", "matrix", "matrix", new Eigenvectors());
        }
        if (t.wants("matrix_exp")) {
            t.fixed("matrix_exp", "matrix", "matrix", new Exponential());
        }
        if (t.wants("qr_thin_Q")) {
            t.fixed("qr_thin_Q", "matrix", "matrix", new Orthogonal("qr_thin_Q", true, true));
        }
        if (t.wants("qr_thin_R")) {
            t.fixed("qr_thin_R", "matrix", "matrix", new Orthogonal("qr_thin_R", false, true));
        }
        if (t.wants("qr_Q")) {
            t.fixed("qr_Q", "matrix", "matrix", new Orthogonal("qr_Q", true, false));
        }
        if (t.wants("qr_R")) {
            t.fixed("qr_R", "matrix", "matrix", new Orthogonal("qr_R", false, false));
        }
        if (t.wants("singular_values")) {
            t.fixed("singular_values", "vector", "matrix", new Singular("singular_values", Singular.Part.VALUES));
        }
        if (t.wants("svd_U")) {
            t.fixed("svd_U", "matrix", "matrix", new Singular("svd_U", Singular.Part.LEFT));
        }
        if (t.wants("svd_V")) {
            t.fixed("svd_V", "matrix", "matrix", new Singular("svd_V", Singular.Part.RIGHT));
        }
    }

    /** log det of a positive definite matrix. */
    static Arg logDeterminant(Composite.Steps s, Arg a) {
        return s.times(2, s.call("sum", s.call("log", s.call("diagonal", s.call("cholesky_decompose", a)))));
    }

    static double[] cholesky(String name, double[] a, int n) {
        double[] l = Dense.cholesky(a, n);
        if (l == null) {
            throw new DomainException(name + ": matrix must be positive definite");
        }
        return l;
    }

    private static final class Cholesky extends MatrixOp {
        Cholesky() {
            super("cholesky_decompose");
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            symmetric("cholesky_decompose", a, n);
            return cholesky("cholesky_decompose", a, n);
        }

        /** Only the lower triangle is read, so only it has a derivative. */
        @Override
        public double[] pull(double[] a, int n, int m, double[] l, double[] weight) {
            // S = L⁻ᵀ Φ(LᵀW) L⁻¹ with Φ the lower triangle and half the diagonal (Murray 2016).
            double[] p = new double[n * n];
            for (int j = 0; j < n; j++) {
                for (int i = j; i < n; i++) {
                    double sum = 0;
                    for (int k = i; k < n; k++) {
                        sum += l[i * n + k] * weight[j * n + k];
                    }
                    p[j * n + i] = i == j ? 0.5 * sum : sum;
                }
            }
            Dense.solveLowerTransposed(l, n, p, n);
            double[] q = Dense.transpose(p, n, n);
            Dense.solveLowerTransposed(l, n, q, n);
            // q is now Sᵀ.
            double[] adjoint = new double[n * n];
            for (int j = 0; j < n; j++) {
                adjoint[j * n + j] = q[j * n + j];
                for (int i = j + 1; i < n; i++) {
                    adjoint[j * n + i] = q[j * n + i] + q[i * n + j];
                }
            }
            return adjoint;
        }
    }

    private static final class Inverse extends MatrixOp {
        private final String name;

        Inverse(String name) {
            super(name);
            this.name = name;
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            if (name.equals("inverse_spd")) {
                symmetric(name, a, n);
                cholesky(name, a, n);
            }
            Dense.Lu lu = new Dense.Lu(a, n);
            if (lu.singular()) {
                throw new DomainException(name + ": matrix must not be singular");
            }
            return lu.inverse();
        }

        @Override
        public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
            double[] t = Dense.transpose(value, n, n);
            double[] adjoint = Dense.multiply(Dense.multiply(t, weight, n, n, n), t, n, n, n);
            for (int i = 0; i < adjoint.length; i++) {
                adjoint[i] = -adjoint[i];
            }
            return adjoint;
        }
    }

    private static final class Determinant extends MatrixOp {
        private final boolean log;

        Determinant(String name, boolean log) {
            super(name);
            this.log = log;
        }

        @Override
        public int[] dims(Arg[] arguments) {
            super.dims(arguments);
            return new int[0];
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            Dense.Lu lu = new Dense.Lu(a, n);
            return new double[] {log ? lu.logDeterminant() : lu.determinant()};
        }

        @Override
        public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
            double[] adjoint = new Dense.Lu(a, n).solveTransposed(Dense.identity(n), n);
            double scale = weight[0] * (log ? 1 : value[0]);
            for (int i = 0; i < adjoint.length; i++) {
                adjoint[i] *= scale;
            }
            return adjoint;
        }
    }

    private static final class Eigenvalues extends MatrixOp {
        Eigenvalues() {
            super("eigenvalues_sym");
        }

        @Override
        public int[] dims(Arg[] arguments) {
            return new int[] {super.dims(arguments)[0]};
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            symmetric("eigenvalues_sym", a, n);
            return Dense.eigenSymmetric(a, n)[0];
        }

        @Override
        public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
            double[] v = Dense.eigenSymmetric(a, n)[1];
            double[] scaled = v.clone();
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    scaled[j * n + i] *= weight[j];
                }
            }
            return Dense.multiply(scaled, Dense.transpose(v, n, n), n, n, n);
        }
    }

    private static final class Eigenvectors extends MatrixOp {
        Eigenvectors() {
            super("eigenvectors_sym");
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            symmetric("eigenvectors_sym", a, n);
            return Dense.eigenSymmetric(a, n)[1];
        }

        @Override
        public double[] pull(double[] a, int n, int m, double[] v, double[] weight) {
            double[] values = Dense.eigenSymmetric(a, n)[0];
            double[] vt = Dense.transpose(v, n, n);
            double[] f = Dense.multiply(vt, weight, n, n, n);
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    f[j * n + i] = i == j ? 0 : f[j * n + i] / (values[j] - values[i]);
                }
            }
            double[] g = Dense.multiply(Dense.multiply(v, f, n, n, n), vt, n, n, n);
            double[] h = Dense.transpose(g, n, n);
            for (int i = 0; i < g.length; i++) {
                g[i] = 0.5 * (g[i] + h[i]);
            }
            return g;
        }
    }

    private static final class Exponential extends MatrixOp {
        Exponential() {
            super("matrix_exp");
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            return Dense.exponential(a, n);
        }

        /** The upper right block of exp of (Aᵀ W; 0 Aᵀ). */
        @Override
        public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
            int k = 2 * n;
            double[] block = new double[k * k];
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    block[j * k + i] = a[i * n + j];
                    block[(n + j) * k + n + i] = a[i * n + j];
                    block[(n + j) * k + i] = weight[j * n + i];
                }
            }
            double[] e = Dense.exponential(block, k);
            double[] adjoint = new double[n * n];
            for (int j = 0; j < n; j++) {
                System.arraycopy(e, (n + j) * k, adjoint, j * n, n);
            }
            return adjoint;
        }
    }

    /** One of the two factors of A = Q R. */
    private static final class Orthogonal extends MatrixOp {
        private final String name;
        private final boolean q;
        private final boolean thin;

        Orthogonal(String name, boolean q, boolean thin) {
            super(name);
            this.name = name;
            this.q = q;
            this.thin = thin;
        }

        private int rank(int n, int m) {
            return thin ? Math.min(n, m) : n;
        }

        @Override
        public int[] dims(Arg[] arguments) {
            int[] dims = arguments[0].dims;
            int k = rank(dims[0], dims[1]);
            if (arguments[0].adjoint != null && (dims[0] < dims[1] || k > dims[1])) {
                throw new DomainException(
                        name + ": for parameters, the matrix must have at least as many rows as columns"
                                + " and the thin form is needed");
            }
            return q ? new int[] {dims[0], k} : new int[] {k, dims[1]};
        }

        @Override
        public double[] value(double[] a, int n, int m) {
            double[][] qr = Dense.qr(a, n, m);
            int k = rank(n, m);
            if (q) {
                return Arrays.copyOf(qr[0], n * k);
            }
            double[] r = new double[k * m];
            for (int j = 0; j < m; j++) {
                System.arraycopy(qr[1], j * n, r, j * k, k);
            }
            return r;
        }

        /** (Q̄ + Q copyltu(R R̄ᵀ - Q̄ᵀQ)) R⁻ᵀ, where copyltu mirrors the lower triangle. */
        @Override
        public double[] pull(double[] a, int n, int m, double[] value, double[] weight) {
            double[][] qr = Dense.qr(a, n, m);
            double[] thinQ = Arrays.copyOf(qr[0], n * m);
            double[] r = new double[m * m];
            for (int j = 0; j < m; j++) {
                System.arraycopy(qr[1], j * n, r, j * m, m);
            }
            double[] inner;
            double[] sum = new double[n * m];
            if (q) {
                inner = Dense.multiply(Dense.transpose(weight, n, m), thinQ, m, n, m);
                for (int i = 0; i < inner.length; i++) {
                    inner[i] = -inner[i];
                }
                sum = weight.clone();
            } else {
                inner = Dense.multiply(r, Dense.transpose(weight, m, m), m, m, m);
            }
            for (int j = 0; j < m; j++) {
                for (int i = 0; i < j; i++) {
                    inner[j * m + i] = inner[i * m + j];
                }
            }
            double[] moved = Dense.multiply(thinQ, inner, n, m, m);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += moved[i];
            }
            // X R⁻ᵀ is the transpose of R⁻¹ Xᵀ.
            return Dense.transpose(new Dense.Lu(r, m).solve(Dense.transpose(sum, n, m), n), m, n);
        }
    }
}
