package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.BinaryRule;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Kernels;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.library.Rule;
import org.driftfield.stan.library.ScalarRule;
import org.driftfield.stan.math.Bessel;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteBeta;
import org.driftfield.stan.math.IncompleteGamma;

/** Bessel functions, incomplete gamma and beta functions and the like. */
public final class SpecialFunctions {
    private SpecialFunctions() {}

    public static void enter(FunctionTable t) {
        bessel(t);
        if (t.wants("gamma_p")) {
            t.binary(
                    "gamma_p",
                    (a, x) -> IncompleteGamma.p(a, x, null),
                    (a, x, v) -> slope(a, x, true, 0),
                    (a, x, v) -> slope(a, x, true, 1));
        }
        if (t.wants("gamma_q")) {
            t.binary(
                    "gamma_q",
                    (a, x) -> IncompleteGamma.q(a, x, null),
                    (a, x, v) -> slope(a, x, false, 0),
                    (a, x, v) -> slope(a, x, false, 1));
        }
        if (t.wants("inc_beta")) {
            t.add(
                    "inc_beta",
                    new ScalarRule(
                            Type.REAL,
                            Type.REAL,
                            3,
                            new ScalarOp((a, d) -> IncompleteBeta.value(a[0], a[1], a[2], d))));
        }
        if (t.wants("inv_inc_beta")) {
            t.add("inv_inc_beta", new ScalarRule(Type.REAL, Type.REAL, 3, new ScalarOp(SpecialFunctions::inverse)));
        }
        if (t.wants("lmgamma")) {
            t.add(
                    "lmgamma",
                    new BinaryRule(
                            new BinaryOp(
                                    "lmgamma",
                                    (k, x) -> Gammas.lmgamma((int) k, x),
                                    null,
                                    (k, x, v) -> Gammas.lmgammaSlope((int) k, x)),
                            true,
                            false));
        }
        if (t.wants("fma")) {
            t.add("fma", new ScalarRule(Type.REAL, Type.REAL, 3, new ScalarOp((a, d) -> {
                if (d != null) {
                    d[0] = a[1];
                    d[1] = a[0];
                    d[2] = 1;
                }
                return Math.fma(a[0], a[1], a[2]);
            })));
        }
        String number = "real|vector|row_vector|matrix";
        if (t.wants("fma")) {
            t.add("fma", new Fma(number));
        }
    }

    private static double slope(double a, double x, boolean lower, int which) {
        double[] d = new double[2];
        if (lower) {
            IncompleteGamma.p(a, x, d);
        } else {
            IncompleteGamma.q(a, x, d);
        }
        return d[which];
    }

    /** x with I_x(a, b) = p, by bisection and Newton's method on the scale of log I. */
    private static double inverse(double[] a, double[] d) {
        double p = a[2];
        Check.between("inv_inc_beta", "probability", 0, 1, p);
        Check.positiveFinite("inv_inc_beta", "first shape parameter", a[0]);
        Check.positiveFinite("inv_inc_beta", "second shape parameter", a[1]);
        double low = 0;
        double high = 1;
        double x = a[0] / (a[0] + a[1]);
        double[] e = new double[3];
        for (int i = 0; i < 200 && p > 0 && p < 1; i++) {
            double value = IncompleteBeta.value(a[0], a[1], x, e);
            if (value < p) {
                low = x;
            } else {
                high = x;
            }
            double next = x - (value - p) / e[2];
            if (!(next > low && next < high)) {
                next = 0.5 * (low + high);
            }
            if (Math.abs(next - x) <= 1e-16 * x || next == low || next == high) {
                x = next;
                break;
            }
            x = next;
        }
        if (d != null) {
            IncompleteBeta.value(a[0], a[1], x, e);
            d[0] = -e[0] / e[2];
            d[1] = -e[1] / e[2];
            d[2] = 1 / e[2];
        }
        return p == 0 ? 0 : p == 1 ? 1 : x;
    }

    private static void bessel(FunctionTable t) {
        order(
                t,
                "bessel_first_kind",
                (n, x) -> Bessel.j((int) n, x),
                (n, x, v) -> 0.5 * (Bessel.j((int) n - 1, x) - Bessel.j((int) n + 1, x)));
        order(
                t,
                "bessel_second_kind",
                (n, x) -> Bessel.y((int) n, x),
                (n, x, v) -> 0.5 * (Bessel.y((int) n - 1, x) - Bessel.y((int) n + 1, x)));
        order(
                t,
                "modified_bessel_first_kind",
                SpecialFunctions::modified,
                (n, x, v) -> 0.5 * (modified(n - 1, x) + modified(n + 1, x)));
        order(
                t,
                "modified_bessel_second_kind",
                (n, x) -> Math.exp(Bessel.logK(n, x)),
                (n, x, v) -> -0.5 * (Math.exp(Bessel.logK(n - 1, x)) + Math.exp(Bessel.logK(n + 1, x))));
        if (t.wants("log_modified_bessel_first_kind")) {
            t.binary(
                    "log_modified_bessel_first_kind",
                    Bessel::logI,
                    (v, x, f) -> Bessel.logIByOrder(v, x),
                    (v, x, f) -> Math.exp(Bessel.logI(v + 1, x) - f) + v / x);
        }
    }

    private static double modified(double n, double x) {
        double order = Math.abs(n);
        double value = Math.exp(Bessel.logI(order, Math.abs(x)));
        return x < 0 && order % 2 == 1 ? -value : value;
    }

    private static void order(
            FunctionTable t, String name, java.util.function.DoubleBinaryOperator value, BinaryOp.Slope slope) {
        if (t.wants(name)) {
            t.add(name, new BinaryRule(new BinaryOp(name, value, null, slope), true, false));
        }
    }

    /** x * y + z where some are containers of one type. */
    private record Fma(String number) implements Rule {
        private static final Composite OP = new Composite(
                a -> BinaryOp.common("fma", a[2], Rule.scalar(a[0].type) ? a[1] : a[0]),
                (s, a) -> s.plus(
                        s.call(Rule.scalar(a[0].type) || Rule.scalar(a[1].type) ? "*" : ".*", a[0], a[1]), a[2]));

        @Override
        public Library.Resolved match(String name, java.util.List<Type> arguments) {
            Type container = null;
            for (Type type : arguments) {
                if (!Rule.scalar(type)) {
                    if (type.arrays() > 0 || (container != null && !container.equals(type))) {
                        return null;
                    }
                    container = type;
                }
            }
            return container == null || arguments.size() != 3
                    ? null
                    : new Library.Resolved(
                            name, arguments.stream().map(Rule::real).toList(), container, OP, null);
        }

        @Override
        public java.util.List<String> signatures(String name) {
            return java.util.List.of(name + "(three of " + number + ", of one type or single numbers)");
        }
    }

    /** A function of single numbers with all its derivatives. */
    static final class ScalarOp extends Reduction {
        private final Kernels.Value kernel;

        ScalarOp(Kernels.Value kernel) {
            this.kernel = kernel;
        }

        private static double[] numbers(Arg[] a) {
            double[] x = new double[a.length];
            for (int i = 0; i < x.length; i++) {
                x[i] = a[i].get(0);
            }
            return x;
        }

        @Override
        public double value(Arg[] a) {
            return kernel.at(numbers(a), null);
        }

        @Override
        public void pull(Arg[] a, double value, double weight) {
            double[] d = new double[a.length];
            kernel.at(numbers(a), d);
            for (int i = 0; i < d.length; i++) {
                if (a[i].adjoint != null) {
                    a[i].addAdjoint(0, weight * d[i]);
                }
            }
        }
    }
}
