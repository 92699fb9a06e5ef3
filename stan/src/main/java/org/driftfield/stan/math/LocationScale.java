package org.driftfield.stan.math;

/** What families with a location and a scale have in common: derivatives by y, location and scale from that by z. */
public final class LocationScale {
    private LocationScale() {}

    /** Checks the parameters. */
    public static void check(String name, double y, double location, double scale) {
        Check.notNan(name, "random variable", y);
        Check.finite(name, "location parameter", location);
        Check.positive(name, "scale parameter", scale);
    }

    /** For a density: slope is the derivative of its log by z. */
    public static void density(double slope, double z, double scale, double[] d) {
        distribution(slope, z, scale, d);
        if (d != null) {
            d[2] -= 1 / scale;
        }
    }

    /** For a distribution function: slope is the derivative of its log by z. */
    public static void distribution(double slope, double z, double scale, double[] d) {
        if (d != null) {
            double s = Double.isInfinite(z) ? 0 : slope / scale;
            d[0] = s;
            d[1] = -s;
            d[2] = s == 0 ? 0 : -s * z;
        }
    }
}
