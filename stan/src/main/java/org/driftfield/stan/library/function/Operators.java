package org.driftfield.stan.library.function;

import static org.driftfield.stan.lang.Type.INT;
import static org.driftfield.stan.lang.Type.REAL;

import java.util.function.DoubleBinaryOperator;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Arithmetic;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.BinaryRule;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.ScalarRule;
import org.driftfield.stan.library.UnaryOp;
import org.driftfield.stan.library.UnaryRule;

/** The operators, and the functions that are other names for them. */
public final class Operators {
    private static final int[] SCALAR = {};

    private Operators() {}

    public static void enter(FunctionTable t) {
        sums(t, "+", Arithmetic.PLUS, "add");
        sums(t, "-", Arithmetic.MINUS, "subtract");
        if (t.wants("+")) {
            integers(t, "+", (a, b) -> a + b);
        }
        if (t.wants("-")) {
            integers(t, "-", (a, b) -> a - b);
        }
        if (t.wants("*")) {
            integers(t, "*", (a, b) -> a * b);
        }
        if (t.wants("/")) {
            integers(t, "/", Operators::quotient);
        }
        if (t.wants("%/%")) {
            integers(t, "%/%", Operators::quotient);
        }
        if (t.wants("%")) {
            integers(t, "%", Operators::remainder);
        }
        if (t.wants("divide")) {
            integers(t, "divide", Operators::quotient);
        }
        if (t.wants("modulus")) {
            integers(t, "modulus", Operators::remainder);
        }
        for (String name : new String[] {"*", "multiply"}) {
            if (t.wants(name)) {
                t.add(name, new ScalarRule(REAL, REAL, 2, Arithmetic.TIMES));
            }
            if (t.wants(name)) {
                t.fixed(name, "2", "real, vector|row_vector|matrix", Arithmetic.TIMES);
            }
            if (t.wants(name)) {
                t.fixed(name, "1", "vector|row_vector|matrix, real", Arithmetic.TIMES);
            }
            if (t.wants(name)) {
                t.fixed(name, "real", "row_vector, vector", new Product());
            }
            if (t.wants(name)) {
                t.fixed(name, "matrix", "vector, row_vector", new Product());
            }
            if (t.wants(name)) {
                t.fixed(name, "vector", "matrix, vector", new Product());
            }
            if (t.wants(name)) {
                t.fixed(name, "row_vector", "row_vector, matrix", new Product());
            }
            if (t.wants(name)) {
                t.fixed(name, "matrix", "matrix, matrix", new Product());
            }
        }
        for (String name : new String[] {"/", "divide"}) {
            if (t.wants(name)) {
                t.add(name, new ScalarRule(REAL, REAL, 2, Arithmetic.DIVIDE));
            }
            if (t.wants(name)) {
                t.fixed(name, "1", "vector|row_vector|matrix, real", Arithmetic.DIVIDE);
            }
        }
        for (String name : new String[] {".*", "elt_multiply"}) {
            pairs(t, name, Arithmetic.TIMES);
        }
        for (String name : new String[] {"./", "elt_divide"}) {
            pairs(t, name, Arithmetic.DIVIDE);
        }
        BinaryOp power = new BinaryOp("^", Math::pow, Operators::powerByBase, Operators::powerByExponent);
        pairs(t, ".^", power);
        if (t.wants(".^")) {
            t.add(".^", new ScalarRule(REAL, REAL, 2, power));
        }
        for (String name : new String[] {"^", "pow"}) {
            if (t.wants(name)) {
                t.add(name, new BinaryRule(power, false, false));
            }
        }
        for (String name : new String[] {"'", "transpose"}) {
            if (t.wants(name)) {
                t.fixed(name, "row_vector", "vector", new Transpose());
            }
            if (t.wants(name)) {
                t.fixed(name, "vector", "row_vector", new Transpose());
            }
            if (t.wants(name)) {
                t.fixed(name, "matrix", "matrix", new Transpose());
            }
        }
        for (String name : new String[] {"u-", "minus"}) {
            if (t.wants(name)) {
                t.add(name, new UnaryRule(new UnaryOp(x -> -x, (x, y) -> -1), true));
            }
        }
        for (String name : new String[] {"u+", "plus"}) {
            if (t.wants(name)) {
                t.add(name, new UnaryRule(new UnaryOp(x -> x, (x, y) -> 1), true));
            }
        }
        for (String name : new String[] {"!", "logical_negation"}) {
            if (t.wants(name)) {
                t.add(name, new ScalarRule(INT, REAL, 1, new UnaryOp(x -> x == 0 ? 1 : 0, null)));
            }
        }
        if (t.wants("==") || t.wants("logical_eq")) {
            logical(t, "==", "logical_eq", (a, b) -> a == b ? 1 : 0);
        }
        if (t.wants("!=") || t.wants("logical_neq")) {
            logical(t, "!=", "logical_neq", (a, b) -> a == b ? 0 : 1);
        }
        if (t.wants("<") || t.wants("logical_lt")) {
            logical(t, "<", "logical_lt", (a, b) -> a < b ? 1 : 0);
        }
        if (t.wants("<=") || t.wants("logical_lte")) {
            logical(t, "<=", "logical_lte", (a, b) -> a <= b ? 1 : 0);
        }
        if (t.wants(">") || t.wants("logical_gt")) {
            logical(t, ">", "logical_gt", (a, b) -> a > b ? 1 : 0);
        }
        if (t.wants(">=") || t.wants("logical_gte")) {
            logical(t, ">=", "logical_gte", (a, b) -> a >= b ? 1 : 0);
        }
        if (t.wants("&&") || t.wants("logical_and")) {
            logical(t, "&&", "logical_and", (a, b) -> a != 0 && b != 0 ? 1 : 0);
        }
        if (t.wants("||") || t.wants("logical_or")) {
            logical(t, "||", "logical_or", (a, b) -> a != 0 || b != 0 ? 1 : 0);
        }
    }

