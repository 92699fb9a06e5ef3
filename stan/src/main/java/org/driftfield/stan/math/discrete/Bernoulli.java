package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;

/** The Bernoulli distribution: y, chance of success. */
public final class Bernoulli {
    private Bernoulli() {}

    public static double lpmf(double y, double theta, double[] d) {
        Check.between("bernoulli", "random variable", 0, 1, y);
        Check.between("bernoulli", "probability", 0, 1, theta);
        if (d != null) {
            d[1] = y == 1 ? 1 / theta : 1 / (theta - 1);
        }
        return y == 1 ? Math.log(theta) : Math.log1p(-theta);
    }

    public static double lcdf(double y, double theta, double[] d) {
        Check.between("bernoulli", "probability", 0, 1, theta);
        if (y < 0) {
            return Outside.zero(d);
        }
        if (y >= 1) {
            return Outside.one(d);
        }
        return lpmf(0, theta, d);
    }

    public static double lccdf(double y, double theta, double[] d) {
        Check.between("bernoulli", "probability", 0, 1, theta);
        if (y < 0) {
            return Outside.one(d);
        }
        if (y >= 1) {
            return Outside.zero(d);
        }
        return lpmf(1, theta, d);
    }

    public static double draw(double theta, RandomStream random) {
        Check.between("bernoulli", "probability", 0, 1, theta);
        return Draws.uniform(random) < theta ? 1 : 0;
    }
}
