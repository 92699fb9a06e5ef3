package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The Fréchet distribution: y, shape, scale. */
public final class Frechet {
    private Frechet() {}

    private static void check(double y, double alpha, double sigma) {
        Check.notNan("frechet", "random variable", y);
        Check.positiveFinite("frechet", "shape parameter", alpha);
        Check.positiveFinite("frechet", "scale parameter", sigma);
    }

    public static double lpdf(double y, double alpha, double sigma, double[] d) {
        check(y, alpha, sigma);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y / sigma);
        double power = Math.exp(-alpha * log);
        if (d != null) {
            d[0] = (alpha * power - alpha - 1) / y;
            d[1] = 1 / alpha + log * (power - 1);
            d[2] = alpha / sigma * (1 - power);
        }
        return Math.log(alpha / sigma) - (alpha + 1) * log - power;
    }

    public static double lcdf(double y, double alpha, double sigma, double[] d) {
        check(y, alpha, sigma);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y / sigma);
        double power = Math.exp(-alpha * log);
        fill(y, alpha, sigma, log, -power, d);
        return -power;
    }

    public static double lccdf(double y, double alpha, double sigma, double[] d) {
        check(y, alpha, sigma);
        if (y <= 0) {
            return Outside.one(d);
        }
        double log = Math.log(y / sigma);
        double power = Math.exp(-alpha * log);
        fill(y, alpha, sigma, log, power == 0 ? 1 : power / Math.expm1(power), d);
        return power < 1e-300 ? -alpha * log : Scalars.log1mExp(-power);
    }

    /** From the derivative by the log of (y/sigma)^-alpha. */
    private static void fill(double y, double alpha, double sigma, double log, double slope, double[] d) {
        if (d != null) {
            double s = Double.isFinite(slope) ? slope : 0;
            d[0] = -s * alpha / y;
            d[1] = s == 0 ? 0 : -s * log;
            d[2] = s * alpha / sigma;
        }
    }

    public static double draw(double alpha, double sigma, RandomStream random) {
        check(1, alpha, sigma);
        return sigma * Math.pow(Draws.exponential(random), -1 / alpha);
    }
}