    private static void sums(FunctionTable t, String sign, Op op, String word) {
        for (String name : new String[] {sign, word}) {
            if (t.wants(name)) {
                t.add(name, new ScalarRule(REAL, REAL, 2, op));
            }
            pairs(t, name, op);
        }
    }

    /** Equal containers that are not arrays, or one of them a number. */
    private static void pairs(FunctionTable t, String name, Op op) {
        if (t.wants(name)) {
            t.fixed(name, "1", "vector, vector", op);
        }
        if (t.wants(name)) {
            t.fixed(name, "1", "row_vector, row_vector", op);
        }
        if (t.wants(name)) {
            t.fixed(name, "1", "matrix, matrix", op);
        }
        if (t.wants(name)) {
            t.fixed(name, "2", "real, vector|row_vector|matrix", op);
        }
        if (t.wants(name)) {
            t.fixed(name, "1", "vector|row_vector|matrix, real", op);
        }
    }

    private static void integers(FunctionTable t, String name, DoubleBinaryOperator value) {
        DoubleBinaryOperator checked = (a, b) -> {
            double c = value.applyAsDouble(a, b);
            if (Math.abs(c) > Integer.MAX_VALUE) {
                throw new DomainException("integer overflow in " + (long) a + " " + name + " " + (long) b);
            }
            return c;
        };
        if (t.wants(name)) {
            t.add(name, new ScalarRule(INT, INT, 2, new BinaryOp(name, checked, null, null)));
        }
    }

    private static double quotient(double a, double b) {
        if (b == 0) {
            throw new DomainException("integer division of " + (long) a + " by zero");
        }
        double c = a / b;
        return c < 0 ? Math.ceil(c) + 0.0 : Math.floor(c);
    }

    private static double remainder(double a, double b) {
        if (b == 0) {
            throw new DomainException("integer remainder of " + (long) a + " by zero");
        }
        return a % b;
    }

    private static double powerByBase(double a, double b, double value) {
        return b == 0 ? 0 : b * Math.pow(a, b - 1);
    }

