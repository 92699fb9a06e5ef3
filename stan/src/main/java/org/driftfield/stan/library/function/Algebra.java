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

/** Products and quotients of matrices, quadratic forms, diagonals. */
public final class Algebra {
    private Algebra() {}

    public static void enter(FunctionTable t) {
        products(t);
        forms(t);
        quotients(t);
        if (t.wants("diag_pre_multiply")) {
            t.fixed("diag_pre_multiply", "matrix", "vector|row_vector, matrix", new Diagonal(0));
        }
        if (t.wants("diag_post_multiply")) {
            t.fixed("diag_post_multiply", "matrix", "matrix, vector|row_vector", new Diagonal(1));
        }
        if (t.wants("add_diag")) {
            t.fixed("add_diag", "matrix", "matrix, real|vector|row_vector", new Composite(a -> a[0].dims, (s, a) -> {
                int n = Math.min(a[0].dims[0], a[0].dims[1]);
                int step = a[1].dims.length == 0 ? 0 : 1;
                if (step == 1 && a[1].size != n) {
                    throw new DomainException("add_diag: the diagonal has " + n + " elements, got " + a[1].size);
                }
                Copy diagonal = new Copy(x -> a[0].dims, (x, dims, sink) -> sink.run(0, 0, step, 0, dims[0] + 1, n));
                return s.plus(a[0], s.apply(diagonal, Type.MATRIX, a[1]));
            }));
        }
        if (t.wants("trace")) {
            t.fixed("trace", "real", "matrix", Composite.scalar((s, a) -> s.call("sum", s.call("diagonal", a[0]))));
        }
    }

    private static void products(FunctionTable t) {
        if (t.wants("crossprod")) {
            t.fixed(
                    "crossprod",
                    "matrix",
                    "matrix",
                    new Composite(
                            a -> new int[] {a[0].dims[1], a[0].dims[1]}, (s, a) -> s.times(s.call("'", a[0]), a[0])));
        }
        if (t.wants("tcrossprod")) {
            t.fixed(
                    "tcrossprod",
                    "matrix",
                    "matrix",
                    new Composite(
                            a -> new int[] {a[0].dims[0], a[0].dims[0]}, (s, a) -> s.times(a[0], s.call("'", a[0]))));
        }
        if (t.wants("multiply_lower_tri_self_transpose")) {
            t.fixed(
                    "multiply_lower_tri_self_transpose",
                    "matrix",
                    "matrix",
                    new Composite(a -> new int[] {a[0].dims[0], a[0].dims[0]}, (s, a) -> {
                        Arg l = s.apply(LOWER, Type.MATRIX, a[0]);
                        return s.times(l, s.call("'", l));
                    }));
        }
        if (t.wants("columns_dot_product")) {
            t.fixed("columns_dot_product", "row_vector", "matrix, matrix", along(true));
        }
        if (t.wants("columns_dot_product")) {
            t.fixed("columns_dot_product", "row_vector", "vector, vector", along(true));
        }
        if (t.wants("columns_dot_product")) {
            t.fixed("columns_dot_product", "row_vector", "row_vector, row_vector", along(true));
        }
        if (t.wants("columns_dot_self")) {
            t.fixed("columns_dot_self", "row_vector", "vector|row_vector|matrix", along(true));
        }
        if (t.wants("rows_dot_product")) {
            t.fixed("rows_dot_product", "vector", "matrix, matrix", along(false));
        }
        if (t.wants("rows_dot_product")) {
            t.fixed("rows_dot_product", "vector", "vector, vector", along(false));
        }
        if (t.wants("rows_dot_product")) {
            t.fixed("rows_dot_product", "vector", "row_vector, row_vector", along(false));
        }
        if (t.wants("rows_dot_self")) {
            t.fixed("rows_dot_self", "vector", "vector|row_vector|matrix", along(false));
        }
        if (t.wants("matrix_power")) {
            t.fixed(
                    "matrix_power",
                    "matrix",
                    "matrix, int",
                    new Composite(a -> MatrixOp.square("matrix_power", a[0]), (s, a) -> {
                        if (a[1].get(0) < 0) {
                            throw new DomainException(
                                    "matrix_power: exponent must be nonnegative, got " + (long) a[1].get(0));
                        }
                        int n = a[0].dims[0];
                        Arg result = Arg.constant(Type.MATRIX, Dense.identity(n), n, n);
                        Arg power = a[0];
                        for (int k = (int) a[1].get(0); k > 0; k >>= 1) {
                            if ((k & 1) == 1) {
                                result = s.times(result, power);
                            }
                            power = k > 1 ? s.times(power, power) : power;
                        }
                        return result;
                    }));
        }
        if (t.wants("scale_matrix_exp_multiply")) {
            t.fixed(
                    "scale_matrix_exp_multiply",
                    "matrix",
                    "real, matrix, matrix",
                    new Composite(a -> a[2].dims, (s, a) -> s.times(s.call("matrix_exp", s.times(a[0], a[1])), a[2])));
        }
        if (t.wants("matrix_exp_multiply")) {
            t.fixed(
                    "matrix_exp_multiply",
                    "matrix",
                    "matrix, matrix",
                    new Composite(a -> a[1].dims, (s, a) -> s.times(s.call("matrix_exp", a[0]), a[1])));
        }
    }

