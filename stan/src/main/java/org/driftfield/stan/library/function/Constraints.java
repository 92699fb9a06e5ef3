package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BoundOp;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.TransformOp;
import org.driftfield.stan.math.Dense;
import org.driftfield.transform.Bound;
import org.driftfield.transform.CholeskyFactorCorr;
import org.driftfield.transform.CholeskyFactorCov;
import org.driftfield.transform.CorrMatrix;
import org.driftfield.transform.CovMatrix;
import org.driftfield.transform.Ordered;
import org.driftfield.transform.Simplex;
import org.driftfield.transform.SumToZero;
import org.driftfield.transform.Transform;
import org.driftfield.transform.UnitVector;

/**
 * The transforms of parameters as functions: {@code _constrain}, {@code _unconstrain} and, under a name that programs cannot
 * call, the log Jacobian of the former, which makes up {@code _jacobian}.
 */
public final class Constraints {
    private static final String NUMBERS = "real|vector|row_vector|matrix|real[]";
    private static final String LOG = "_constrain'log";

    private Constraints() {}

    /** The transform for the sizes of the arguments. */
    private interface Sized {
        /** @param n the number of elements of the first argument; sizes, if any, in the others */
        Transform of(int n, Arg[] arguments);
    }

    public static void enter(FunctionTable t) {
        bound(t, "lower_bound", Bound.LOWER, NUMBERS + ", " + NUMBERS);
        bound(t, "upper_bound", Bound.UPPER, NUMBERS + ", " + NUMBERS);
        bound(t, "lower_upper_bound", Bound.INTERVAL, NUMBERS + ", " + NUMBERS + ", " + NUMBERS);
        bound(t, "offset_multiplier", Bound.AFFINE, NUMBERS + ", " + NUMBERS + ", " + NUMBERS);
        vector(t, "ordered", 0, n -> new Ordered(n, false));
        vector(t, "positive_ordered", 0, n -> new Ordered(n, true));
        vector(t, "simplex", 1, Simplex::new);
        vector(t, "sum_to_zero", 1, SumToZero::new);
        vector(t, "unit_vector", 0, UnitVector::new);
        matrix(t, "cholesky_factor_corr", "vector, int", (n, a) -> new CholeskyFactorCorr((int) a[1].get(0)));
        matrix(t, "corr_matrix", "vector, int", (n, a) -> new CorrMatrix((int) a[1].get(0)));
        matrix(t, "cov_matrix", "vector, int", (n, a) -> new CovMatrix((int) a[1].get(0)));
        matrix(
                t,
                "cholesky_factor_cov",
                "vector, int, int",
                (n, a) -> new CholeskyFactorCov((int) a[1].get(0), (int) a[2].get(0)));
        inverse(t, "cholesky_factor_corr", "vector", "matrix", a -> new CholeskyFactorCorr(a.dims[0]));
        inverse(t, "corr_matrix", "vector", "matrix", a -> new CorrMatrix(a.dims[0]));
        inverse(t, "cov_matrix", "vector", "matrix", a -> new CovMatrix(a.dims[0]));
        inverse(t, "cholesky_factor_cov", "vector", "matrix", a -> new CholeskyFactorCov(a.dims[0], a.dims[1]));
    }

    private static void bound(FunctionTable t, String name, Bound bound, String parameters) {
        if (t.wants(name + "_constrain")) {
            t.fixed(name + "_constrain", "1", parameters, new Composite(a -> a[0].dims, (s, a) -> {
                Arg all = s.apply(new BoundOp(bound), Type.VECTOR, limits(name, bound, a));
                return s.part(all, 0, a[0].size, a[0].type, a[0].dims);
            }));
        }
        if (t.wants(name + LOG)) {
            t.fixed(
                    name + LOG,
                    "real",
                    parameters,
                    Composite.scalar((s, a) ->
                            s.element(s.apply(new BoundOp(bound), Type.VECTOR, limits(name, bound, a)), a[0].size)));
        }
        if (t.wants(name + "_unconstrain")) {
            t.fixed(name + "_unconstrain", "1", parameters, new FreeNumbers(name, bound));
        }
    }

    /** The free numbers and both bounds. */
    private static Arg[] limits(String name, Bound bound, Arg[] a) {
        for (Arg x : a) {
            if (x.size != 1 && x.size != a[0].size) {
                throw new DomainException(name + ": sizes must agree, got " + a[0].size + " and " + x.size);
            }
        }
        Arg none = Composite.number(0);
        return switch (bound) {
            case LOWER -> new Arg[] {a[0], a[1], none};
            case UPPER -> new Arg[] {a[0], none, a[1]};
            default -> new Arg[] {a[0], a[1], a[2]};
        };
    }

    private static void vector(
            FunctionTable t, String name, int more, java.util.function.IntFunction<? extends Transform> make) {
        Sized sized = (n, a) -> make.apply(n + more);
        constrain(t, name, "vector", "vector", a -> new int[] {a[0].size + more}, sized);
        inverse(t, name, "vector", "vector", x -> make.apply(x.size));
    }

