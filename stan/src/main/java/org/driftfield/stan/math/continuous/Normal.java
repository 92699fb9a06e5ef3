package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.LocationScale;

/** The normal distribution: y, mean, standard deviation. */
public final class Normal {
    private Normal() {}

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("normal", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.density(-z, z, sigma, d);
        return -0.5 * z * z - Math.log(sigma) - Gammas.HALF_LOG_TWO_PI;
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("normal", y, mu, sigma);
        double z = (y - mu) / sigma;
        if (d != null) {
            LocationScale.distribution(Gauss.ratio(z), z, sigma, d);
        }
        return Gauss.logCdf(z);
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("normal", y, mu, sigma);
        double z = (y - mu) / sigma;
        if (d != null) {
            LocationScale.distribution(-Gauss.ratio(-z), z, sigma, d);
        }
        return Gauss.logCdf(-z);
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        Check.finite("normal", "location parameter", mu);
        Check.positiveFinite("normal", "scale parameter", sigma);
        return mu + sigma * random.nextNormal();
    }
}
