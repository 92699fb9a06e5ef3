package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.LocationScale;
import org.driftfield.stan.math.Quadrature;

/** The skew normal distribution: y, location, scale, shape. */
public final class SkewNormal {
    private SkewNormal() {}

    private static void check(double y, double xi, double omega, double alpha) {
        LocationScale.check("skew_normal", y, xi, omega);
        Check.finite("skew_normal", "shape parameter", alpha);
    }

    private static void spread(double[] e, double byShape, double[] d) {
        d[0] = e[0];
        d[1] = e[1];
        d[2] = e[2];
        d[3] = byShape;
    }

    private static double standard(double z, double alpha) {
        return Math.log(2) - Gammas.HALF_LOG_TWO_PI - 0.5 * z * z + Gauss.logCdf(alpha * z);
    }

    public static double lpdf(double y, double xi, double omega, double alpha, double[] d) {
        check(y, xi, omega, alpha);
        double z = (y - xi) / omega;
        if (d != null) {
            double ratio = Gauss.ratio(alpha * z);
            double[] e = new double[3];
            LocationScale.density(alpha * ratio - z, z, omega, e);
            spread(e, z * ratio, d);
        }
        return standard(z, alpha) - Math.log(omega);
    }

    public static double lcdf(double y, double xi, double omega, double alpha, double[] d) {
        check(y, xi, omega, alpha);
        return tail((y - xi) / omega, omega, alpha, 1, d);
    }

    public static double lccdf(double y, double xi, double omega, double alpha, double[] d) {
        check(y, xi, omega, alpha);
        return tail(-(y - xi) / omega, omega, -alpha, -1, d);
    }

    /** log P(Z < z); with sign -1, z and alpha are those of the mirror image. */
    private static double tail(double z, double omega, double alpha, int sign, double[] d) {
        double value;
        if (z == Double.NEGATIVE_INFINITY) {
            value = z;
        } else {
            double p = Gauss.cdf(z) - 2 * Gauss.owensT(z, alpha);
            // Where the difference cancels, the density is integrated relative to its value at z.
            value = p > 0.01 ? Math.log(Math.min(p, 1)) : integral(z, alpha);
        }
        if (d != null) {
            double[] e = new double[3];
            double slope = Double.isInfinite(z) ? 0 : Math.exp(standard(z, alpha) - value);
            LocationScale.distribution(sign * slope, sign * z, omega, e);
            double byShape = -Math.exp(-0.5 * z * z * (1 + alpha * alpha) - value) / (Math.PI * (1 + alpha * alpha));
            spread(e, Double.isInfinite(z) ? 0 : sign * byShape, d);
        }
        return value;
    }

    /** Over steps of the length in which the density falls to a third, by what it is over its value at z. */
    private static double integral(double z, double alpha) {
        double fall = Math.max(1, alpha * Gauss.ratio(alpha * z) - z);
        double area = Quadrature.integrate(
                (w, gap, none) -> {
                    double u = w / fall;
                    double square = u * (z - 0.5 * u);
                    double t = alpha * (z - u);
                    double cdf = t < -1 && alpha * z < -1
                            ? alpha * alpha * square + Gauss.logScaledCdf(t) - Gauss.logScaledCdf(alpha * z)
                            : Gauss.logCdf(t) - Gauss.logCdf(alpha * z);
                    return Math.exp(square + cdf);
                },
                0,
                Double.POSITIVE_INFINITY,
                1e-12,
                new double[0]);
        return standard(z, alpha) + Math.log(area / fall);
    }

    public static double draw(double xi, double omega, double alpha, RandomStream random) {
        check(xi, xi, omega, alpha);
        double delta = alpha / Math.hypot(1, alpha);
        double a = Math.abs(random.nextNormal());
        double b = random.nextNormal();
        return xi + omega * (delta * a + Math.sqrt(1 - delta * delta) * b);
    }
}
