package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;

/** The Bernoulli distribution: y, log odds of success. */
public final class BernoulliLogit {
    private BernoulliLogit() {}

    public static double lpmf(double y, double alpha, double[] d) {
        Check.between("bernoulli_logit", "random variable", 0, 1, y);
        Check.notNan("bernoulli_logit", "logit", alpha);
        double sign = 2 * y - 1;
        if (d != null) {
            d[1] = sign * Scalars.invLogit(-sign * alpha);
        }
        return Scalars.logInvLogit(sign * alpha);
    }

    public static double draw(double alpha, RandomStream random) {
        Check.notNan("bernoulli_logit", "logit", alpha);
        return Draws.uniform(random) < Scalars.invLogit(alpha) ? 1 : 0;
    }
}
