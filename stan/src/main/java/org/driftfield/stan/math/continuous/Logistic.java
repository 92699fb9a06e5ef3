package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.LocationScale;
import org.driftfield.stan.math.Scalars;

/** The logistic distribution: y, location, scale. */
public final class Logistic {
    private Logistic() {}

    public static double lpdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("logistic", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.density(1 - 2 * Scalars.invLogit(z), z, sigma, d);
        return Scalars.logInvLogit(z) + Scalars.logInvLogit(-z) - Math.log(sigma);
    }

    public static double lcdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("logistic", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.distribution(Scalars.invLogit(-z), z, sigma, d);
        return Scalars.logInvLogit(z);
    }

    public static double lccdf(double y, double mu, double sigma, double[] d) {
        LocationScale.check("logistic", y, mu, sigma);
        double z = (y - mu) / sigma;
        LocationScale.distribution(-Scalars.invLogit(z), z, sigma, d);
        return Scalars.logInvLogit(-z);
    }

    public static double draw(double mu, double sigma, RandomStream random) {
        Check.finite("logistic", "location parameter", mu);
        Check.positiveFinite("logistic", "scale parameter", sigma);
        return mu + sigma * Scalars.logit(Draws.uniform(random));
    }
}
