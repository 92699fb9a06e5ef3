package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteBeta;

/** The negative binomial distribution: count, mean, precision. */
public final class NegBinomial2 {
    private NegBinomial2() {}

    private static void check(double mu, double phi) {
        Check.nonNegative("neg_binomial_2", "location parameter", mu);
        Check.positiveFinite("neg_binomial_2", "precision parameter", phi);
    }

    public static double lpmf(double n, double mu, double phi, double[] d) {
        check(mu, phi);
        Check.nonNegative("neg_binomial_2", "random variable", n);
        if (mu == Double.POSITIVE_INFINITY || (mu == 0 && n > 0)) {
            return Outside.zero(d);
        }
        double ratio = Math.log1p(mu / phi);
        if (d != null) {
            d[1] = (n == 0 ? 0 : n / mu) - (n + phi) / (mu + phi);
            d[2] = Gammas.digamma(n + phi) - Gammas.digamma(phi) - ratio + (mu - n) / (mu + phi);
        }
        return Gammas.lrising(phi, n)
                - Gammas.lgamma(n + 1)
                + (n == 0 ? 0 : n * (Math.log(mu) - Math.log(mu + phi)))
                - phi * ratio;
    }

    public static double lcdf(double n, double mu, double phi, double[] d) {
        check(mu, phi);
        return n < 0 ? Outside.zero(d) : tail(phi, n + 1, mu, phi, false, d);
    }

    public static double lccdf(double n, double mu, double phi, double[] d) {
        check(mu, phi);
        return n < 0 ? Outside.one(d) : tail(phi, n + 1, mu, phi, true, d);
    }

    private static double tail(double a, double b, double mu, double phi, boolean upper, double[] d) {
        double sum = mu + phi;
        double[] e = d == null ? null : new double[3];
        double value = upper
                ? IncompleteBeta.log(b, a, mu / sum, phi / sum, e)
                : IncompleteBeta.log(a, b, phi / sum, mu / sum, e);
        if (d != null) {
            double byX = upper ? -e[2] : e[2];
            d[1] = -byX * phi / (sum * sum);
            d[2] = (upper ? e[1] : e[0]) + byX * mu / (sum * sum);
        }
        return value;
    }

    public static double draw(double mu, double phi, RandomStream random) {
        check(mu, phi);
        return Draws.poisson(mu * Draws.gamma(phi, random) / phi, random);
    }
}
