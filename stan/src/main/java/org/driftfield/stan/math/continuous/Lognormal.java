package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;

/** The lognormal distribution: y, location and scale of its logarithm. */
public final class Lognormal {
    private Lognormal() {}

    private static void check(double y, double mu, double sigma) {
        Check.notNan("lognormal", "random variable", y);
        Check.finite("lognormal", "location parameter", mu);
        Check.positiveFinite("lognormal", "scale parameter", sigma);
    }

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        check(y, mu, sigma);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y);
        double value = Normal.lpdf(log, mu, sigma, d) - log;
        if (d != null) {
            d[0] = (d[0] - 1) / y;
        }
        return value;
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        check(y, mu, sigma);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double value = Normal.lcdf(Math.log(y), mu, sigma, d);
        if (d != null) {
            d[0] /= y;
        }
        return value;
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        check(y, mu, sigma);
        if (y <= 0) {
            return Outside.one(d);
        }
        double value = Normal.lccdf(Math.log(y), mu, sigma, d);
        if (d != null) {
            d[0] /= y;
        }
        return value;
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        return Math.exp(Normal.draw(mu, sigma, random));
    }
}
