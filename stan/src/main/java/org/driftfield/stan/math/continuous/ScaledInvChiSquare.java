package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;

/** The scaled inverse chi-square distribution: y, degrees of freedom, scale. */
public final class ScaledInvChiSquare {
    private ScaledInvChiSquare() {}

    private static void check(double nu, double s) {
        Check.positiveFinite("scaled_inv_chi_square", "degrees of freedom", nu);
        Check.positiveFinite("scaled_inv_chi_square", "scale parameter", s);
    }

    private static void chain(double[] e, double nu, double s, double[] d) {
        if (d != null) {
            d[0] = e[0];
            d[1] = 0.5 * (e[1] + e[2] * s * s);
            d[2] = e[2] * nu * s;
        }
    }

    public static double lpdf(double y, double nu, double s, double[] d) {
        check(nu, s);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lpdf(y, 0.5 * nu, 0.5 * nu * s * s, e);
        chain(e, nu, s, d);
        return value;
    }

    public static double lcdf(double y, double nu, double s, double[] d) {
        check(nu, s);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lcdf(y, 0.5 * nu, 0.5 * nu * s * s, e);
        chain(e, nu, s, d);
        return value;
    }

    public static double lccdf(double y, double nu, double s, double[] d) {
        check(nu, s);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lccdf(y, 0.5 * nu, 0.5 * nu * s * s, e);
        chain(e, nu, s, d);
        return value;
    }

    public static double draw(double nu, double s, RandomStream random) {
        check(nu, s);
        return InvGamma.draw(0.5 * nu, 0.5 * nu * s * s, random);
    }
}
