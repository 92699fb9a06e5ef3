package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteGamma;

/** The gamma distribution: y, shape, rate. */
public final class Gamma {
    private Gamma() {}

    private static void check(double y, double alpha, double beta) {
        Check.notNan("gamma", "random variable", y);
        Check.positiveFinite("gamma", "shape parameter", alpha);
        Check.positiveFinite("gamma", "inverse scale parameter", beta);
    }

    public static double lpdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y < 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y);
        double logRate = Math.log(beta);
        if (d != null) {
            d[0] = (alpha - 1) / y - beta;
            d[1] = logRate + log - Gammas.digamma(alpha);
            d[2] = alpha / beta - y;
        }
        return alpha * logRate - Gammas.lgamma(alpha) + (alpha == 1 ? 0 : (alpha - 1) * log) - beta * y;
    }

    public static double lcdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logP(alpha, beta * y, e);
        fill(e, y, beta, d);
        return value;
    }

    public static double lccdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y <= 0) {
            return Outside.one(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logQ(alpha, beta * y, e);
        fill(e, y, beta, d);
        return value;
    }

    private static void fill(double[] e, double y, double beta, double[] d) {
        if (d != null) {
            d[0] = e[1] * beta;
            d[1] = e[0];
            d[2] = Double.isInfinite(y) ? 0 : e[1] * y;
        }
    }

    public static double draw(double alpha, double beta, RandomStream random) {
        check(0, alpha, beta);
        return Draws.gamma(alpha, random) / beta;
    }
}
