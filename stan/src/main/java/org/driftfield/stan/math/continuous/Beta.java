package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.IncompleteBeta;

/** The beta distribution: y, and the two shapes. */
public final class Beta {
    private Beta() {}

    private static void check(double a, double b) {
        Check.positiveFinite("beta", "first shape parameter", a);
        Check.positiveFinite("beta", "second shape parameter", b);
    }

    public static double lpdf(double y, double a, double b, double[] d) {
        Check.notNan("beta", "random variable", y);
        check(a, b);
        if (y < 0 || y > 1) {
            return Outside.zero(d);
        }
        double log = Math.log(y);
        double rest = Math.log1p(-y);
        if (d != null) {
            double both = Gammas.digamma(a + b);
            d[0] = (a - 1) / y - (b - 1) / (1 - y);
            d[1] = both - Gammas.digamma(a) + log;
            d[2] = both - Gammas.digamma(b) + rest;
        }
        return (a == 1 ? 0 : (a - 1) * log) + (b == 1 ? 0 : (b - 1) * rest) - Gammas.lbeta(a, b);
    }

    public static double lcdf(double y, double a, double b, double[] d) {
        Check.notNan("beta", "random variable", y);
        check(a, b);
        double[] e = d == null ? null : new double[3];
        double value = IncompleteBeta.log(a, b, y, 1 - y, e);
        if (d != null) {
            d[0] = e[2];
            d[1] = e[0];
            d[2] = e[1];
        }
        return value;
    }

    public static double lccdf(double y, double a, double b, double[] d) {
        Check.notNan("beta", "random variable", y);
        check(a, b);
        double[] e = d == null ? null : new double[3];
        double value = IncompleteBeta.log(b, a, 1 - y, y, e);
        if (d != null) {
            d[0] = -e[2];
            d[1] = e[1];
            d[2] = e[0];
        }
        return value;
    }

    public static double draw(double a, double b, RandomStream random) {
        check(a, b);
        return Draws.beta(a, b, random);
    }
}
