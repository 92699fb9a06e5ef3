package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Scalars;

/** The negative binomial distribution: count, log mean, precision. */
public final class NegBinomial2Log {
    private NegBinomial2Log() {}

    public static double lpmf(double n, double eta, double phi, double[] d) {
        Check.nonNegative("neg_binomial_2_log", "random variable", n);
        Check.finite("neg_binomial_2_log", "log location parameter", eta);
        Check.positiveFinite("neg_binomial_2_log", "precision parameter", phi);
        double logPhi = Math.log(phi);
        // log(1 + mean/phi), and the mean's share in mean + phi
        double ratio = Scalars.log1pExp(eta - logPhi);
        double share = Scalars.invLogit(eta - logPhi);
        if (d != null) {
            d[1] = n - (n + phi) * share;
            d[2] = Gammas.digamma(n + phi) - Gammas.digamma(phi) - ratio + share - n * (1 - share) / phi;
        }
        return Gammas.lrising(phi, n) - Gammas.lgamma(n + 1) + n * (eta - logPhi - ratio) - phi * ratio;
    }

    public static double draw(double eta, double phi, RandomStream random) {
        Check.finite("neg_binomial_2_log", "log location parameter", eta);
        return NegBinomial2.draw(Math.exp(eta), phi, random);
    }
}