    /** The lower triangle, zeros above it. */
    static final Copy LOWER = new Copy(a -> a[0].dims, (a, dims, sink) -> {
        for (int j = 0; j < Math.min(dims[0], dims[1]); j++) {
            sink.run(0, j * dims[0] + j, 1, j * dims[0] + j, 1, dims[0] - j);
        }
    });

    /** Products summed down the columns or along the rows. */
    private static Op along(boolean columns) {
        return new Composite(a -> new int[] {columns ? Slices.columns(a[0]) : Slices.rows(a[0])}, (s, a) -> {
            Arg product = s.call(".*", a[0], a[a.length - 1]);
            Arg matrix = s.call("to_matrix", product);
            int n = matrix.dims[columns ? 0 : 1];
            return columns
                    ? s.times(s.call("ones_row_vector", size(n)), matrix)
                    : s.times(matrix, s.call("ones_vector", size(n)));
        });
    }

    private static Arg size(int n) {
        return Arg.constant(Type.INT, new double[] {n});
    }

    private static void forms(FunctionTable t) {
        Copy.Dims square = a -> new int[] {a[1].dims[1], a[1].dims[1]};
        if (t.wants("quad_form")) {
            t.fixed(
                    "quad_form",
                    "matrix",
                    "matrix, matrix",
                    new Composite(square, (s, a) -> s.times(s.call("'", a[1]), s.times(a[0], a[1]))));
        }
        if (t.wants("quad_form_sym")) {
            t.fixed("quad_form_sym", "matrix", "matrix, matrix", new Composite(square, (s, a) -> {
                Arg form = s.times(s.call("'", a[1]), s.times(a[0], a[1]));
                return s.times(0.5, s.plus(form, s.call("'", form)));
            }));
        }
        for (String name : new String[] {"quad_form", "quad_form_sym", "trace_quad_form"}) {
            if (t.wants(name)) {
                t.fixed(
                        name,
                        "real",
                        "matrix, vector",
                        Composite.scalar((s, a) -> s.call("dot_product", a[1], s.times(a[0], a[1]))));
            }
        }
        if (t.wants("trace_quad_form")) {
            t.fixed(
                    "trace_quad_form",
                    "real",
                    "matrix, matrix",
                    Composite.scalar((s, a) -> s.call("sum", s.call(".*", a[1], s.times(a[0], a[1])))));
        }
        if (t.wants("trace_gen_quad_form")) {
            t.fixed(
                    "trace_gen_quad_form",
                    "real",
                    "matrix, matrix, matrix",
                    Composite.scalar((s, a) ->
                            s.call("sum", s.call(".*", s.times(a[2], s.call("'", a[0])), s.times(a[1], a[2])))));
        }
        if (t.wants("quad_form_diag")) {
            t.fixed(
                    "quad_form_diag",
                    "matrix",
                    "matrix, vector|row_vector",
                    new Composite(
                            a -> a[0].dims,
                            (s, a) -> s.call("diag_pre_multiply", a[1], s.call("diag_post_multiply", a[0], a[1]))));
        }
    }

