package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The Pareto distribution of the second kind: y, location, scale, shape. */
public final class ParetoType2 {
    private ParetoType2() {}

    private static void check(double y, double mu, double lambda, double alpha) {
        Check.notNan("pareto_type_2", "random variable", y);
        Check.finite("pareto_type_2", "location parameter", mu);
        Check.positiveFinite("pareto_type_2", "scale parameter", lambda);
        Check.positiveFinite("pareto_type_2", "shape parameter", alpha);
    }

    /** From the derivative by log(1 + (y - mu)/lambda), and that by alpha. */
    private static void fill(double y, double mu, double lambda, double slope, double byAlpha, double[] d) {
        if (d != null) {
            double sum = lambda + y - mu;
            double s = Double.isInfinite(sum) ? 0 : slope / sum;
            d[0] = s;
            d[1] = -s;
            d[2] = s == 0 ? 0 : -s * (y - mu) / lambda;
            d[3] = byAlpha;
        }
    }

    public static double lpdf(double y, double mu, double lambda, double alpha, double[] d) {
        check(y, mu, lambda, alpha);
        if (y < mu) {
            return Outside.zero(d);
        }
        double log = Math.log1p((y - mu) / lambda);
        fill(y, mu, lambda, -(alpha + 1), 1 / alpha - log, d);
        if (d != null) {
            d[2] -= 1 / lambda;
        }
        return Math.log(alpha / lambda) - (alpha + 1) * log;
    }

    public static double lcdf(double y, double mu, double lambda, double alpha, double[] d) {
        check(y, mu, lambda, alpha);
        if (y <= mu) {
            return Outside.zero(d);
        }
        double log = Math.log1p((y - mu) / lambda);
        double odds = 1 / Math.expm1(alpha * log);
        fill(y, mu, lambda, odds * alpha, odds == 0 ? 0 : odds * log, d);
        return Scalars.log1mExp(-alpha * log);
    }

    public static double lccdf(double y, double mu, double lambda, double alpha, double[] d) {
        check(y, mu, lambda, alpha);
        if (y <= mu) {
            return Outside.one(d);
        }
        double log = Math.log1p((y - mu) / lambda);
        fill(y, mu, lambda, -alpha, -log, d);
        return -alpha * log;
    }

    public static double draw(double mu, double lambda, double alpha, RandomStream random) {
        check(mu, mu, lambda, alpha);
        return mu + lambda * Math.expm1(Draws.exponential(random) / alpha);
    }
}
