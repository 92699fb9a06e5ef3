package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteBeta;

/** The binomial distribution: successes, trials, chance of success. */
public final class Binomial {
    private Binomial() {}

    private static void check(double trials, double theta) {
        Check.nonNegative("binomial", "population size", trials);
        Check.between("binomial", "probability", 0, 1, theta);
    }

    public static double lpmf(double n, double trials, double theta, double[] d) {
        check(trials, theta);
        Check.between("binomial", "successes", 0, trials, n);
        double failures = trials - n;
        if (d != null) {
            d[2] = (n == 0 ? 0 : n / theta) - (failures == 0 ? 0 : failures / (1 - theta));
        }
        return Gammas.lchoose(trials, n)
                + (n == 0 ? 0 : n * Math.log(theta))
                + (failures == 0 ? 0 : failures * Math.log1p(-theta));
    }

    public static double lcdf(double n, double trials, double theta, double[] d) {
        check(trials, theta);
        if (n < 0) {
            return Outside.zero(d);
        }
        if (n >= trials) {
            return Outside.one(d);
        }
        double[] e = d == null ? null : new double[3];
        double value = IncompleteBeta.log(trials - n, n + 1, 1 - theta, theta, e);
        if (d != null) {
            d[2] = -e[2];
        }
        return value;
    }

    public static double lccdf(double n, double trials, double theta, double[] d) {
        check(trials, theta);
        if (n < 0) {
            return Outside.one(d);
        }
        if (n >= trials) {
            return Outside.zero(d);
        }
        double[] e = d == null ? null : new double[3];
        double value = IncompleteBeta.log(n + 1, trials - n, theta, 1 - theta, e);
        if (d != null) {
            d[2] = e[2];
        }
        return value;
    }

    public static double draw(double trials, double theta, RandomStream random) {
        check(trials, theta);
        return Draws.binomial((int) trials, theta, random);
    }
}
