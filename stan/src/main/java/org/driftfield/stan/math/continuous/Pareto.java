package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The Pareto distribution: y, minimum, shape. */
public final class Pareto {
    private Pareto() {}

    private static void check(double y, double least, double alpha) {
        Check.notNan("pareto", "random variable", y);
        Check.positiveFinite("pareto", "minimum", least);
        Check.positiveFinite("pareto", "shape parameter", alpha);
    }

    public static double lpdf(double y, double least, double alpha, double[] d) {
        check(y, least, alpha);
        if (y < least) {
            return Outside.zero(d);
        }
        double log = Math.log(y / least);
        if (d != null) {
            d[0] = -(alpha + 1) / y;
            d[1] = alpha / least;
            d[2] = 1 / alpha - log;
        }
        return Math.log(alpha) - Math.log(y) - alpha * log;
    }

    public static double lcdf(double y, double least, double alpha, double[] d) {
        check(y, least, alpha);
        if (y <= least) {
            return Outside.zero(d);
        }
        double log = Math.log(y / least);
        if (d != null) {
            double slope = 1 / Math.expm1(alpha * log);
            d[0] = slope * alpha / y;
            d[1] = -slope * alpha / least;
            d[2] = slope == 0 ? 0 : slope * log;
        }
        return Scalars.log1mExp(-alpha * log);
    }

    public static double lccdf(double y, double least, double alpha, double[] d) {
        check(y, least, alpha);
        if (y <= least) {
            return Outside.one(d);
        }
        double log = Math.log(y / least);
        if (d != null) {
            d[0] = -alpha / y;
            d[1] = alpha / least;
            d[2] = -log;
        }
        return -alpha * log;
    }

    public static double draw(double least, double alpha, RandomStream random) {
        check(1, least, alpha);
        return least * Math.exp(Draws.exponential(random) / alpha);
    }
}
