package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The Rayleigh distribution: y, scale. */
public final class Rayleigh {
    private Rayleigh() {}

    private static void check(double y, double sigma) {
        Check.notNan("rayleigh", "random variable", y);
        Check.positive("rayleigh", "scale parameter", sigma);
    }

    public static double lpdf(double y, double sigma, double[] d) {
        check(y, sigma);
        if (y < 0) {
            return Outside.zero(d);
        }
        double z = y / sigma;
        if (d != null) {
            d[0] = 1 / y - z / sigma;
            d[1] = (z * z - 2) / sigma;
        }
        return Math.log(z / sigma) - 0.5 * z * z;
    }

    public static double lcdf(double y, double sigma, double[] d) {
        check(y, sigma);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double z = y / sigma;
        if (d != null) {
            double slope = z / Math.expm1(0.5 * z * z);
            d[0] = slope / sigma;
            d[1] = -slope * z / sigma;
        }
        return Scalars.log1mExp(-0.5 * z * z);
    }

    public static double lccdf(double y, double sigma, double[] d) {
        check(y, sigma);
        if (y <= 0) {
            return Outside.one(d);
        }
        double z = y / sigma;
        if (d != null) {
            d[0] = -z / sigma;
            d[1] = z * z / sigma;
        }
        return -0.5 * z * z;
    }

    public static double draw(double sigma, RandomStream random) {
        check(1, sigma);
        return sigma * Math.sqrt(2 * Draws.exponential(random));
    }
}
