package org.driftfield.stan.math;

/** Bessel functions. */
public final class Bessel {
    private static final double EULER = 0.5772156649015329;

    private Bessel() {}

    /** log I_v(x) for v > -1 and x > 0; all terms of the series are positive. */
    public static double logI(double v, double x) {
        if (x == 0) {
            return v == 0 ? 0 : Double.NEGATIVE_INFINITY;
        }
        double large = Math.max(50, 2 * v * v);
        if (x > large) {
            return x - 0.5 * Math.log(2 * Math.PI * x) + Math.log(asymptotic(v, x));
        }
        double quarter = 0.25 * x * x;
        // Terms rise up to k = kPeak: start there and go both ways.
        double peak = Math.floor(0.5 * (Math.sqrt(x * x + v * v) - v));
        double top = (2 * peak + v) * Math.log(0.5 * x) - Gammas.lgamma(peak + 1) - Gammas.lgamma(peak + v + 1);
        double sum = 1;
        double term = 1;
        for (double k = peak + 1; term > 1e-18 * sum; k++) {
            term *= quarter / (k * (k + v));
            sum += term;
        }
        term = 1;
        for (double k = peak; k > 0 && term > 1e-18 * sum; k--) {
            term *= k * (k + v) / quarter;
            sum += term;
        }
        return top + Math.log(sum);
    }

    /** The derivative of log I_v(x) by v, from the series. */
    public static double logIByOrder(double v, double x) {
        double quarter = 0.25 * x * x;
        double peak = Math.floor(0.5 * (Math.sqrt(x * x + v * v) - v));
        double start = Gammas.digamma(peak + v + 1);
        double sum = 1;
        double slopes = start;
        double term = 1;
        double slope = start;
        for (double k = peak + 1; term > 1e-18 * sum; k++) {
            term *= quarter / (k * (k + v));
            slope += 1 / (k + v);
            sum += term;
            slopes += term * slope;
        }
        term = 1;
        slope = start;
        for (double k = peak; k > 0 && term > 1e-18 * sum; k--) {
            term *= k * (k + v) / quarter;
            slope -= 1 / (k + v);
            sum += term;
            slopes += term * slope;
        }
        return Math.log(0.5 * x) - slopes / sum;
    }

    private static double asymptotic(double v, double x) {
        double m = 4 * v * v;
        double term = 1;
        double sum = 1;
        for (int k = 1; k < 200; k++) {
            double next = -term * (m - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * x);
            if (Math.abs(next) > Math.abs(term) || Math.abs(next) < 1e-18) {
                break;
            }
            term = next;
            sum += term;
        }
        return sum;
    }

    /** I₁(x)/I₀(x). */
    public static double ratio(double x) {
        return x == 0 ? 0 : Math.exp(logI(1, x) - logI(0, x));
    }

    /** log K_v(x), by the integral of exp(-x cosh t) cosh(vt) with equal steps, which converges faster than any power. */
    public static double logK(double v, double x) {
        if (!(x > 0) || Double.isNaN(v) || x == Double.POSITIVE_INFINITY) {
            return x == 0 ? Double.POSITIVE_INFINITY : x > 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
        }
        double order = Math.abs(v);
        // The integrand peaks where x sinh t = v.
        double peak = Math.log(order / x + Math.hypot(order / x, 1));
        double top = logIntegrand(order, x, peak);
        double width = 1 / Math.sqrt(Math.max(1, Math.hypot(order, x)));
        double step = 0.1 * Math.min(1, width * 2);
        // An even integrand: half of the rule over the whole line, so zero counts half.
        double sum = 0.5 * Math.exp(logIntegrand(order, x, 0) - top);
        for (int k = 1; ; k++) {
            double term = Math.exp(logIntegrand(order, x, k * step) - top);
            sum += term;
            if (k * step > peak && term < 1e-18 * sum) {
                break;
            }
        }
        return top + Math.log(sum * step);
    }

    private static double logIntegrand(double v, double x, double t) {
        return -x * Math.cosh(t) + v * t + Math.log1p(Math.exp(-2 * v * t)) - Math.log(2);
    }

    /** Where the expansion for large arguments has all digits. */
    private static boolean large(int order, double x) {
        return x > Math.max(50, 2.0 * order * order);
    }

