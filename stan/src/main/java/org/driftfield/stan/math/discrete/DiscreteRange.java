package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;

/** The uniform distribution on integers: y, lowest, highest. */
public final class DiscreteRange {
    private DiscreteRange() {}

    private static void check(double low, double high) {
        if (!(high >= low)) {
            throw Check.fail("discrete_range", "upper bound", "at least the lower bound " + Check.number(low), high);
        }
    }

    public static double lpmf(double y, double low, double high, double[] d) {
        check(low, high);
        return y < low || y > high ? Outside.zero(d) : Outside.one(d) - Math.log(high - low + 1);
    }

    public static double lcdf(double y, double low, double high, double[] d) {
        check(low, high);
        if (y < low) {
            return Outside.zero(d);
        }
        return Outside.one(d) + Math.log(Math.min(1, (y - low + 1) / (high - low + 1)));
    }

    public static double lccdf(double y, double low, double high, double[] d) {
        check(low, high);
        if (y >= high) {
            return Outside.zero(d);
        }
        return Outside.one(d) + Math.log(Math.min(1, (high - y) / (high - low + 1)));
    }

    public static double draw(double low, double high, RandomStream random) {
        check(low, high);
        return Math.min(high, low + Math.floor(Draws.uniform(random) * (high - low + 1)));
    }
}
