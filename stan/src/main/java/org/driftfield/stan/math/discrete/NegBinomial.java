package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;

/** The negative binomial distribution: count, shape, inverse scale. */
public final class NegBinomial {
    private NegBinomial() {}

    private static void check(double alpha, double beta) {
        Check.positiveFinite("neg_binomial", "shape parameter", alpha);
        Check.positiveFinite("neg_binomial", "inverse scale parameter", beta);
    }

    private static void chain(double alpha, double beta, double[] d) {
        if (d != null) {
            double byMean = d[1];
            d[1] = byMean / beta + d[2];
            d[2] = -byMean * alpha / (beta * beta);
        }
    }

    public static double lpmf(double n, double alpha, double beta, double[] d) {
        check(alpha, beta);
        double value = NegBinomial2.lpmf(n, alpha / beta, alpha, d);
        chain(alpha, beta, d);
        return value;
    }

    public static double lcdf(double n, double alpha, double beta, double[] d) {
        check(alpha, beta);
        double value = NegBinomial2.lcdf(n, alpha / beta, alpha, d);
        chain(alpha, beta, d);
        return value;
    }

    public static double lccdf(double n, double alpha, double beta, double[] d) {
        check(alpha, beta);
        double value = NegBinomial2.lccdf(n, alpha / beta, alpha, d);
        chain(alpha, beta, d);
        return value;
    }

    public static double draw(double alpha, double beta, RandomStream random) {
        check(alpha, beta);
        return Draws.poisson(Draws.gamma(alpha, random) / beta, random);
    }
}
