package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;

/** The beta distribution: y, mean, precision. */
public final class BetaProportion {
    private BetaProportion() {}

    private static void check(double y, double mu, double kappa) {
        Check.notNan("beta_proportion", "random variable", y);
        if (!(mu > 0 && mu < 1)) {
            throw Check.fail("beta_proportion", "location parameter", "between 0 and 1, neither of them", mu);
        }
        Check.positiveFinite("beta_proportion", "precision parameter", kappa);
    }

    public static double lpdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        double value = Beta.lpdf(y, mu * kappa, (1 - mu) * kappa, d);
        if (d != null) {
            double byA = d[1];
            double byB = d[2];
            d[1] = kappa * (byA - byB);
            d[2] = mu * byA + (1 - mu) * byB;
        }
        return value;
    }

    public static double lcdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        double value = Beta.lcdf(y, mu * kappa, (1 - mu) * kappa, d);
        if (d != null) {
            double byA = d[1];
            double byB = d[2];
            d[1] = kappa * (byA - byB);
            d[2] = mu * byA + (1 - mu) * byB;
        }
        return value;
    }

    public static double lccdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        double value = Beta.lccdf(y, mu * kappa, (1 - mu) * kappa, d);
        if (d != null) {
            double byA = d[1];
            double byB = d[2];
            d[1] = kappa * (byA - byB);
            d[2] = mu * byA + (1 - mu) * byB;
        }
        return value;
    }

    public static double draw(double mu, double kappa, RandomStream random) {
        check(0.5, mu, kappa);
        return Beta.draw(mu * kappa, (1 - mu) * kappa, random);
    }
}