    private static void quotients(FunctionTable t) {
        for (String name : new String[] {"mdivide_left", "mdivide_left_spd", "\\"}) {
            if (t.wants(name)) {
                t.fixed(name, "2", "matrix, vector|matrix", new Solve(name, false));
            }
        }
        if (t.wants("mdivide_left_tri_low")) {
            t.fixed("mdivide_left_tri_low", "2", "matrix, vector|matrix", new Solve("mdivide_left_tri_low", true));
        }
        for (String name :
                new String[] {"mdivide_right", "mdivide_right_spd", "/", "divide", "mdivide_right_tri_low"}) {
            Op solve = new Solve(name, name.endsWith("tri_low"));
            if (t.wants(name)) {
                t.fixed(name, "1", "row_vector|matrix, matrix", new Composite(a -> a[0].dims, (s, a) -> {
                    boolean lower = name.endsWith("tri_low");
                    // B L⁻¹ is the transpose of L⁻ᵀ Bᵀ, an upper triangle: solved as a general matrix.
                    Arg left = s.call("'", lower ? s.apply(LOWER, Type.MATRIX, a[1]) : a[1]);
                    Arg right = s.call("'", a[0]);
                    return s.call("'", s.apply(lower ? new Solve(name, false) : solve, right.type, left, right));
                }));
            }
        }
        if (t.wants("chol2inv")) {
            t.fixed(
                    "chol2inv",
                    "matrix",
                    "matrix",
                    new Composite(
                            a -> a[0].dims,
                            (s, a) -> s.call("inverse", s.call("multiply_lower_tri_self_transpose", a[0]))));
        }
        if (t.wants("generalized_inverse")) {
            t.fixed(
                    "generalized_inverse",
                    "matrix",
                    "matrix",
                    new Composite(a -> new int[] {a[0].dims[1], a[0].dims[0]}, (s, a) -> {
                        Arg transposed = s.call("'", a[0]);
                        return a[0].dims[0] >= a[0].dims[1]
                                ? s.call("mdivide_left", s.times(transposed, a[0]), transposed)
                                : s.call("'", s.call("mdivide_left", s.times(a[0], transposed), a[0]));
                    }));
        }
    }

    /** A⁻¹ B. */
    private record Solve(String name, boolean lower) implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            MatrixOp.square(name, arguments[0]);
            if (arguments[0].dims[0] != arguments[1].dims[0]) {
                throw new DomainException(
                        name + ": rows must agree, got " + arguments[0].dims[0] + " and " + arguments[1].dims[0]);
            }
            return arguments[1].dims;
        }

        private Dense.Lu factor(double[] a, int n) {
            Dense.Lu lu = new Dense.Lu(a, n);
            if (lu.singular()) {
                throw new DomainException(name + ": matrix must not be singular");
            }
            return lu;
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            int n = arguments[0].dims[0];
            if (n == 0) {
                return;
            }
            double[] a = MatrixOp.numbers(arguments[0]);
            double[] x = MatrixOp.numbers(arguments[1]);
            int m = x.length / n;
            if (lower) {
                Dense.solveLower(a, n, x, m);
            } else {
                x = factor(a, n).solve(x, m);
            }
            System.arraycopy(x, 0, out.value, out.at, out.size);
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg a = arguments[0];
            int n = a.dims[0];
            if (n == 0) {
                return;
            }
            int m = out.size / n;
            double[] w = java.util.Arrays.copyOfRange(out.adjoint, out.adjointAt, out.adjointAt + out.size);
            if (lower) {
                Dense.solveLowerTransposed(MatrixOp.numbers(a), n, w, m);
            } else {
                w = factor(MatrixOp.numbers(a), n).solveTransposed(w, m);
            }
            if (arguments[1].adjoint != null) {
                MatrixOp.add(arguments[1], w);
            }
            if (a.adjoint != null) {
                double[] adjoint = Dense.multiply(w, Dense.transpose(MatrixOp.numbers(out), n, m), n, m, n);
                for (int j = 0; j < n; j++) {
                    for (int i = lower ? j : 0; i < n; i++) {
                        a.addAdjoint(j * n + i, -adjoint[j * n + i]);
                    }
                }
            }
        }
    }

    /** Rows or columns scaled by the elements of a vector; side is the place of the matrix's partner's side. */
    private record Diagonal(int side) implements Op {
        private Arg matrix(Arg[] arguments) {
            return arguments[1 - side];
        }

        private Arg scale(Arg[] arguments) {
            return arguments[side];
        }

        @Override
        public int[] dims(Arg[] arguments) {
            int[] dims = matrix(arguments).dims;
            if (dims[side] != scale(arguments).size) {
                throw new DomainException((side == 0 ? "diag_pre_multiply" : "diag_post_multiply") + ": the matrix has "
                        + dims[side] + (side == 0 ? " rows" : " columns") + ", the diagonal "
                        + scale(arguments).size + " elements");
            }
            return dims;
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg m = matrix(arguments);
            Arg v = scale(arguments);
            int n = m.dims[0];
            for (int k = 0; k < out.size; k++) {
                out.value[out.at + k] = m.value[m.at + k] * v.value[v.at + (side == 0 ? k % n : k / n)];
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg m = matrix(arguments);
            Arg v = scale(arguments);
            int n = m.dims[0];
            for (int k = 0; k < out.size; k++) {
                int i = side == 0 ? k % n : k / n;
                double w = out.adjoint[out.adjointAt + k];
                if (m.adjoint != null) {
                    m.addAdjoint(k, w * v.get(i));
                }
                if (v.adjoint != null) {
                    v.addAdjoint(i, w * m.get(k));
                }
            }
        }
    }
}
