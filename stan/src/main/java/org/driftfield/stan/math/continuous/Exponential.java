package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The exponential distribution: y, rate. */
public final class Exponential {
    private Exponential() {}

    private static void check(double y, double beta) {
        Check.notNan("exponential", "random variable", y);
        Check.positiveFinite("exponential", "inverse scale parameter", beta);
    }

    public static double lpdf(double y, double beta, double[] d) {
        check(y, beta);
        if (y < 0) {
            return Outside.zero(d);
        }
        if (d != null) {
            d[0] = -beta;
            d[1] = 1 / beta - y;
        }
        return Math.log(beta) - beta * y;
    }

    public static double lcdf(double y, double beta, double[] d) {
        check(y, beta);
        if (y <= 0) {
            return Outside.zero(d);
        }
        if (d != null) {
            double slope = 1 / Math.expm1(beta * y);
            d[0] = slope * beta;
            d[1] = slope == 0 ? 0 : slope * y;
        }
        return Scalars.log1mExp(-beta * y);
    }

    public static double lccdf(double y, double beta, double[] d) {
        check(y, beta);
        if (y <= 0) {
            return Outside.one(d);
        }
        if (d != null) {
            d[0] = -beta;
            d[1] = -y;
        }
        return -beta * y;
    }

    public static double draw(double beta, RandomStream random) {
        check(0, beta);
        return Draws.exponential(random) / beta;
    }
}
