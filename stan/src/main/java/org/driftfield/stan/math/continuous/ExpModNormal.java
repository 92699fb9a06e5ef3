package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.LocationScale;
import org.driftfield.stan.math.Scalars;

/** A normal variate plus an exponential one: y, mean and standard deviation of the first, rate of the second. */
public final class ExpModNormal {
    private ExpModNormal() {}

    private static void check(double y, double mu, double sigma, double lambda) {
        LocationScale.check("exp_mod_normal", y, mu, sigma);
        Check.positiveFinite("exp_mod_normal", "inverse scale parameter", lambda);
    }

    /** log of the density over lambda: v²/2 - vz + log Φ(z - v), in the form that does not cancel. */
    private static double core(double z, double v) {
        return z - v < -1 ? -0.5 * z * z + Gauss.logScaledCdf(z - v) : v * (0.5 * v - z) + Gauss.logCdf(z - v);
    }

    /** The derivatives of a function of z = (y-mu)/sigma and v = lambda sigma. */
    private static void fill(double byZ, double byV, double z, double sigma, double lambda, double[] d) {
        d[0] = byZ / sigma;
        d[1] = -byZ / sigma;
        d[2] = -byZ * z / sigma + byV * lambda;
        d[3] = byV * sigma;
    }

    public static double lpdf(double y, double mu, double sigma, double lambda, double[] d) {
        check(y, mu, sigma, lambda);
        if (Double.isInfinite(y)) {
            return Outside.zero(d);
        }
        double z = (y - mu) / sigma;
        double v = lambda * sigma;
        if (d != null) {
            double ratio = Gauss.ratio(z - v);
            fill(ratio - v, v - z - ratio, z, sigma, lambda, d);
            d[3] += 1 / lambda;
        }
        return Math.log(lambda) + core(z, v);
    }

    public static double lcdf(double y, double mu, double sigma, double lambda, double[] d) {
        check(y, mu, sigma, lambda);
        if (Double.isInfinite(y)) {
            return y < 0 ? Outside.zero(d) : Outside.one(d);
        }
        double z = (y - mu) / sigma;
        double v = lambda * sigma;
        // P(Y < y) = Φ(z) - exp(core). In the lower tail both are scaled by φ(z), where their logarithms are small
        // numbers.
        double apart = z < -1 ? Gauss.logScaledCdf(z - v) - Gauss.logScaledCdf(z) : core(z, v) - Gauss.logCdf(z);
        double left = Scalars.log1mExp(apart);
        double value = Gauss.logCdf(z) + left;
        if (d != null) {
            // The terms by z leave v exp(core).
            double share = Math.exp(apart - left);
            fill(v * share, -(v - z - Gauss.ratio(z - v)) * share, z, sigma, lambda, d);
        }
        return value;
    }

    public static double lccdf(double y, double mu, double sigma, double lambda, double[] d) {
        check(y, mu, sigma, lambda);
        if (Double.isInfinite(y)) {
            return y < 0 ? Outside.one(d) : Outside.zero(d);
        }
        double z = (y - mu) / sigma;
        double v = lambda * sigma;
        double core = core(z, v);
        double value = Scalars.logSumExp(Gauss.logCdf(-z), core);
        if (d != null) {
            double share = Math.exp(core - value);
            fill(-v * share, (v - z - Gauss.ratio(z - v)) * share, z, sigma, lambda, d);
        }
        return value;
    }

    public static double draw(double mu, double sigma, double lambda, RandomStream random) {
        check(mu, mu, sigma, lambda);
        return mu + sigma * random.nextNormal() + Draws.exponential(random) / lambda;
    }
}
