package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;

/** The Poisson distribution: count, log rate. */
public final class PoissonLog {
    private PoissonLog() {}

    public static double lpmf(double n, double alpha, double[] d) {
        Check.nonNegative("poisson_log", "random variable", n);
        Check.notNan("poisson_log", "log rate", alpha);
        double rate = Math.exp(alpha);
        if (rate == Double.POSITIVE_INFINITY || (alpha == Double.NEGATIVE_INFINITY && n > 0)) {
            return Outside.zero(d);
        }
        if (d != null) {
            d[1] = n - rate;
        }
        return (n == 0 ? 0 : n * alpha) - rate - Gammas.lgamma(n + 1);
    }

    public static double draw(double alpha, RandomStream random) {
        Check.notNan("poisson_log", "log rate", alpha);
        return Draws.poisson(Math.exp(alpha), random);
    }
}
