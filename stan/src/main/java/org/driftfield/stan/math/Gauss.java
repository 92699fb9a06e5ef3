package org.driftfield.stan.math;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/** The normal distribution function and its relatives, right in the tails. */
public final class Gauss {
    public static final double INV_SQRT_TWO_PI = 0.3989422804014327;
    public static final double TWO_OVER_SQRT_PI = 1.1283791670955126;
    private static final double SQRT_HALF = 0.7071067811865476;
    private static final double SQRT_TWO = 1.4142135623730951;

    private Gauss() {}

    public static double erf(double x) {
        return Erf.value(x);
    }

    public static double erfc(double x) {
        return Erfc.value(x);
    }

    public static double density(double z) {
        return INV_SQRT_TWO_PI * Math.exp(-0.5 * z * z);
    }

    /** Φ(z). */
    public static double cdf(double z) {
        return 0.5 * Erfc.value(-z * SQRT_HALF);
    }

    /** log Φ(z). */
    public static double logCdf(double z) {
        if (z < -1) {
            return -0.5 * z * z + Math.log(0.5 * Erfcx.value(-z * SQRT_HALF));
        }
        return Math.log1p(-0.5 * Erfc.value(z * SQRT_HALF));
    }

    /** log Φ(z) + z²/2, which stays small in the lower tail. */
    public static double logScaledCdf(double z) {
        return z < -1 ? Math.log(0.5 * Erfcx.value(-z * SQRT_HALF)) : logCdf(z) + 0.5 * z * z;
    }

    /** φ(z)/Φ(z), the derivative of log Φ. */
    public static double ratio(double z) {
        if (z < -1) {
            return 2 * INV_SQRT_TWO_PI / Erfcx.value(-z * SQRT_HALF);
        }
        return density(z) / cdf(z);
    }

    /** Φ⁻¹(p). */
    public static double quantile(double p) {
        return p < 0 || p > 1 ? Double.NaN : -SQRT_TWO * InverseErfc.value(2 * p);
    }

    /** Φ⁻¹(exp(logP)). */
    public static double quantileOfLog(double logP) {
        if (!(logP <= 0)) {
            return Double.NaN;
        }
        if (logP > -1e-3) {
            // p is close to one: the other tail keeps the digits.
            return SQRT_TWO * InverseErfc.value(-2 * Math.expm1(logP));
        }
        if (logP > -600) {
            return quantile(Math.exp(logP));
        }
        // Newton's method on log Φ, which is concave, from the leading term of the tail.
        double z = -Math.sqrt(-2 * logP);
        for (int i = 0; i < 20; i++) {
            double step = (logCdf(z) - logP) / ratio(z);
            z -= step;
            if (Math.abs(step) <= 1e-15 * Math.abs(z)) {
                break;
            }
        }
        return z;
    }

    private static final double[][] LEGENDRE = legendre(24);

    /** Nodes and weights of Gauss and Legendre's rule on (0, 1). */
    static double[][] legendre(int n) {
        double[][] rule = new double[2][n];
        for (int i = 0; i < n; i++) {
            double x = Math.cos(Math.PI * (i + 0.75) / (n + 0.5));
            double slope = 1;
            for (int iteration = 0; iteration < 100; iteration++) {
                double p = 1;
                double before = 0;
                for (int k = 0; k < n; k++) {
                    double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
                    before = p;
                    p = next;
                }
                slope = n * (x * p - before) / (x * x - 1);
                double step = p / slope;
                x -= step;
                if (Math.abs(step) < 1e-16) {
                    break;
                }
            }
            rule[0][i] = 0.5 * (1 - x);
            rule[1][i] = 1 / ((1 - x * x) * slope * slope);
        }
        return rule;
    }

    /** Owen's T, ∫₀ᵃ exp(-h²(1+x²)/2)/(1+x²) dx / 2π. */
    public static double owensT(double h, double a) {
        if (Double.isNaN(h) || Double.isNaN(a)) {
            return Double.NaN;
        }
        double g = Math.abs(h);
        double b = Math.abs(a);
        double t;
        if (b <= 1) {
            t = owensIntegral(g, b);
        } else if (b == Double.POSITIVE_INFINITY) {
            t = 0.5 * cdf(-g);
        } else {
            double p = cdf(-g);
            double q = cdf(-b * g);
            t = 0.5 * (p + q) - p * q - owensIntegral(b * g, 1 / b);
        }
        return a < 0 ? -t : t;
    }

    private static double owensIntegral(double h, double a) {
        double end = h > 0 ? Math.min(a, 9 / h) : a;
        double sum = 0;
        for (int half = 0; half < 2; half++) {
            for (int i = 0; i < LEGENDRE[0].length; i++) {
                double x = 0.5 * end * (half + LEGENDRE[0][i]);
                sum += LEGENDRE[1][i] * Math.exp(-0.5 * h * h * (1 + x * x)) / (1 + x * x);
            }
        }
        return sum * 0.5 * end / (2 * Math.PI);
    }
}
