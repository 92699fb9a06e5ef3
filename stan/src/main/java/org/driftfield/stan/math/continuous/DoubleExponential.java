package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.LocationScale;

/** The double exponential distribution: y, location, scale. */
public final class DoubleExponential {
    private DoubleExponential() {}

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("double_exponential", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.density(-Math.signum(z), z, sigma, d);
        return -Math.abs(z) - Math.log(2 * sigma);
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("double_exponential", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.distribution(z < 0 ? 1 : 1 / (2 * Math.exp(z) - 1), z, sigma, d);
        return lower(z);
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("double_exponential", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.distribution(z > 0 ? -1 : -1 / (2 * Math.exp(-z) - 1), z, sigma, d);
        return lower(-z);
    }

    /** log P(Z < z). */
    private static double lower(double z) {
        return z < 0 ? z - Math.log(2) : Math.log1p(-0.5 * Math.exp(-z));
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        Check.finite("double_exponential", "location parameter", mu);
        Check.positiveFinite("double_exponential", "scale parameter", sigma);
        return mu + sigma * (random.nextLong() < 0 ? 1 : -1) * Draws.exponential(random);
    }
}
