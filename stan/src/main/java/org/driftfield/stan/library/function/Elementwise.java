package org.driftfield.stan.library.function;

import static org.driftfield.stan.lang.Type.INT;
import static org.driftfield.stan.lang.Type.REAL;

import java.util.function.DoubleUnaryOperator;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.BinaryRule;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.ScalarRule;
import org.driftfield.stan.library.UnaryOp;
import org.driftfield.stan.library.UnaryRule;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.Scalars;

/** Functions that are applied number by number. */
public final class Elementwise {
    private static final double LOG_TWO = 0.6931471805599453;
    private static final double LOG_TEN = 2.302585092994046;

    private Elementwise() {}

    public static void enter(FunctionTable t) {
        powers(t);
        trigonometry(t);
        links(t);
        gammas(t);
        logs(t);
        rounding(t);
        pairs(t);
        constants(t);
    }

    private static void powers(FunctionTable t) {
        if (t.wants("fabs")) {
            t.unary("fabs", Math::abs, (x, y) -> Math.signum(x));
        }
        if (t.wants("abs")) {
            t.add("abs", new UnaryRule(new UnaryOp(Math::abs, (x, y) -> Math.signum(x)), true));
        }
        if (t.wants("sqrt")) {
            t.unary("sqrt", Math::sqrt, (x, y) -> 0.5 / y);
        }
        if (t.wants("cbrt")) {
            t.unary("cbrt", Math::cbrt, (x, y) -> 1 / (3 * y * y));
        }
        if (t.wants("square")) {
            t.unary("square", x -> x * x, (x, y) -> 2 * x);
        }
        if (t.wants("exp")) {
            t.unary("exp", Math::exp, (x, y) -> y);
        }
        if (t.wants("exp2")) {
            t.unary("exp2", x -> Math.pow(2, x), (x, y) -> y * LOG_TWO);
        }
        if (t.wants("expm1")) {
            t.unary("expm1", Math::expm1, (x, y) -> y + 1);
        }
        if (t.wants("log")) {
            t.unary("log", Math::log, (x, y) -> 1 / x);
        }
        if (t.wants("log2")) {
            t.unary("log2", x -> Math.log(x) / LOG_TWO, (x, y) -> 1 / (x * LOG_TWO));
        }
        if (t.wants("log10")) {
            t.unary("log10", Math::log10, (x, y) -> 1 / (x * LOG_TEN));
        }
        if (t.wants("log1p")) {
            t.unary("log1p", Math::log1p, (x, y) -> 1 / (1 + x));
        }
        if (t.wants("log1m")) {
            t.unary("log1m", x -> Math.log1p(-x), (x, y) -> 1 / (x - 1));
        }
        if (t.wants("inv")) {
            t.unary("inv", x -> 1 / x, (x, y) -> -y * y);
        }
        if (t.wants("inv_sqrt")) {
            t.unary("inv_sqrt", x -> 1 / Math.sqrt(x), (x, y) -> -0.5 * y / x);
        }
        if (t.wants("inv_square")) {
            t.unary("inv_square", x -> 1 / (x * x), (x, y) -> -2 * y / x);
        }
    }

    private static void trigonometry(FunctionTable t) {
        if (t.wants("cos")) {
            t.unary("cos", Math::cos, (x, y) -> -Math.sin(x));
        }
        if (t.wants("sin")) {
            t.unary("sin", Math::sin, (x, y) -> Math.cos(x));
        }
        if (t.wants("tan")) {
            t.unary("tan", Math::tan, (x, y) -> 1 + y * y);
        }
        if (t.wants("acos")) {
            t.unary("acos", Math::acos, (x, y) -> -1 / Math.sqrt((1 - x) * (1 + x)));
        }
        if (t.wants("asin")) {
            t.unary("asin", Math::asin, (x, y) -> 1 / Math.sqrt((1 - x) * (1 + x)));
        }
        if (t.wants("atan")) {
            t.unary("atan", Math::atan, (x, y) -> 1 / (1 + x * x));
        }
        if (t.wants("cosh")) {
            t.unary("cosh", Math::cosh, (x, y) -> Math.sinh(x));
        }
        if (t.wants("sinh")) {
            t.unary("sinh", Math::sinh, (x, y) -> Math.cosh(x));
        }
        if (t.wants("tanh")) {
            t.unary("tanh", Math::tanh, (x, y) -> {
                double c = Math.cosh(x);
                return 1 / (c * c);
            });
        }
        if (t.wants("acosh")) {
            t.unary("acosh", Elementwise::acosh, (x, y) -> 1 / Math.sqrt((x - 1) * (x + 1)));
        }
        if (t.wants("asinh")) {
            t.unary("asinh", Elementwise::asinh, (x, y) -> 1 / Math.hypot(x, 1));
        }
        if (t.wants("atanh")) {
            t.unary("atanh", x -> 0.5 * (Math.log1p(x) - Math.log1p(-x)), (x, y) -> 1 / ((1 - x) * (1 + x)));
        }
    }