    private static double powerByExponent(double a, double b, double value) {
        return value == 0 ? 0 : value * Math.log(a);
    }

    private static void logical(FunctionTable t, String sign, String word, DoubleBinaryOperator value) {
        Op op = new BinaryOp(sign, value, null, null);
        if (t.wants(sign)) {
            t.add(sign, new ScalarRule(INT, REAL, 2, op));
        }
        if (t.wants(word)) {
            t.add(word, new ScalarRule(INT, REAL, 2, op));
        }
    }

    /** Of a vector, a row or a matrix. */
    private static final class Transpose implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            int[] dims = arguments[0].dims;
            return dims.length == 2 ? new int[] {dims[1], dims[0]} : dims;
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            int rows = x.dims.length == 2 ? x.dims[0] : x.size;
            int columns = x.dims.length == 2 ? x.dims[1] : 1;
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < rows; i++) {
                    out.value[out.at + i * columns + j] = x.value[x.at + j * rows + i];
                }
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            if (x.adjoint == null) {
                return;
            }
            int rows = x.dims.length == 2 ? x.dims[0] : x.size;
            int columns = x.dims.length == 2 ? x.dims[1] : 1;
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < rows; i++) {
                    x.adjoint[x.adjointAt + j * rows + i] += out.adjoint[out.adjointAt + i * columns + j];
                }
            }
        }
    }

    /** The product of matrices, a vector being one column and a row vector one row. */
    private static final class Product implements Op {
        static int rows(Arg x) {
            return x.dims.length == 2
                    ? x.dims[0]
                    : x.type.base() == org.driftfield.stan.lang.Type.Base.VECTOR ? x.size : 1;
        }

        static int columns(Arg x) {
            return x.dims.length == 2
                    ? x.dims[1]
                    : x.type.base() == org.driftfield.stan.lang.Type.Base.VECTOR ? 1 : x.size;
        }

        @Override
        public int[] dims(Arg[] arguments) {
            Arg a = arguments[0];
            Arg b = arguments[1];
            if (columns(a) != rows(b)) {
                throw new DomainException("*: the left has " + columns(a) + " columns, the right " + rows(b) + " rows");
            }
            boolean row = a.type.equals(org.driftfield.stan.lang.Type.ROW_VECTOR);
            boolean column = b.type.equals(org.driftfield.stan.lang.Type.VECTOR);
            return row
                    ? column ? SCALAR : new int[] {columns(b)}
                    : column ? new int[] {rows(a)} : new int[] {rows(a), columns(b)};
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg a = arguments[0];
            Arg b = arguments[1];
            int n = rows(a);
            int inner = columns(a);
            int m = columns(b);
            for (int j = 0; j < m; j++) {
                int to = out.at + j * n;
                java.util.Arrays.fill(out.value, to, to + n, 0);
                for (int k = 0; k < inner; k++) {
                    double x = b.value[b.at + j * inner + k];
                    int from = a.at + k * n;
                    for (int i = 0; i < n; i++) {
                        out.value[to + i] += a.value[from + i] * x;
                    }
                }
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg a = arguments[0];
            Arg b = arguments[1];
            int n = rows(a);
            int inner = columns(a);
            int m = columns(b);
            for (int j = 0; j < m; j++) {
                int w = out.adjointAt + j * n;
                for (int k = 0; k < inner; k++) {
                    int from = a.at + k * n;
                    if (b.adjoint != null) {
                        double sum = 0;
                        for (int i = 0; i < n; i++) {
                            sum += out.adjoint[w + i] * a.value[from + i];
                        }
                        b.adjoint[b.adjointAt + j * inner + k] += sum;
                    }
                    if (a.adjoint != null) {
                        double x = b.value[b.at + j * inner + k];
                        int to = a.adjointAt + k * n;
                        for (int i = 0; i < n; i++) {
                            a.adjoint[to + i] += out.adjoint[w + i] * x;
                        }
                    }
                }
            }
        }
    }
}
