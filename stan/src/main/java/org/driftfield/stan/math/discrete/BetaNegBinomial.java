package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Scalars;

/** The beta-negative-binomial distribution: count, number of successes, the two shapes. */
public final class BetaNegBinomial {
    private BetaNegBinomial() {}

    private static void check(double r, double a, double b) {
        Check.positiveFinite("beta_neg_binomial", "number of successes", r);
        Check.positiveFinite("beta_neg_binomial", "first prior sample size", a);
        Check.positiveFinite("beta_neg_binomial", "second prior sample size", b);
    }

    public static double lpmf(double n, double r, double a, double b, double[] d) {
        check(r, a, b);
        Check.nonNegative("beta_neg_binomial", "random variable", n);
        if (d != null) {
            double all = Gammas.digamma(n + r + a + b);
            d[1] = Gammas.digamma(n + r) - Gammas.digamma(r) + Gammas.digamma(a + r) - all;
            d[2] = Gammas.digamma(a + r) - all + Gammas.digamma(a + b) - Gammas.digamma(a);
            d[3] = Gammas.digamma(b + n) - all + Gammas.digamma(a + b) - Gammas.digamma(b);
        }
        return Gammas.lrising(r, n) - Gammas.lgamma(n + 1) + Gammas.lbeta(a + r, b + n) - Gammas.lbeta(a, b);
    }

    public static double lcdf(double n, double r, double a, double b, double[] d) {
        check(r, a, b);
        if (n < 0) {
            return Outside.zero(d);
        }
        double[] e = d == null ? null : new double[4];
        double value = Double.NEGATIVE_INFINITY;
        for (double k = 0; k <= n; k++) {
            value = Scalars.logSumExp(value, lpmf(k, r, a, b, null));
        }
        if (d != null) {
            java.util.Arrays.fill(d, 0);
            for (double k = 0; k <= n; k++) {
                double share = Math.exp(lpmf(k, r, a, b, e) - value);
                for (int i = 1; i < 4; i++) {
                    d[i] += share * e[i];
                }
            }
        }
        return Math.min(value, 0);
    }

    public static double lccdf(double n, double r, double a, double b, double[] d) {
        double log = lcdf(n, r, a, b, d);
        if (n < 0) {
            return Outside.one(d);
        }
        if (d != null) {
            double odds = -1 / Math.expm1(-log);
            for (int i = 1; i < 4; i++) {
                d[i] *= odds;
            }
        }
        return Scalars.log1mExp(log);
    }

    public static double draw(double r, double a, double b, RandomStream random) {
        check(r, a, b);
        double p = Draws.beta(a, b, random);
        return Draws.poisson(Draws.gamma(r, random) * (1 - p) / p, random);
    }
}
