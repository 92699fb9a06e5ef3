package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;

/** The uniform distribution: y, lower and upper end. */
public final class Uniform {
    private Uniform() {}

    private static void check(double y, double a, double b) {
        Check.notNan("uniform", "random variable", y);
        Check.finite("uniform", "lower bound", a);
        Check.finite("uniform", "upper bound", b);
        if (!(b > a)) {
            throw Check.fail("uniform", "upper bound", "greater than the lower bound " + Check.number(a), b);
        }
    }

    public static double lpdf(double y, double a, double b, double[] d) {
        check(y, a, b);
        if (y < a || y > b) {
            return Outside.zero(d);
        }
        if (d != null) {
            d[0] = 0;
            d[1] = 1 / (b - a);
            d[2] = -1 / (b - a);
        }
        return -Math.log(b - a);
    }

    public static double lcdf(double y, double a, double b, double[] d) {
        check(y, a, b);
        if (y <= a) {
            return Outside.zero(d);
        }
        if (y >= b) {
            return Outside.one(d);
        }
        if (d != null) {
            d[0] = 1 / (y - a);
            d[1] = 1 / (b - a) - 1 / (y - a);
            d[2] = -1 / (b - a);
        }
        return Math.log((y - a) / (b - a));
    }

    public static double lccdf(double y, double a, double b, double[] d) {
        check(y, a, b);
        if (y <= a) {
            return Outside.one(d);
        }
        if (y >= b) {
            return Outside.zero(d);
        }
        if (d != null) {
            d[0] = -1 / (b - y);
            d[1] = 1 / (b - a);
            d[2] = 1 / (b - y) - 1 / (b - a);
        }
        return Math.log((b - y) / (b - a));
    }

    public static double draw(double a, double b, RandomStream random) {
        check(a, a, b);
        return a + (b - a) * Draws.uniform(random);
    }
}
