package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;

/** The inverse chi-square distribution: y, degrees of freedom. */
public final class InvChiSquare {
    private InvChiSquare() {}

    public static double lpdf(double y, double nu, double[] d) {
        Check.positiveFinite("inv_chi_square", "degrees of freedom", nu);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lpdf(y, 0.5 * nu, 0.5, e);
        if (d != null) {
            d[0] = e[0];
            d[1] = 0.5 * e[1];
        }
        return value;
    }

    public static double lcdf(double y, double nu, double[] d) {
        Check.positiveFinite("inv_chi_square", "degrees of freedom", nu);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lcdf(y, 0.5 * nu, 0.5, e);
        if (d != null) {
            d[0] = e[0];
            d[1] = 0.5 * e[1];
        }
        return value;
    }

    public static double lccdf(double y, double nu, double[] d) {
        Check.positiveFinite("inv_chi_square", "degrees of freedom", nu);
        double[] e = d == null ? null : new double[3];
        double value = InvGamma.lccdf(y, 0.5 * nu, 0.5, e);
        if (d != null) {
            d[0] = e[0];
            d[1] = 0.5 * e[1];
        }
        return value;
    }

    public static double draw(double nu, RandomStream random) {
        Check.positiveFinite("inv_chi_square", "degrees of freedom", nu);
        return InvGamma.draw(0.5 * nu, 0.5, random);
    }
}
