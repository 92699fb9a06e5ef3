package org.driftfield.stan.math;

/** Elementary functions in the forms that neither overflow nor cancel. */
public final class Scalars {
    private static final double LOG_HALF = -0.6931471805599453;

    private Scalars() {}

    public static double invLogit(double x) {
        if (x >= 0) {
            return 1 / (1 + Math.exp(-x));
        }
        double e = Math.exp(x);
        return e / (1 + e);
    }

    public static double logit(double p) {
        return p < 0.5 ? Math.log(p / (1 - p)) : -Math.log((1 - p) / p);
    }

    /** log(1 + eˣ). */
    public static double log1pExp(double x) {
        return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
    }

    /** log(1 - eˣ) for x below 0. */
    public static double log1mExp(double x) {
        if (x > 0) {
            return Double.NaN;
        }
        return x > LOG_HALF ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
    }

    /** log(eᵃ - eᵇ), a not below b. */
    public static double logDiffExp(double a, double b) {
        if (a <= b) {
            return a < Double.POSITIVE_INFINITY && a == b ? Double.NEGATIVE_INFINITY : Double.NaN;
        }
        return b == Double.NEGATIVE_INFINITY ? a : a + log1mExp(b - a);
    }

    /** log(eᵃ + eᵇ). */
    public static double logSumExp(double a, double b) {
        double high = Math.max(a, b);
        if (high == Double.NEGATIVE_INFINITY || high == Double.POSITIVE_INFINITY) {
            return high;
        }
        return high + Math.log1p(Math.exp(-Math.abs(a - b)));
    }

    public static double logInvLogit(double x) {
        return -log1pExp(-x);
    }

    public static double log1mInvLogit(double x) {
        return -log1pExp(x);
    }

    /** a log b, with 0 log 0 = 0. */
    public static double multiplyLog(double a, double b) {
        return a == 0 && b == 0 ? 0 : a * Math.log(b);
    }

    public static double phiApprox(double x) {
        return invLogit(0.07056 * x * x * x + 1.5976 * x);
    }

    /** The branch of w eʷ = x with w ≥ -1. */
    public static double lambertW0(double x) {
        if (x < -Math.exp(-1)) {
            return x > -Math.exp(-1) - 1e-15 ? -1 : Double.NaN;
        }
        if (x == 0 || x == Double.POSITIVE_INFINITY) {
            return x;
        }
        double w;
        if (x < -0.32) {
            double p = Math.sqrt(2 * (Math.E * x + 1));
            w = -1 + p * (1 - p * (1.0 / 3 - p * (11.0 / 72 - p * 43.0 / 540)));
            if (p < 1e-3) {
                return w;
            }
        } else if (x < 3) {
            w = x < 0 ? x * (1 - x) : Math.log1p(x) * 0.8;
        } else {
            double l = Math.log(x);
            w = l - Math.log(l);
        }
        return lambert(x, w);
    }

    /** The branch of w eʷ = x with w ≤ -1. */
    public static double lambertWm1(double x) {
        if (x < -Math.exp(-1) || x >= 0) {
            return x == 0 ? Double.NEGATIVE_INFINITY : x > -Math.exp(-1) - 1e-15 && x < 0 ? -1 : Double.NaN;
        }
        double w;
        if (x < -0.25) {
            double p = -Math.sqrt(2 * (Math.E * x + 1));
            w = -1 + p * (1 - p * (1.0 / 3 - p * (11.0 / 72 - p * 43.0 / 540)));
            if (p > -1e-3) {
                return w;
            }
        } else {
            double l = Math.log(-x);
            w = l - Math.log(-l);
        }
        return lambert(x, w);
    }

    /** Halley's method. */
    private static double lambert(double x, double start) {
        double w = start;
        for (int i = 0; i < 50; i++) {
            double e = Math.exp(w);
            double f = w - x / e;
            double step = f / (w + 1 - (w + 2) * f / (2 * w + 2));
            w -= step;
            if (Math.abs(step) <= 1e-15 * Math.abs(w)) {
                break;
            }
        }
        return w;
    }
}
