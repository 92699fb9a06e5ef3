package org.driftfield.stan.math;

/** The regularised incomplete gamma functions P and Q on the log scale, with derivatives by a and x. */
public final class IncompleteGamma {
    private static final int LIMIT = 2_000_000;
    private static final double TINY = 1e-300;

    private IncompleteGamma() {}

    /** log P(a, x); d takes the derivatives by a and x. */
    public static double logP(double a, double x, double[] d) {
        return log(a, x, true, d);
    }

    /** log Q(a, x); d takes the derivatives by a and x. */
    public static double logQ(double a, double x, double[] d) {
        return log(a, x, false, d);
    }

    /** P(a, x); d takes the derivatives by a and x. */
    public static double p(double a, double x, double[] d) {
        return plain(logP(a, x, d), d);
    }

    /** Q(a, x); d takes the derivatives by a and x. */
    public static double q(double a, double x, double[] d) {
        return plain(logQ(a, x, d), d);
    }

    static double plain(double log, double[] d) {
        double value = Math.exp(log);
        if (d != null) {
            for (int i = 0; i < d.length; i++) {
                d[i] *= value;
            }
        }
        return value;
    }

    private static double log(double a, double x, boolean lower, double[] d) {
        if (!(a > 0) || !(x >= 0)) {
            return Double.NaN;
        }
        if (x == 0 || x == Double.POSITIVE_INFINITY) {
            if (d != null) {
                d[0] = 0;
                d[1] = 0;
            }
            return lower == (x == 0) ? Double.NEGATIVE_INFINITY : 0;
        }
        boolean series = x < a + 1;
        // log of x^a e^-x / Γ(a)
        double front = front(a, x);
        double log = front;
        double slope = 0;
        if (series) {
            double term = 1 / a;
            double harmonic = 1 / a;
            double sum = term;
            double sumSlope = -term * harmonic;
            for (int n = 1; n < LIMIT; n++) {
                term *= x / (a + n);
                harmonic += 1 / (a + n);
                sum += term;
                sumSlope -= term * harmonic;
                if (term * harmonic < 1e-17 * Math.max(sum, -sumSlope) && n > x - a) {
                    break;
                }
            }
            log += Math.log(sum);
            slope = sumSlope / sum;
        } else {
            // Lentz's method with the derivative carried along.
            double b = x + 1 - a;
            double c = 1 / TINY;
            double cSlope = 0;
            double e = 1 / b;
            double eSlope = e * e;
            double h = e;
            double logSlope = eSlope / e;
            for (int i = 1; i < LIMIT; i++) {
                double factor = -i * (i - a);
                double factorSlope = i;
                b += 2;
                double down = factor * e + b;
                double downSlope = factorSlope * e + factor * eSlope - 1;
                double up = b + factor / c;
                double upSlope = -1 + factorSlope / c - factor * cSlope / (c * c);
                e = 1 / (Math.abs(down) < TINY ? TINY : down);
                eSlope = -downSlope * e * e;
                c = Math.abs(up) < TINY ? TINY : up;
                cSlope = upSlope;
                double change = c * e;
                double changeSlope = cSlope / c + eSlope / e;
                h *= change;
                logSlope += changeSlope;
                if (Math.abs(change - 1) < 1e-16 && Math.abs(changeSlope) < 1e-15 * (1 + Math.abs(logSlope))) {
                    break;
                }
            }
            log += Math.log(h);
            slope = logSlope;
        }
        // The series gives P, the fraction Q; the other is one minus it.
        double byX = Math.exp(front - Math.log(x) - log);
        double byA = (d == null ? 0 : frontSlope(a, x)) + slope;
        if (!series) {
            byX = -byX;
        }
        if (series != lower) {
            double odds = -1 / Math.expm1(-log);
            double other = Scalars.log1mExp(Math.min(log, 0));
            byX *= odds;
            byA *= odds;
            log = other;
        }
        if (d != null) {
            d[0] = byA;
            d[1] = byX;
        }
        return Math.min(log, 0);
    }

    /** log(xᵃ e⁻ˣ / Γ(a)), without cancellation where both are large. */
    static double front(double a, double x) {
        if (a > 12) {
            double u = (x - a) / a;
            return a * log1pmx(u) + 0.5 * Math.log(a) - Gammas.HALF_LOG_TWO_PI - Gammas.stirling(a);
        }
        return a * Math.log(x) - x - Gammas.lgamma(a);
    }

    private static double frontSlope(double a, double x) {
        return Math.log(x) - Gammas.digamma(a);
    }

    /** log(1 + u) - u. */
    static double log1pmx(double u) {
        if (Math.abs(u) > 0.3) {
            return Math.log1p(u) - u;
        }
        // 2 atanh(r) with r = u / (2 + u), less u: the first terms cancel by hand.
        double r = u / (2 + u);
        double square = r * r;
        double power = r * square;
        double sum = 0;
        for (int k = 3; k < 60; k += 2) {
            double term = power / k;
            sum += term;
            if (Math.abs(term) < 1e-18 * Math.abs(sum)) {
                break;
            }
            power *= square;
        }
        return 2 * sum - u * r;
    }
}
