package org.driftfield.stan.math;

/** The regularised incomplete beta function on the log scale, with derivatives by all arguments. */
public final class IncompleteBeta {
    private static final int LIMIT = 2_000_000;
    private static final double TINY = 1e-300;

    private IncompleteBeta() {}

    /** I_x(a, b); d takes the derivatives by a, b and x. */
    public static double value(double a, double b, double x, double[] d) {
        return IncompleteGamma.plain(log(a, b, x, 1 - x, d), d);
    }

    /**
     * log I_x(a, b).
     *
     * @param rest 1 - x, which the caller may know better
     * @param d takes the derivatives by a, b and x; may be null
     */
    public static double log(double a, double b, double x, double rest, double[] d) {
        if (!(x > 0) || !(rest > 0)) {
            if (d != null) {
                d[0] = 0;
                d[1] = 0;
                d[2] = 0;
            }
            return Double.isNaN(x) ? x : x > 0 ? 0 : Double.NEGATIVE_INFINITY;
        }
        if (x <= (a + 1) / (a + b + 2)) {
            return Math.min(fraction(a, b, x, rest, d), 0);
        }
        double log = Math.min(fraction(b, a, rest, x, d), 0);
        if (d != null) {
            double odds = -1 / Math.expm1(-log);
            double byB = d[0] * odds;
            d[0] = d[1] * odds;
            d[1] = byB;
            d[2] *= -odds;
        }
        return Scalars.log1mExp(log);
    }

    /** log(xᵃ(1-x)ᵇ / B(a, b)), without cancellation where a and b are large. */
    static double front(double a, double b, double x, double rest) {
        if (a > 12 && b > 12) {
            double n = a + b;
            double u = (x * b - rest * a) / a;
            double v = (rest * a - x * b) / b;
            return a * IncompleteGamma.log1pmx(u)
                    + b * IncompleteGamma.log1pmx(v)
                    + 0.5 * Math.log(a * (b / n))
                    - Gammas.HALF_LOG_TWO_PI
                    + Gammas.stirling(n)
                    - Gammas.stirling(a)
                    - Gammas.stirling(b);
        }
        double logX = x > 0.5 ? Math.log1p(-rest) : Math.log(x);
        double logRest = rest > 0.5 ? Math.log1p(-x) : Math.log(rest);
        return a * logX + b * logRest - Gammas.lbeta(a, b);
    }

    /** By the continued fraction, with derivatives carried along. */
    private static double fraction(double a, double b, double x, double rest, double[] d) {
        double front = front(a, b, x, rest);
        double c = 1;
        double cA = 0;
        double cB = 0;
        double down = 1 - (a + b) * x / (a + 1);
        down = Math.abs(down) < TINY ? TINY : down;
        double e = 1 / down;
        double eA = -e * e * (-x / (a + 1) + (a + b) * x / ((a + 1) * (a + 1)));
        double eB = e * e * x / (a + 1);
        double h = e;
        double hA = eA / e;
        double hB = eB / e;
        for (int m = 1; m < LIMIT; m++) {
            boolean settled = true;
            for (int half = 0; half < 2; half++) {
                double p;
                double pA;
                double pB;
                if (half == 0) {
                    double f = (a + 2 * m - 1) * (a + 2 * m);
                    p = m * (b - m) * x / f;
                    pA = -p * (1 / (a + 2 * m - 1) + 1 / (a + 2 * m));
                    pB = m * x / f;
                } else {
                    double f = (a + 2 * m) * (a + 2 * m + 1);
                    p = -(a + m) * (a + b + m) * x / f;
                    pA = -((a + b + m) + (a + m)) * x / f - p * (1 / (a + 2 * m) + 1 / (a + 2 * m + 1));
                    pB = -(a + m) * x / f;
                }
                double nextE = 1 + p * e;
                double nextEA = pA * e + p * eA;
                double nextEB = pB * e + p * eB;
                double nextC = 1 + p / c;
                double nextCA = pA / c - p * cA / (c * c);
                double nextCB = pB / c - p * cB / (c * c);
                nextE = Math.abs(nextE) < TINY ? TINY : nextE;
                nextC = Math.abs(nextC) < TINY ? TINY : nextC;
                e = 1 / nextE;
                eA = -nextEA * e * e;
                eB = -nextEB * e * e;
                c = nextC;
                cA = nextCA;
                cB = nextCB;
                double change = c * e;
                double changeA = cA / c + eA / e;
                double changeB = cB / c + eB / e;
                h *= change;
                hA += changeA;
                hB += changeB;
                settled &= Math.abs(change - 1) < 1e-15
                        && Math.abs(changeA) < 1e-14 * (1 + Math.abs(hA))
                        && Math.abs(changeB) < 1e-14 * (1 + Math.abs(hB));
            }
            if (settled) {
                break;
            }
        }
        double log = front - Math.log(a) + Math.log(h);
        if (d != null) {
            double both = Gammas.digamma(a + b);
            d[0] = Math.log(x) - Gammas.digamma(a) + both - 1 / a + hA;
            d[1] = (rest > 0.5 ? Math.log1p(-x) : Math.log(rest)) - Gammas.digamma(b) + both + hB;
            d[2] = Math.exp(front - Math.log(x) - Math.log(rest) - log);
        }
        return log;
    }
}
