package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Scalars;

/** The binomial distribution: successes, trials, log odds of success. */
public final class BinomialLogit {
    private BinomialLogit() {}

    public static double lpmf(double n, double trials, double alpha, double[] d) {
        Check.nonNegative("binomial_logit", "population size", trials);
        Check.between("binomial_logit", "successes", 0, trials, n);
        Check.finite("binomial_logit", "logit", alpha);
        if (d != null) {
            d[2] = n - trials * Scalars.invLogit(alpha);
        }
        return Gammas.lchoose(trials, n) + n * alpha - trials * Scalars.log1pExp(alpha);
    }

    public static double draw(double trials, double alpha, RandomStream random) {
        Check.nonNegative("binomial_logit", "population size", trials);
        Check.finite("binomial_logit", "logit", alpha);
        return Draws.binomial((int) trials, Scalars.invLogit(alpha), random);
    }
}