    private static void matrix(FunctionTable t, String name, String parameters, Sized sized) {
        constrain(
                t, name, "matrix", parameters, a -> new int[] {(int) a[1].get(0), (int) a[a.length - 1].get(0)}, sized);
    }

    private static void constrain(
            FunctionTable t,
            String name,
            String result,
            String parameters,
            org.driftfield.stan.library.Copy.Dims dims,
            Sized sized) {
        Type type = result.equals("vector") ? Type.VECTOR : Type.MATRIX;
        if (t.wants(name + "_constrain")) {
            t.fixed(name + "_constrain", result, parameters, new Composite(dims, (s, a) -> {
                Arg all = s.apply(op(name, sized, a), Type.VECTOR, a[0]);
                return s.part(all, 0, all.size - 1, type, dims.of(a));
            }));
        }
        if (t.wants(name + LOG)) {
            t.fixed(name + LOG, "real", parameters, Composite.scalar((s, a) -> {
                Arg all = s.apply(op(name, sized, a), Type.VECTOR, a[0]);
                return s.element(all, all.size - 1);
            }));
        }
    }

    private static Op op(String name, Sized sized, Arg[] a) {
        Transform transform = sized.of(a[0].size, a);
        if (transform.freeSize() != a[0].size) {
            throw new DomainException(
                    name + "_constrain: expected " + transform.freeSize() + " free numbers, got " + a[0].size);
        }
        return new TransformOp(transform, 1);
    }

    private static void inverse(
            FunctionTable t,
            String name,
            String result,
            String parameter,
            java.util.function.Function<Arg, Transform> make) {
        if (t.wants(name + "_unconstrain")) {
            t.fixed(name + "_unconstrain", result, parameter, new Free(name, make));
        }
    }

    /** The inverse of a bound, number by number. */
    private record FreeNumbers(String name, Bound bound) implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            return arguments[0].dims;
        }

        private static double element(Arg x, int i) {
            return x.get(x.size == 1 ? 0 : i);
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg[] all = limits(name, bound, arguments);
            for (int i = 0; i < out.size; i++) {
                double a = element(all[1], i);
                double b = element(all[2], i);
                double x = all[0].get(i);
                if (!bound.holds(x, a, b)) {
                    throw new DomainException(name + "_unconstrain: " + x + " is outside of the bounds");
                }
                out.set(i, bound.free(x, a, b));
            }
        }

        /** From x = x(y, a, b) at y = free(x): dy = (dx - x_a da - x_b db) / x_y. */
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg[] all = limits(name, bound, arguments);
            for (int i = 0; i < out.size; i++) {
                double a = element(all[1], i);
                double b = element(all[2], i);
                double y = out.get(i);
                double weight = out.adjoint[out.adjointAt + i] / bound.reverse(y, a, b, 1, 0);
                add(all[0], i, weight);
                add(all[1], i, -weight * bound.reverseFirst(y, a, b, 1, 0));
                add(all[2], i, -weight * bound.reverseSecond(y, a, b, 1, 0));
            }
        }

        private static void add(Arg x, int i, double by) {
            if (x.adjoint != null) {
                x.addAdjoint(x.size == 1 ? 0 : i, by);
            }
        }
    }

    /** The inverse of a transform of a vector or matrix. */
    private record Free(String name, java.util.function.Function<Arg, Transform> make) implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            return new int[] {make.apply(arguments[0]).freeSize()};
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            Transform transform = make.apply(x);
            String fault = transform.fault(x.value, x.at);
            if (fault != null) {
                throw new DomainException(name + "_unconstrain: the value " + fault);
            }
            transform.free(x.value, x.at, out.value, out.at);
        }

        /** dy = (JᵀJ)⁻¹Jᵀ dx for the derivative J of x by y: the inverse along all values that x can have. */
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            if (x.adjoint == null) {
                return;
            }
            Transform transform = make.apply(x);
            int n = transform.size();
            int m = transform.freeSize();
            double[] value = new double[n];
            double[] kept = new double[transform.workspace()];
            transform.constrain(out.value, out.at, value, 0, kept, 0);
            double[] jacobian = new double[n * m];
            for (int i = 0; i < n; i++) {
                double[] unit = new double[n];
                unit[i] = 1;
                double[] row = new double[m];
                transform.reverse(out.value, out.at, value, 0, unit, 0, 0, row, 0, kept, 0);
                for (int j = 0; j < m; j++) {
                    jacobian[j * n + i] = row[j];
                }
            }
            double[] weight = java.util.Arrays.copyOfRange(out.adjoint, out.adjointAt, out.adjointAt + m);
            double[] square = Dense.multiply(Dense.transpose(jacobian, n, m), jacobian, m, n, m);
            double[] solved = new Dense.Lu(square, m).solve(weight, 1);
            double[] back = Dense.multiply(jacobian, solved, n, m, 1);
            for (int i = 0; i < n; i++) {
                x.addAdjoint(i, back[i]);
            }
        }
    }
}
