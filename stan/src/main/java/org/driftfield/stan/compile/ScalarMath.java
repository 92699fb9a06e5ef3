package org.driftfield.stan.compile;

import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.Scalars;

/** What generated code calls: the functions of {@link Scalar} and their derivatives, by its naming rule. */
@SuppressWarnings("MethodName")
public final class ScalarMath {
    private static final int MOST_ROUNDS = 1 << 24;

    private ScalarMath() {}

    public static double square(double x) {
        return x * x;
    }

    public static double square0(double x, double y) {
        return 2 * x;
    }

    public static double exp(double x) {
        return Math.exp(x);
    }

    public static double exp0(double x, double y) {
        return y;
    }

    public static double log(double x) {
        return Math.log(x);
    }

    public static double log0(double x, double y) {
        return 1 / x;
    }

    public static double sqrt(double x) {
        return Math.sqrt(x);
    }

    public static double sqrt0(double x, double y) {
        return 0.5 / y;
    }

    public static double inv(double x) {
        return 1 / x;
    }

    public static double inv0(double x, double y) {
        return -y * y;
    }

    public static double inv_sqrt(double x) {
        return 1 / Math.sqrt(x);
    }

    public static double inv_sqrt0(double x, double y) {
        return -0.5 * y / x;
    }

    public static double inv_square(double x) {
        return 1 / (x * x);
    }

    public static double inv_square0(double x, double y) {
        return -2 * y / x;
    }

    public static double expm1(double x) {
        return Math.expm1(x);
    }

    public static double expm10(double x, double y) {
        return y + 1;
    }

    public static double log1p(double x) {
        return Math.log1p(x);
    }

    public static double log1p0(double x, double y) {
        return 1 / (1 + x);
    }

    public static double log1m(double x) {
        return Math.log1p(-x);
    }

    public static double log1m0(double x, double y) {
        return 1 / (x - 1);
    }

    public static double log1p_exp(double x) {
        return Scalars.log1pExp(x);
    }

    public static double log1p_exp0(double x, double y) {
        return Scalars.invLogit(x);
    }

    public static double log1m_exp(double x) {
        return Scalars.log1mExp(x);
    }

    public static double log1m_exp0(double x, double y) {
        return -1 / Math.expm1(-x);
    }

    public static double inv_logit(double x) {
        return Scalars.invLogit(x);
    }

    public static double inv_logit0(double x, double y) {
        return y * Scalars.invLogit(-x);
    }

    public static double logit(double x) {
        return Scalars.logit(x);
    }

    public static double logit0(double x, double y) {
        return 1 / (x * (1 - x));
    }

    public static double log_inv_logit(double x) {
        return Scalars.logInvLogit(x);
    }

    public static double log_inv_logit0(double x, double y) {
        return Scalars.invLogit(-x);
    }

    public static double log1m_inv_logit(double x) {
        return Scalars.log1mInvLogit(x);
    }

    public static double log1m_inv_logit0(double x, double y) {
        return -Scalars.invLogit(x);
    }

    public static double lgamma(double x) {
        return Gammas.lgamma(x);
    }

    public static double lgamma0(double x, double y) {
        return Gammas.digamma(x);
    }

    public static double phi(double x) {
        return Gauss.cdf(x);
    }

    public static double phi0(double x, double y) {
        return Gauss.density(x);
    }

    public static double phi_approx(double x) {
        return Scalars.phiApprox(x);
    }

    public static double phi_approx0(double x, double y) {
        return y * (1 - y) * (0.21168 * x * x + 1.5976);
    }

    public static double tanh(double x) {
        return Math.tanh(x);
    }

    public static double tanh0(double x, double y) {
        return tanhSlope(x);
    }

    public static double sin(double x) {
        return Math.sin(x);
    }

    public static double sin0(double x, double y) {
        return Math.cos(x);
    }

    public static double cos(double x) {
        return Math.cos(x);
    }

    public static double cos0(double x, double y) {
        return -Math.sin(x);
    }

    public static double abs(double x) {
        return Math.abs(x);
    }

