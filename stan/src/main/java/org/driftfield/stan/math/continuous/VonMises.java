package org.driftfield.stan.math.continuous;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Bessel;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Quadrature;

/** The von Mises distribution on angles: y, location, concentration. */
public final class VonMises {
    private VonMises() {}

    private static void check(double y, double mu, double kappa) {
        Check.finite("von_mises", "random variable", y);
        Check.finite("von_mises", "location parameter", mu);
        Check.positiveFinite("von_mises", "concentration parameter", kappa);
    }

    public static double lpdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        double sine = Math.sin(0.5 * (y - mu));
        if (d != null) {
            d[0] = -kappa * Math.sin(y - mu);
            d[1] = -d[0];
            d[2] = Math.cos(y - mu) - Bessel.ratio(kappa);
        }
        // log I₀ less kappa does not overflow; cos - 1 keeps its digits as a square.
        return -2 * kappa * sine * sine - Math.log(2 * Math.PI) - (Bessel.logI(0, kappa) - kappa);
    }

    /** From -π to y. */
    public static double lcdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        Check.between("von_mises", "random variable", -Math.PI, Math.PI, y);
        return arc(-Math.PI, y, mu, kappa, 1, y, -Math.PI, d);
    }

    /** From y to π. */
    public static double lccdf(double y, double mu, double kappa, double[] d) {
        check(y, mu, kappa);
        Check.between("von_mises", "random variable", -Math.PI, Math.PI, y);
        return arc(y, Math.PI, mu, kappa, -1, y, Math.PI, d);
    }

    private static double arc(
            double a, double b, double location, double kappa, int sign, double y, double end, double[] d) {
        // Many turns away the next peak could not be told from the last; 2π as a double is off by a part of a turn, a
        // sine is not.
        double mu = Math.atan2(Math.sin(location), Math.cos(location));
        // Pieces between the points where the density is highest, so that each has its peak at an end.
        double[] slopes = new double[1];
        double value = 0;
        double slope = 0;
        double norm = Math.log(2 * Math.PI) + Bessel.logI(0, kappa) - kappa;
        double ratio = Bessel.ratio(kappa);
        double from = a;
        double peak = mu + 2 * Math.PI * Math.ceil((a - mu) / (2 * Math.PI));
        while (from < b) {
            double to = Math.min(b, peak > from ? peak : peak + 2 * Math.PI);
            double center = peak > from && from > peak - Math.PI ? peak : peak > from ? peak - 2 * Math.PI : peak;
            double middle = Math.min(to, Math.max(from, center + Math.PI));
            for (int part = 0; part < 2; part++) {
                double low = part == 0 ? from : middle;
                double high = part == 0 ? middle : to;
                if (high > low) {
                    value += Quadrature.integrate(
                            (x, gap, s) -> {
                                double sine = Math.sin(0.5 * (x - mu));
                                double density = Math.exp(-2 * kappa * sine * sine - norm);
                                s[0] = (1 - 2 * sine * sine - ratio) * density;
                                return density;
                            },
                            low,
                            high,
                            1e-12,
                            slopes);
                    slope += slopes[0];
                }
            }
            from = to;
        }
        if (d != null) {
            double here = Math.exp(lpdf(y, mu, kappa, null));
            double there = Math.exp(lpdf(end, mu, kappa, null));
            d[0] = value == 0 ? 0 : sign * here / value;
            d[1] = value == 0 ? 0 : sign * (there - here) / value;
            d[2] = value == 0 ? 0 : slope / value;
        }
        return Math.min(Math.log(value), 0);
    }

    /** By rejection from a wrapped Cauchy distribution (Best and Fisher 1979). */
    public static double draw(double mu, double kappa, RandomStream random) {
        check(mu, mu, kappa);
        double angle;
        if (kappa > 1e6) {
            angle = random.nextNormal() / Math.sqrt(kappa);
        } else {
            double tau = 1 + Math.sqrt(1 + 4 * kappa * kappa);
            double rho = (tau - Math.sqrt(2 * tau)) / (2 * kappa);
            double r = kappa < 1e-5 ? 1 / kappa + kappa : (1 + rho * rho) / (2 * rho);
            double f;
            while (true) {
                double z = Math.cos(Math.PI * Draws.uniform(random));
                f = (1 + r * z) / (r + z);
                double c = kappa * (r - f);
                double u = Draws.uniform(random);
                if (c * (2 - c) > u || Math.log(c / u) + 1 >= c) {
                    break;
                }
            }
            angle = random.nextLong() < 0 ? Math.acos(f) : -Math.acos(f);
        }
        double wrapped = mu + angle;
        return wrapped - 2 * Math.PI * Math.floor((wrapped + Math.PI) / (2 * Math.PI));
    }
}