    /** Hankel's expansion of J_n(x), or of Y_n(x), for large x. */
    private static double hankel(int n, double x, boolean second) {
        double m = 4.0 * n * n;
        double even = 1;
        double odd = 0;
        double term = 1;
        for (int k = 1; k < 200; k++) {
            double next = term * (m - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * x);
            if (Math.abs(next) > Math.abs(term) || Math.abs(next) < 1e-18) {
                break;
            }
            term = next;
            boolean minus = k / 2 % 2 == 1;
            if (k % 2 == 0) {
                even += minus ? -term : term;
            } else {
                odd += minus ? -term : term;
            }
        }
        // The angle x - nπ/2 - π/4, whose quarter turns are counted apart.
        double cos = Math.cos(x);
        double sin = Math.sin(x);
        double c = Math.sqrt(0.5) * (cos + sin);
        double s = Math.sqrt(0.5) * (sin - cos);
        for (int turn = 0; turn < n % 4; turn++) {
            double before = c;
            c = s;
            s = -before;
        }
        return Math.sqrt(2 / (Math.PI * x)) * (second ? even * s + odd * c : even * c - odd * s);
    }

    /** J_n(x). */
    public static double j(int n, double x) {
        int order = Math.abs(n);
        double sign = (n < 0 && order % 2 == 1 ? -1 : 1) * (x < 0 && order % 2 == 1 ? -1 : 1);
        double y = Math.abs(x);
        if (large(order, y)) {
            return sign * hankel(order, y, false);
        }
        if (y < 2 * Math.sqrt(order + 1.0) || y < 1) {
            return sign * smallJ(order, y);
        }
        // The integral of cos(nτ - x sin τ) over a period: equal steps are exact once there are enough.
        int points = (int) Math.ceil(y + order) + 40;
        double sum = 0;
        for (int k = 0; k < 2 * points; k++) {
            double tau = Math.PI * k / points;
            sum += Math.cos(order * tau - y * Math.sin(tau));
        }
        return sign * sum / (2 * points);
    }

    private static double smallJ(int n, double x) {
        double term = x == 0 ? n == 0 ? 1 : 0 : Math.exp(n * Math.log(0.5 * x) - Gammas.lgamma(n + 1));
        double sum = term;
        for (int k = 1; k < 200; k++) {
            term *= -0.25 * x * x / (k * (double) (k + n));
            sum += term;
            if (Math.abs(term) < 1e-18 * Math.abs(sum)) {
                break;
            }
        }
        return sum;
    }

    /** Y_n(x) for x > 0, upwards from the first two. */
    public static double y(int n, double x) {
        if (!(x > 0)) {
            return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
        }
        int order = Math.abs(n);
        double sign = n < 0 && order % 2 == 1 ? -1 : 1;
        double before = y0(x);
        if (order == 0) {
            return before;
        }
        double now = y1(x);
        for (int k = 1; k < order; k++) {
            double next = 2 * k / x * now - before;
            before = now;
            now = next;
        }
        return sign * now;
    }

    /** Neumann's series in J. */
    private static double y0(double x) {
        if (large(0, x)) {
            return hankel(0, x, true);
        }
        double sum = 0;
        for (int k = 1; k < 40 + x; k++) {
            double term = j(2 * k, x) / k;
            sum += k % 2 == 0 ? term : -term;
            if (2 * k > x && Math.abs(term) < 1e-18) {
                break;
            }
        }
        return 2 / Math.PI * (Math.log(0.5 * x) + EULER) * j(0, x) - 4 / Math.PI * sum;
    }

    /** The negative of its derivative. */
    private static double y1(double x) {
        if (large(1, x)) {
            return hankel(1, x, true);
        }
        double sum = 0;
        for (int k = 1; k < 40 + x; k++) {
            double term = (j(2 * k - 1, x) - j(2 * k + 1, x)) / (2 * k);
            sum += k % 2 == 0 ? term : -term;
            if (2 * k > x && Math.abs(term) < 1e-18) {
                break;
            }
        }
        return -(2 / Math.PI * (j(0, x) / x - (Math.log(0.5 * x) + EULER) * j(1, x)) - 4 / Math.PI * sum);
    }
}