    private static double acosh(double x) {
        double u = x - 1;
        return x > 1e150 ? Math.log(x) + LOG_TWO : Math.log1p(u + Math.sqrt(u * (u + 2)));
    }

    private static double asinh(double x) {
        double a = Math.abs(x);
        double y = a > 1e150 ? Math.log(a) + LOG_TWO : Math.log1p(a + a * a / (1 + Math.sqrt(a * a + 1)));
        return Math.copySign(y, x);
    }

    private static void links(FunctionTable t) {
        if (t.wants("logit")) {
            t.unary("logit", Scalars::logit, (x, y) -> 1 / (x * (1 - x)));
        }
        if (t.wants("inv_logit")) {
            t.unary("inv_logit", Scalars::invLogit, (x, y) -> y * Scalars.invLogit(-x));
        }
        if (t.wants("inv_cloglog")) {
            t.unary("inv_cloglog", x -> -Math.expm1(-Math.exp(x)), (x, y) -> Math.exp(x - Math.exp(x)));
        }
        if (t.wants("erf")) {
            t.unary("erf", Gauss::erf, (x, y) -> Gauss.TWO_OVER_SQRT_PI * Math.exp(-x * x));
        }
        if (t.wants("erfc")) {
            t.unary("erfc", Gauss::erfc, (x, y) -> -Gauss.TWO_OVER_SQRT_PI * Math.exp(-x * x));
        }
        if (t.wants("inv_erfc")) {
            t.unary(
                    "inv_erfc",
                    org.apache.commons.numbers.gamma.InverseErfc::value,
                    (x, y) -> -Math.exp(y * y) / Gauss.TWO_OVER_SQRT_PI);
        }
        if (t.wants("Phi")) {
            t.unary("Phi", Gauss::cdf, (x, y) -> Gauss.density(x));
        }
        if (t.wants("Phi_approx")) {
            t.unary("Phi_approx", Scalars::phiApprox, (x, y) -> y * (1 - y) * (0.21168 * x * x + 1.5976));
        }
        for (String name : new String[] {"inv_Phi", "std_normal_qf"}) {
            if (t.wants(name)) {
                t.unary(name, Gauss::quantile, (x, y) -> 1 / Gauss.density(y));
            }
        }
        if (t.wants("std_normal_log_qf")) {
            t.unary("std_normal_log_qf", Gauss::quantileOfLog, (x, y) -> 1 / Gauss.ratio(y));
        }
        if (t.wants("log_inv_logit")) {
            t.unary("log_inv_logit", Scalars::logInvLogit, (x, y) -> Scalars.invLogit(-x));
        }
        if (t.wants("log1m_inv_logit")) {
            t.unary("log1m_inv_logit", Scalars::log1mInvLogit, (x, y) -> -Scalars.invLogit(x));
        }
    }

    private static void gammas(FunctionTable t) {
        if (t.wants("lgamma")) {
            t.unary("lgamma", Gammas::lgamma, (x, y) -> Gammas.digamma(x));
        }
        if (t.wants("tgamma")) {
            t.unary("tgamma", Gammas::tgamma, (x, y) -> y * Gammas.digamma(x));
        }
        if (t.wants("digamma")) {
            t.unary("digamma", Gammas::digamma, (x, y) -> Gammas.trigamma(x));
        }
        if (t.wants("trigamma")) {
            t.unary("trigamma", Gammas::trigamma, (x, y) -> Gammas.tetragamma(x));
        }
        if (t.wants("lambert_w0")) {
            t.unary("lambert_w0", Scalars::lambertW0, (x, y) -> 1 / (Math.exp(y) * (1 + y)));
        }
        if (t.wants("lambert_wm1")) {
            t.unary("lambert_wm1", Scalars::lambertWm1, (x, y) -> 1 / (Math.exp(y) * (1 + y)));
        }
    }

    private static void logs(FunctionTable t) {
        if (t.wants("log1p_exp")) {
            t.unary("log1p_exp", Scalars::log1pExp, (x, y) -> Scalars.invLogit(x));
        }
        if (t.wants("log1m_exp")) {
            t.unary("log1m_exp", Scalars::log1mExp, (x, y) -> -1 / Math.expm1(-x));
        }
    }

