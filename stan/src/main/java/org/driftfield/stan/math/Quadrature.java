package org.driftfield.stan.math;

import org.driftfield.stan.library.DomainException;

/** Integrals in one dimension by the double exponential rule (Takahasi and Mori 1974), also over infinite ranges. */
public final class Quadrature {
    private static final int LEVELS = 12;

    private Quadrature() {}

    /** An integrand with derivatives by parameters. */
    public interface Integrand {
        /**
         * The value at x.
         *
         * @param distance the nearer end less x, where that end is finite; else NaN
         * @param slopes takes the derivatives by the parameters; has length 0 where none are wanted
         */
        double at(double x, double distance, double[] slopes);
    }

    /**
     * The integral from a to b, either of which may be infinite.
     *
     * @param slopes takes the derivatives of the integral by the parameters, of which it has the length
     */
    public static double integrate(Integrand f, double a, double b, double tolerance, double[] slopes) {
        if (Double.isNaN(a) || Double.isNaN(b) || !(a <= b)) {
            throw new DomainException("integrate_1d: the upper limit must not be below the lower limit "
                    + Check.number(a) + ", got " + Check.number(b));
        }
        java.util.Arrays.fill(slopes, 0);
        if (a == b) {
            return 0;
        }
        double[] sums = new double[1 + slopes.length];
        double[] at = new double[slopes.length];
        double step = 1;
        double value = 0;
        boolean agreed = false;
        add(f, a, b, 0, sums, at);
        for (int level = 0; level < LEVELS; level++) {
            // Each level adds the points half way between those that are there.
            double first = level == 0 ? step : step / 2;
            double stride = step;
            step = level == 0 ? step : step / 2;
            for (int side = -1; side <= 1; side += 2) {
                int idle = 0;
                for (double u = first; u < 7 && idle < 3; u += stride) {
                    double size = add(f, a, b, side * u, sums, at);
                    idle = size <= 1e-18 * Math.abs(sums[0]) && u > 2 ? idle + 1 : 0;
                }
            }
            double now = sums[0] * step;
            boolean close = Math.abs(now - value) <= tolerance * Math.abs(now);
            if (level > 3 && close && agreed) {
                value = now;
                break;
            }
            agreed = close;
            value = now;
            if (level == LEVELS - 1) {
                throw new DomainException(
                        "integrate_1d: the integral did not settle to a relative tolerance of " + tolerance);
            }
        }
        for (int i = 0; i < slopes.length; i++) {
            slopes[i] = sums[1 + i] * step;
        }
        return value;
    }

    /** Adds the integrand at the image of u, times the slope of the map; returns the size of what was added. */
    private static double add(Integrand f, double a, double b, double u, double[] sums, double[] slopes) {
        double s = 0.5 * Math.PI * Math.sinh(u);
        double weight = 0.5 * Math.PI * Math.cosh(u);
        double x;
        double distance;
        if (a == Double.NEGATIVE_INFINITY && b == Double.POSITIVE_INFINITY) {
            x = Math.sinh(s);
            weight *= Math.cosh(s);
            distance = Double.NaN;
        } else if (b == Double.POSITIVE_INFINITY) {
            distance = -Math.exp(s);
            x = a - distance;
            weight *= Math.exp(s);
        } else if (a == Double.NEGATIVE_INFINITY) {
            distance = Math.exp(s);
            x = b - distance;
            weight *= Math.exp(s);
        } else {
            double half = 0.5 * (b - a);
            // 1 - tanh(|s|), which keeps its digits near the ends.
            double gap = 2 / (1 + Math.exp(2 * Math.abs(s)));
            double cosh = Math.cosh(s);
            weight *= half / (cosh * cosh);
            distance = s < 0 ? -half * gap : half * gap;
            x = s < 0 ? a + half * gap : b - half * gap;
        }
        if (!(weight > 0) || Double.isInfinite(x) || Double.isInfinite(weight)) {
            return 0;
        }
        double value = f.at(x, distance, slopes);
        if (Double.isInfinite(value) && (x == a || x == b)) {
            return 0;
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new DomainException(
                    "integrate_1d: the integrand must be finite, got " + value + " at " + Check.number(x));
        }
        sums[0] += weight * value;
        for (int i = 0; i < slopes.length; i++) {
            if (!Double.isNaN(slopes[i])) {
                sums[1 + i] += weight * slopes[i];
            }
        }
        return Math.abs(weight * value);
    }
}
