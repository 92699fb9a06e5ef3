package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Scalars;

/** The beta-binomial distribution: successes, trials, the two shapes. */
public final class BetaBinomial {
    private BetaBinomial() {}

    private static void check(double trials, double a, double b) {
        Check.nonNegative("beta_binomial", "population size", trials);
        Check.positiveFinite("beta_binomial", "first prior sample size", a);
        Check.positiveFinite("beta_binomial", "second prior sample size", b);
    }

    public static double lpmf(double n, double trials, double a, double b, double[] d) {
        check(trials, a, b);
        if (n < 0 || n > trials) {
            return Outside.zero(d);
        }
        if (d != null) {
            double common = Gammas.digamma(a + b) - Gammas.digamma(a + b + trials);
            d[2] = Gammas.digamma(n + a) - Gammas.digamma(a) + common;
            d[3] = Gammas.digamma(trials - n + b) - Gammas.digamma(b) + common;
        }
        return Gammas.lchoose(trials, n)
                + Gammas.lrising(a, n)
                + Gammas.lrising(b, trials - n)
                - Gammas.lrising(a + b, trials);
    }

    public static double lcdf(double n, double trials, double a, double b, double[] d) {
        check(trials, a, b);
        if (n < 0) {
            return Outside.zero(d);
        }
        return n >= trials ? Outside.one(d) : sum(0, n, trials, a, b, d);
    }

    public static double lccdf(double n, double trials, double a, double b, double[] d) {
        check(trials, a, b);
        if (n < 0) {
            return Outside.one(d);
        }
        return n >= trials ? Outside.zero(d) : sum(n + 1, trials, trials, a, b, d);
    }

    /** The log of a sum of masses; where that is close to one, by what is left. */
    private static double sum(double from, double to, double trials, double a, double b, double[] d) {
        double value = plain(from, to, trials, a, b, d);
        if (value < -0.7) {
            return value;
        }
        double rest = from == 0 ? plain(to + 1, trials, trials, a, b, d) : plain(0, from - 1, trials, a, b, d);
        if (d != null) {
            double odds = -1 / Math.expm1(-rest);
            d[2] *= odds;
            d[3] *= odds;
        }
        return Scalars.log1mExp(rest);
    }

    private static double plain(double from, double to, double trials, double a, double b, double[] d) {
        double[] e = d == null ? null : new double[4];
        double value = Double.NEGATIVE_INFINITY;
        for (double k = from; k <= to; k++) {
            value = Scalars.logSumExp(value, lpmf(k, trials, a, b, null));
        }
        if (d != null) {
            d[2] = 0;
            d[3] = 0;
            for (double k = from; k <= to; k++) {
                double share = Math.exp(lpmf(k, trials, a, b, e) - value);
                d[2] += share * e[2];
                d[3] += share * e[3];
            }
        }
        return value;
    }

    public static double draw(double trials, double a, double b, RandomStream random) {
        check(trials, a, b);
        return Draws.binomial((int) trials, Draws.beta(a, b, random), random);
    }
}
