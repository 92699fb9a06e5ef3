package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;

/** The normal distribution with mean 0 and standard deviation 1. */
public final class StdNormal {
    private StdNormal() {}

    public static double lpdf(double y, double[] d) {
        Check.notNan("std_normal", "random variable", y);
        if (d != null) {
            d[0] = -y;
        }
        return -0.5 * y * y - Gammas.HALF_LOG_TWO_PI;
    }

    public static double lcdf(double y, double[] d) {
        Check.notNan("std_normal", "random variable", y);
        if (d != null) {
            d[0] = Double.isInfinite(y) ? 0 : Gauss.ratio(y);
        }
        return Gauss.logCdf(y);
    }

    public static double lccdf(double y, double[] d) {
        Check.notNan("std_normal", "random variable", y);
        if (d != null) {
            d[0] = Double.isInfinite(y) ? 0 : -Gauss.ratio(-y);
        }
        return Gauss.logCdf(-y);
    }

    public static double draw(RandomStream random) {
        return random.nextNormal();
    }
}
