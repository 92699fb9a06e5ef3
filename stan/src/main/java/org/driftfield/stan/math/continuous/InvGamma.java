package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteGamma;

/** The inverse gamma distribution: y, shape, scale. */
public final class InvGamma {
    private InvGamma() {}

    private static void check(double y, double alpha, double beta) {
        Check.notNan("inv_gamma", "random variable", y);
        Check.positiveFinite("inv_gamma", "shape parameter", alpha);
        Check.positiveFinite("inv_gamma", "scale parameter", beta);
    }

    public static double lpdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double log = Math.log(y);
        double logScale = Math.log(beta);
        if (d != null) {
            d[0] = (beta / y - alpha - 1) / y;
            d[1] = logScale - log - Gammas.digamma(alpha);
            d[2] = alpha / beta - 1 / y;
        }
        return alpha * logScale - Gammas.lgamma(alpha) - (alpha + 1) * log - beta / y;
    }

    public static double lcdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y <= 0) {
            return Outside.zero(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logQ(alpha, beta / y, e);
        fill(e, y, beta, d);
        return value;
    }

    public static double lccdf(double y, double alpha, double beta, double[] d) {
        check(y, alpha, beta);
        if (y <= 0) {
            return Outside.one(d);
        }
        double[] e = d == null ? null : new double[2];
        double value = IncompleteGamma.logP(alpha, beta / y, e);
        fill(e, y, beta, d);
        return value;
    }

    private static void fill(double[] e, double y, double beta, double[] d) {
        if (d != null) {
            d[0] = -e[1] * beta / (y * y);
            d[1] = e[0];
            d[2] = e[1] / y;
        }
    }

    public static double draw(double alpha, double beta, RandomStream random) {
        check(1, alpha, beta);
        return beta / Draws.gamma(alpha, random);
    }
}
