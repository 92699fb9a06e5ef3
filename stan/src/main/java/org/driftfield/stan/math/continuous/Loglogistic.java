package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The log-logistic distribution: y, scale, shape. */
public final class Loglogistic {
    private Loglogistic() {}

    private static void check(double y, double alpha, double beta) {
        Check.notNan("loglogistic", "random variable", y);
        Check.positiveFinite("loglogistic", "scale parameter", alpha);
        Check.positiveFinite("loglogistic", "shape parameter", beta);
    }

    public static double lpdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y < 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y / alpha);
        double z = beta * log;
        double slope = 1 - 2 * Scalars.invLogit(z);
        if (d != null) {
            d[0] = (beta * slope - 1) / y;
            d[1] = -beta * slope / alpha;
            d[2] = 1 / beta + slope * log;
        }
        return Math.log(beta) - Math.log(y) + Scalars.logInvLogit(z) + Scalars.logInvLogit(-z);
    }

    public static double lcdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        return y <= 0 ? Outside.zero(d) : tail(y, alpha, beta, 1, d);
    }

    public static double lccdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        return y <= 0 ? Outside.one(d) : tail(y, alpha, beta, -1, d);
    }

    private static double tail(double y, double alpha, double beta, int sign, double[] d) {
        double log = Math.log(y / alpha);
        double z = sign * beta * log;
        if (d != null) {
            double slope = sign * Scalars.invLogit(-z);
            d[0] = slope * beta / y;
            d[1] = -slope * beta / alpha;
            d[2] = slope == 0 ? 0 : slope * log;
        }
        return Scalars.logInvLogit(z);
    }

    public static double draw(double alpha, double beta, RandomStream random) {
        check(1, alpha, beta);
        return alpha * Math.exp(Scalars.logit(Draws.uniform(random)) / beta);
    }
}