    public static double abs0(double x, double y) {
        return Math.signum(x);
    }

    public static double pow(double a, double b) {
        return Math.pow(a, b);
    }

    public static double pow0(double a, double b, double v) {
        return b == 0 ? 0 : b * Math.pow(a, b - 1);
    }

    public static double pow1(double a, double b, double v) {
        return a == 0 ? 0 : v * Math.log(a);
    }

    public static double log_sum_exp(double a, double b) {
        return Scalars.logSumExp(a, b);
    }

    public static double log_sum_exp0(double a, double b, double v) {
        return Math.exp(a - v);
    }

    public static double log_sum_exp1(double a, double b, double v) {
        return Math.exp(b - v);
    }

    public static double log_diff_exp(double a, double b) {
        return Scalars.logDiffExp(a, b);
    }

    public static double log_diff_exp0(double a, double b, double v) {
        return -1 / Math.expm1(b - a);
    }

    public static double log_diff_exp1(double a, double b, double v) {
        return -1 / Math.expm1(a - b);
    }

    public static double lmultiply(double a, double b) {
        return Scalars.multiplyLog(a, b);
    }

    public static double lmultiply0(double a, double b, double v) {
        return Math.log(b);
    }

    public static double lmultiply1(double a, double b, double v) {
        return a / b;
    }

    public static double fmax(double a, double b) {
        return Math.max(a, b);
    }

    public static double fmax0(double a, double b, double v) {
        return a >= b ? 1 : 0;
    }

    public static double fmax1(double a, double b, double v) {
        return a >= b ? 0 : 1;
    }

    public static double fmin(double a, double b) {
        return Math.min(a, b);
    }

    public static double fmin0(double a, double b, double v) {
        return a <= b ? 1 : 0;
    }

    public static double fmin1(double a, double b, double v) {
        return a <= b ? 0 : 1;
    }

    public static double equal(double a, double b) {
        return a == b ? 1 : 0;
    }

    public static double unequal(double a, double b) {
        return a != b ? 1 : 0;
    }

    public static double less(double a, double b) {
        return a < b ? 1 : 0;
    }

    public static double at_most(double a, double b) {
        return a <= b ? 1 : 0;
    }

    public static double greater(double a, double b) {
        return a > b ? 1 : 0;
    }

    public static double at_least(double a, double b) {
        return a >= b ? 1 : 0;
    }

    public static double and(double a, double b) {
        return a != 0 && b != 0 ? 1 : 0;
    }

    public static double or(double a, double b) {
        return a != 0 || b != 0 ? 1 : 0;
    }

    public static double not(double x) {
        return x == 0 ? 1 : 0;
    }

    private static double tanhSlope(double x) {
        double c = Math.cosh(x);
        return 1 / (c * c);
    }

    public static double quotient(double a, double b) {
        if (b == 0) {
            throw new DomainException("integer division by zero");
        }
        double q = a / b;
        return q < 0 ? Math.ceil(q) : Math.floor(q);
    }

    public static double remainder(double a, double b) {
        if (b == 0) {
            throw new DomainException("integer division by zero");
        }
        return a % b;
    }

    /** The index, if it is between 1 and the size. */
    public static int index(int i, int size) {
        if (i < 1 || i > size) {
            throw new IndexOutOfBoundsException("index " + i + " out of range, expected 1 to " + size);
        }
        return i;
    }

    /** Whole numbers are held as doubles. */
    public static int whole(double x) {
        return (int) x;
    }

    /** Counts a round of a loop that the program ends; far more than any program needs is left to the tape, which has a clock. */
    public static int round(int before) {
        if (before >= MOST_ROUNDS) {
            throw new DomainException("a loop that does not end");
        }
        return before + 1;
    }

    public static void fail(String message) {
        throw new DomainException(message);
    }

    /** What the declaration of a transformed parameter demands. */
    public static void demand(double x, double lower, double upper, String name) {
        if (!(x >= lower && x <= upper)) {
            throw new DomainException(name + " is " + x + ", but must be between " + lower + " and " + upper);
        }
    }
}
