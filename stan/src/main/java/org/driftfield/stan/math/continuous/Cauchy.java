package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.LocationScale;

/** The Cauchy distribution: y, location, scale. */
public final class Cauchy {
    private static final double LOG_PI = Math.log(Math.PI);

    private Cauchy() {}

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("cauchy", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.density(Double.isInfinite(z * z) ? -2 / z : -2 * z / (1 + z * z), z, sigma, d);
        return -Math.log1p(z * z) - Math.log(sigma) - LOG_PI;
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("cauchy", y, mu, sigma);
        double z = (y - mu) / sigma;
        double p = tail(-z);
        LocationScale.distribution(1 / (Math.PI * (1 + z * z) * p), z, sigma, d);
        return Math.log(p);
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("cauchy", y, mu, sigma);
        double z = (y - mu) / sigma;
        double p = tail(z);
        LocationScale.distribution(-1 / (Math.PI * (1 + z * z) * p), z, sigma, d);
        return Math.log(p);
    }

    /** P(Z > z). */
    private static double tail(double z) {
        return Math.atan2(1, z) / Math.PI;
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        Check.finite("cauchy", "location parameter", mu);
        Check.positiveFinite("cauchy", "scale parameter", sigma);
        return mu + sigma * Math.tan(Math.PI * (Draws.uniform(random) - 0.5));
    }
}
