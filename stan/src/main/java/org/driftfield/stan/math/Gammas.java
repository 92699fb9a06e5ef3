package org.driftfield.stan.math;

import org.apache.commons.numbers.gamma.Gamma;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.LogGamma;

/** The gamma function and its relatives. */
public final class Gammas {
    /** log(2π)/2. */
    public static final double HALF_LOG_TWO_PI = 0.9189385332046728;

    private static final double LOG_PI = 1.1447298858494002;
    private static final double SHIFT = 12;

    private Gammas() {}

    /** log |Γ(x)|. */
    public static double lgamma(double x) {
        if (x > SHIFT) {
            if (x > 1e300) {
                return x == Double.POSITIVE_INFINITY ? x : x * (Math.log(x) - 1);
            }
            return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirling(x);
        }
        if (x > 0) {
            return LogGamma.value(x);
        }
        if (Double.isNaN(x)) {
            return x;
        }
        if (x == Math.rint(x)) {
            return Double.POSITIVE_INFINITY;
        }
        return LOG_PI - Math.log(Math.abs(x * sinPi(x))) - lgamma(-x);
    }

    /** What Stirling's formula leaves out of log Γ(x), for x of 12 and more. */
    static double stirling(double x) {
        double r = 1 / (x * x);
        return (1.0 / 12
                        - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r * (1.0 / 1188 - r * 691.0 / 360360)))))
                / x;
    }

    public static double tgamma(double x) {
        return x > 171.7 ? Double.POSITIVE_INFINITY : Gamma.value(x);
    }

    /** sin(πx) without the error of πx. */
    static double sinPi(double x) {
        double r = x - 2 * Math.rint(x / 2);
        if (r > 0.5) {
            r = 1 - r;
        } else if (r < -0.5) {
            r = -1 - r;
        }
        return Math.sin(Math.PI * r);
    }

    /** The derivative of log Γ. */
    public static double digamma(double x) {
        if (x <= 0) {
            return x == Math.rint(x) ? Double.NaN : digamma(1 - x) - Math.PI * sinPi(x + 0.5) / sinPi(x);
        }
        double sum = 0;
        double y = x;
        while (y < SHIFT) {
            sum -= 1 / y;
            y++;
        }
        double r = 1 / (y * y);
        return sum
                + Math.log(y)
                - 0.5 / y
                - r
                        * (1.0 / 12
                                - r
                                        * (1.0 / 120
                                                - r
                                                        * (1.0 / 252
                                                                - r
                                                                        * (1.0 / 240
                                                                                - r
                                                                                        * (1.0 / 132
                                                                                                - r * 691.0
                                                                                                        / 32760)))));
    }

    /** The second derivative of log Γ. */
    public static double trigamma(double x) {
        if (x <= 0) {
            double s = Math.PI / sinPi(x);
            return x == Math.rint(x) ? Double.POSITIVE_INFINITY : s * s - trigamma(1 - x);
        }
        double sum = 0;
        double y = x;
        while (y < SHIFT) {
            sum += 1 / (y * y);
            y++;
        }
        double r = 1 / (y * y);
        return sum
                + 1 / y
                + 0.5 * r
                + r
                        / y
                        * (1.0 / 6
                                - r * (1.0 / 30 - r * (1.0 / 42 - r * (1.0 / 30 - r * (5.0 / 66 - r * 691.0 / 2730)))));
    }

    /** The third derivative of log Γ. */
    public static double tetragamma(double x) {
        if (x <= 0) {
            double s = Math.PI / sinPi(x);
            double c = Math.PI * sinPi(x + 0.5) / sinPi(x);
            return tetragamma(1 - x) - 2 * s * s * c;
        }
        double sum = 0;
        double y = x;
        while (y < SHIFT) {
            sum -= 2 / (y * y * y);
            y++;
        }
        double r = 1 / (y * y);
        return sum
                - r
                - r / y
                - r * r * (0.5 - r * (1.0 / 6 - r * (1.0 / 6 - r * (3.0 / 10 - r * (5.0 / 6 - r * 691.0 / 210)))));
    }

    /** log B(a, b). */
    public static double lbeta(double a, double b) {
        return LogBeta.value(a, b);
    }

    /** log of the binomial coefficient, for real arguments too. */
    public static double lchoose(double n, double k) {
        if (k == 0 || k == n) {
            return 0;
        }
        return -Math.log1p(n)
                - (n - k + 1 > 0 && k + 1 > 0
                        ? lbeta(n - k + 1, k + 1)
                        : lgamma(n - k + 1) + lgamma(k + 1) - lgamma(n + 2));
    }

    /** log(Γ(x+n)/Γ(x)), which does not cancel where n is small against x. */
    public static double lrising(double x, double n) {
        if (n == 0) {
            return 0;
        }
        if (x > SHIFT && x + n > SHIFT) {
            // log Γ by Stirling's formula, the difference taken term by term.
            return (x - 0.5) * Math.log1p(n / x) + n * (Math.log(x + n) - 1) + stirling(x + n) - stirling(x);
        }
        return lgamma(x + n) - lgamma(x);
    }

    /** log of the multivariate gamma function of dimension k. */
    public static double lmgamma(int k, double x) {
        double sum = k * (k - 1) * 0.25 * LOG_PI;
        for (int j = 0; j < k; j++) {
            sum += lgamma(x - 0.5 * j);
        }
        return sum;
    }

    /** The derivative of {@link #lmgamma} by x. */
    public static double lmgammaSlope(int k, double x) {
        double sum = 0;
        for (int j = 0; j < k; j++) {
            sum += digamma(x - 0.5 * j);
        }
        return sum;
    }
}
