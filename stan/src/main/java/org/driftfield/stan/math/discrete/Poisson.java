package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteGamma;

/** The Poisson distribution: count, rate. */
public final class Poisson {
    private Poisson() {}

    public static double lpmf(double n, double lambda, double[] d) {
        Check.nonNegative("poisson", "random variable", n);
        Check.nonNegative("poisson", "rate", lambda);
        if (lambda == Double.POSITIVE_INFINITY) {
            return Outside.zero(d);
        }
        if (d != null) {
            d[1] = n == 0 ? -1 : n / lambda - 1;
        }
        return (n == 0 ? 0 : n * Math.log(lambda)) - lambda - Gammas.lgamma(n + 1);
    }

    public static double lcdf(double n, double lambda, double[] d) {
        Check.nonNegative("poisson", "rate", lambda);
        if (n < 0) {
            return Outside.zero(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logQ(n + 1, lambda, e);
        if (d != null) {
            d[1] = e[1];
        }
        return value;
    }

    public static double lccdf(double n, double lambda, double[] d) {
        Check.nonNegative("poisson", "rate", lambda);
        if (n < 0) {
            return Outside.one(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logP(n + 1, lambda, e);
        if (d != null) {
            d[1] = e[1];
        }
        return value;
    }

    public static double draw(double lambda, RandomStream random) {
        Check.nonNegative("poisson", "rate", lambda);
        return Draws.poisson(lambda, random);
    }
}
