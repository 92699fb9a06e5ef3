package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteBeta;
import org.driftfield.stan.math.LocationScale;

/** Student's t distribution: y, degrees of freedom, location, scale. */
public final class StudentT {
    private static final double HALF_LOG_PI = 0.5 * Math.log(Math.PI);

    private StudentT() {}

    private static void check(double y, double nu, double mu, double sigma) {
        LocationScale.check("student_t", y, mu, sigma);
        Check.positive("student_t", "degrees of freedom", nu);
    }

    public static double lpdf(double y, double nu, double mu, double sigma, double[] d) {
        check(y, nu, mu, sigma);
        if (nu == Double.POSITIVE_INFINITY) {
            double[] e = d == null ? null : new double[3];
            double value = Normal.lpdf(y, mu, sigma, e);
            spread(e, 0, d);
            return value;
        }
        double z = (y - mu) / sigma;
        double share = z * z / nu;
        double log = Math.log1p(share);
        if (d != null) {
            double slope = -(nu + 1) * z / (nu + z * z);
            d[0] = slope / sigma;
            d[2] = -slope / sigma;
            d[3] = -(slope * z + 1) / sigma;
            d[1] = 0.5 * (Gammas.digamma(0.5 * (nu + 1)) - Gammas.digamma(0.5 * nu) - log + (z * z - 1) / (nu + z * z));
        }
        return Gammas.lrising(0.5 * nu, 0.5)
                - 0.5 * Math.log(nu)
                - HALF_LOG_PI
                - Math.log(sigma)
                - 0.5 * (nu + 1) * log;
    }

    private static void spread(double[] e, double byNu, double[] d) {
        if (d != null) {
            d[0] = e[0];
            d[1] = byNu;
            d[2] = e[1];
            d[3] = e[2];
        }
    }

    public static double lcdf(double y, double nu, double mu, double sigma, double[] d) {
        check(y, nu, mu, sigma);
        return tail((y - mu) / sigma, nu, sigma, 1, d);
    }

    public static double lccdf(double y, double nu, double mu, double sigma, double[] d) {
        check(y, nu, mu, sigma);
        return tail(-(y - mu) / sigma, nu, sigma, -1, d);
    }

    /** log P(T < z) where sign is 1; where it is -1, z is the negative of the standardised value. */
    private static double tail(double z, double nu, double sigma, int sign, double[] d) {
        double n = Math.min(nu, 1e10);
        double square = z * z;
        double[] e = d == null ? null : new double[3];
        // The two tails together: I at n/(n+z²) of (n/2, 1/2).
        double x = n / (n + square);
        double rest = Double.isInfinite(square) ? 1 : square / (n + square);
        double both = IncompleteBeta.log(0.5 * n, 0.5, x, rest, e);
        double value;
        double factor;
        if (z <= 0) {
            value = both - Math.log(2);
            factor = 1;
        } else {
            double upper = 0.5 * Math.exp(both);
            value = Math.log1p(-upper);
            factor = -upper / (1 - upper);
        }
        if (d != null) {
            double byX = z == 0 ? 0 : e[2];
            double xByNu = square / ((n + square) * (n + square));
            double xByZ = -2 * z * n / ((n + square) * (n + square));
            double slope = z == 0 || Double.isInfinite(z) ? slopeAtZero(n, z) : factor * byX * xByZ;
            double[] three = new double[3];
            LocationScale.distribution(sign * slope, sign * z, sigma, three);
            spread(three, z == 0 ? 0 : factor * (0.5 * e[0] + byX * xByNu), d);
        }
        return value;
    }

    private static double slopeAtZero(double nu, double z) {
        return z == 0 ? 2 * Math.exp(lpdf(0, nu, 0, 1, null)) : 0;
    }

    public static double draw(double nu, double mu, double sigma, RandomStream random) {
        check(0, nu, mu, sigma);
        return mu + sigma * random.nextNormal() * Math.sqrt(nu / (2 * Draws.gamma(0.5 * nu, random)));
    }
}