    private static void rounding(FunctionTable t) {
        if (t.wants("floor")) {
            t.step("floor", Math::floor);
        }
        if (t.wants("ceil")) {
            t.step("ceil", Math::ceil);
        }
        if (t.wants("round")) {
            t.step("round", x -> Math.copySign(Math.floor(Math.abs(x) + 0.5), x));
        }
        if (t.wants("trunc")) {
            t.step("trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
        }
        if (t.wants("step")) {
            t.step("step", x -> x < 0 ? 0 : 1);
        }
        if (t.wants("int_step")) {
            integer(t, "int_step", x -> x > 0 ? 1 : 0);
        }
        if (t.wants("is_inf")) {
            integer(t, "is_inf", x -> Double.isInfinite(x) ? 1 : 0);
        }
        if (t.wants("is_nan")) {
            integer(t, "is_nan", x -> Double.isNaN(x) ? 1 : 0);
        }
        if (t.wants("to_int")) {
            t.fixed("to_int", "int", "real", new UnaryOp(x -> x < 0 ? Math.ceil(x) : Math.floor(x), null));
        }
    }

    private static void integer(FunctionTable t, String name, DoubleUnaryOperator value) {
        if (t.wants(name)) {
            t.add(name, new ScalarRule(INT, REAL, 1, new UnaryOp(value, null)));
        }
    }

    private static void pairs(FunctionTable t) {
        if (t.wants("fdim")) {
            t.binary("fdim", (a, b) -> a > b ? a - b : 0, (a, b, v) -> a > b ? 1 : 0, (a, b, v) -> a > b ? -1 : 0);
        }
        if (t.wants("hypot")) {
            t.binary("hypot", Math::hypot, (a, b, v) -> a / v, (a, b, v) -> b / v);
        }
        if (t.wants("atan2")) {
            t.binary("atan2", Math::atan2, (a, b, v) -> b / (a * a + b * b), (a, b, v) -> -a / (a * a + b * b));
        }
        if (t.wants("fmax")) {
            t.binary("fmax", Math::max, (a, b, v) -> a >= b ? 1 : 0, (a, b, v) -> a >= b ? 0 : 1);
        }
        if (t.wants("fmin")) {
            t.binary("fmin", Math::min, (a, b, v) -> a <= b ? 1 : 0, (a, b, v) -> a <= b ? 0 : 1);
        }
        if (t.wants("fmod")) {
            t.binary("fmod", (a, b) -> a % b, (a, b, v) -> 1, (a, b, v) -> {
                double q = a / b;
                return -(q < 0 ? Math.ceil(q) : Math.floor(q));
            });
        }
        if (t.wants("beta")) {
            t.binary(
                    "beta",
                    (a, b) -> Math.exp(Gammas.lbeta(a, b)),
                    (a, b, v) -> v * (Gammas.digamma(a) - Gammas.digamma(a + b)),
                    (a, b, v) -> v * (Gammas.digamma(b) - Gammas.digamma(a + b)));
        }
        if (t.wants("lbeta")) {
            t.binary(
                    "lbeta",
                    Gammas::lbeta,
                    (a, b, v) -> Gammas.digamma(a) - Gammas.digamma(a + b),
                    (a, b, v) -> Gammas.digamma(b) - Gammas.digamma(a + b));
        }
        for (String name : new String[] {"multiply_log", "lmultiply"}) {
            if (t.wants(name)) {
                t.binary(name, Scalars::multiplyLog, (a, b, v) -> Math.log(b), (a, b, v) -> a / b);
            }
        }
        if (t.wants("log_diff_exp")) {
            t.binary(
                    "log_diff_exp",
                    Scalars::logDiffExp,
                    (a, b, v) -> -1 / Math.expm1(b - a),
                    (a, b, v) -> -1 / Math.expm1(a - b));
        }
        if (t.wants("log_sum_exp")) {
            t.binary("log_sum_exp", Scalars::logSumExp, (a, b, v) -> Math.exp(a - v), (a, b, v) -> Math.exp(b - v));
        }
        if (t.wants("log_inv_logit_diff")) {
            t.binary(
                    "log_inv_logit_diff",
                    (a, b) -> a - Scalars.log1pExp(a) + Scalars.log1mExp(b - a) - Scalars.log1pExp(b),
                    (a, b, v) -> -1 / Math.expm1(b - a) - Scalars.invLogit(a),
                    (a, b, v) -> -1 / Math.expm1(a - b) - Scalars.invLogit(b));
        }
        if (t.wants("binomial_coefficient_log")) {
            t.binary("binomial_coefficient_log", Gammas::lchoose, Elementwise::chooseByN, Elementwise::chooseByK);
        }
        if (t.wants("lchoose")) {
            t.binary("lchoose", Gammas::lchoose, Elementwise::chooseByN, Elementwise::chooseByK);
        }
        if (t.wants("owens_t")) {
            t.binary(
                    "owens_t",
                    Gauss::owensT,
                    (h, a, v) -> -0.5 * Gauss.density(h) * Gauss.erf(a * h * Math.sqrt(0.5)),
                    (h, a, v) -> Math.exp(-0.5 * h * h * (1 + a * a)) / (2 * Math.PI * (1 + a * a)));
        }
        if (t.wants("binary_log_loss")) {
            t.add(
                    "binary_log_loss",
                    new BinaryRule(
                            new BinaryOp(
                                    "binary_log_loss",
                                    (y, p) -> y == 0 ? -Math.log1p(-p) : -Math.log(p),
                                    null,
                                    (y, p, v) -> y == 0 ? 1 / (1 - p) : -1 / p),
                            true,
                            false));
        }
        if (t.wants("ldexp")) {
            t.add(
                    "ldexp",
                    new BinaryRule(
                            new BinaryOp("ldexp", (a, n) -> a * Math.pow(2, n), (a, n, v) -> Math.pow(2, n), null),
                            false,
                            true));
        }
        if (t.wants("rising_factorial")) {
            t.binary(
                    "rising_factorial",
                    (x, n) -> factorial(x, n, 1),
                    (x, n, v) -> v * (Gammas.digamma(x + n) - Gammas.digamma(x)),
                    (x, n, v) -> v * Gammas.digamma(x + n));
        }
        if (t.wants("falling_factorial")) {
            t.binary(
                    "falling_factorial",
                    (x, n) -> factorial(x, n, -1),
                    (x, n, v) -> v * (Gammas.digamma(x + 1) - Gammas.digamma(x - n + 1)),
                    (x, n, v) -> v * Gammas.digamma(x - n + 1));
        }
        if (t.wants("log_rising_factorial")) {
            t.binary(
                    "log_rising_factorial",
                    Gammas::lrising,
                    (x, n, v) -> Gammas.digamma(x + n) - Gammas.digamma(x),
                    (x, n, v) -> Gammas.digamma(x + n));
        }
        if (t.wants("log_falling_factorial")) {
            t.binary(
                    "log_falling_factorial",
                    (x, n) -> Gammas.lrising(x - n + 1, n),
                    (x, n, v) -> Gammas.digamma(x + 1) - Gammas.digamma(x - n + 1),
                    (x, n, v) -> Gammas.digamma(x - n + 1));
        }
        Op choose = new BinaryOp("choose", Elementwise::choose, null, null);
        if (t.wants("choose")) {
            t.add("choose", new ScalarRule(INT, INT, 2, choose));
        }
    }

    private static double choose(double n, double k) {
        double count = n < 0 || k < 0 || k > n ? 0 : Math.rint(Math.exp(Gammas.lchoose(n, k)));
        Check.between("choose", "number of choices", 0, Integer.MAX_VALUE, count);
        return count;
    }

    private static double chooseByN(double n, double k, double value) {
        return Gammas.digamma(n + 1) - Gammas.digamma(n - k + 1);
    }

    private static double chooseByK(double n, double k, double value) {
        return Gammas.digamma(n - k + 1) - Gammas.digamma(k + 1);
    }

    /** x(x+1)… or x(x-1)…, n factors; gamma functions, which have no sign, where n is no small integer. */
    private static double factorial(double x, double n, int direction) {
        double least = direction > 0 ? x : x - n + 1;
        if (n >= 0 && n < (least > 0 ? 64 : 1e6) && n == Math.rint(n)) {
            double product = 1;
            for (int i = 0; i < n; i++) {
                product *= x + direction * i;
            }
            return product;
        }
        return direction > 0 ? Math.exp(Gammas.lrising(x, n)) : Math.exp(Gammas.lrising(x - n + 1, n));
    }

    private static void constants(FunctionTable t) {
        constant(t, "pi", Math.PI);
        constant(t, "e", Math.E);
        constant(t, "sqrt2", Math.sqrt(2));
        constant(t, "log2", LOG_TWO);
        constant(t, "log10", LOG_TEN);
        constant(t, "not_a_number", Double.NaN);
        constant(t, "positive_infinity", Double.POSITIVE_INFINITY);
        constant(t, "negative_infinity", Double.NEGATIVE_INFINITY);
        constant(t, "machine_precision", Math.ulp(1.0));
    }

    private static void constant(FunctionTable t, String name, double value) {
        if (t.wants(name)) {
            t.add(name, new ScalarRule(REAL, REAL, 0, new Op() {
                @Override
                public int[] dims(Arg[] arguments) {
                    return new int[0];
                }

                @Override
                public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
                    out.set(0, value);
                }

                @Override
                public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
                    // A constant has no arguments.
                }
            }));
        }
    }
}
