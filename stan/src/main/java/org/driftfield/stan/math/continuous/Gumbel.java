package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.LocationScale;
import org.driftfield.stan.math.Scalars;

/** The Gumbel distribution: y, location, scale. */
public final class Gumbel {
    private Gumbel() {}

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("gumbel", y, mu, sigma);
        double z = (y - mu) / sigma;
        double e = Math.exp(-z);
        LocationScale.density(e - 1, z, sigma, d);
        return -z - e - Math.log(sigma);
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("gumbel", y, mu, sigma);
        double z = (y - mu) / sigma;
        double e = Math.exp(-z);
        LocationScale.distribution(e, z, sigma, d);
        return -e;
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("gumbel", y, mu, sigma);
        double z = (y - mu) / sigma;
        double e = Math.exp(-z);
        LocationScale.distribution(-e / Math.expm1(e), z, sigma, d);
        return Scalars.log1mExp(-e);
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        Check.finite("gumbel", "location parameter", mu);
        Check.positiveFinite("gumbel", "scale parameter", sigma);
        return mu + sigma * -Math.log(Draws.exponential(random));
    }
}
