package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.LocationScale;

/** The skew double exponential distribution: y, location, scale, skewness. */
public final class SkewDoubleExponential {
    private SkewDoubleExponential() {}

    private static void check(double y, double mu, double sigma, double tau) {
        LocationScale.check("skew_double_exponential", y, mu, sigma);
        Check.between("skew_double_exponential", "skewness parameter", 0, 1, tau);
    }

    public static double lpdf(double y, double mu, double sigma, double tau, double[] d) {
        check(y, mu, sigma, tau);
        double z = (y - mu) / sigma;
        double rate = z < 0 ? 1 - tau : -tau;
        if (d != null) {
            double[] e = new double[3];
            LocationScale.density(2 * rate, z, sigma, e);
            System.arraycopy(e, 0, d, 0, 3);
            d[3] = 1 / tau - 1 / (1 - tau) - 2 * z;
        }
        return Math.log(2 * tau * (1 - tau) / sigma) + 2 * rate * z;
    }

    public static double lcdf(double y, double mu, double sigma, double tau, double[] d) {
        check(y, mu, sigma, tau);
        return lower((y - mu) / sigma, sigma, tau, 1, d);
    }

    public static double lccdf(double y, double mu, double sigma, double tau, double[] d) {
        check(y, mu, sigma, tau);
        return lower(-(y - mu) / sigma, sigma, 1 - tau, -1, d);
    }

    /** log P(Z < z); with sign -1, z and tau are those of the mirror image. */
    private static double lower(double z, double sigma, double tau, int sign, double[] d) {
        double slope;
        double byTau;
        double value;
        if (z < 0) {
            value = Math.log(tau) + 2 * (1 - tau) * z;
            slope = 2 * (1 - tau);
            byTau = 1 / tau - 2 * z;
        } else {
            double upper = (1 - tau) * Math.exp(-2 * tau * z);
            value = Math.log1p(-upper);
            slope = 2 * tau * upper / (1 - upper);
            byTau = Double.isInfinite(z) ? 0 : (Math.exp(-2 * tau * z) + 2 * z * upper) / (1 - upper);
        }
        if (d != null) {
            double[] e = new double[3];
            LocationScale.distribution(sign * slope, sign * z, sigma, e);
            System.arraycopy(e, 0, d, 0, 3);
            d[3] = sign * byTau;
        }
        return value;
    }

    public static double draw(double mu, double sigma, double tau, RandomStream random) {
        check(mu, mu, sigma, tau);
        double u = Draws.uniform(random);
        double z = u < tau ? Math.log(u / tau) / (2 * (1 - tau)) : -Math.log((1 - u) / (1 - tau)) / (2 * tau);
        return mu + sigma * z;
    }
}
