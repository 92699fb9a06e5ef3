package org.driftfield.stan.math.continuous;

import org.driftfield.stan.math.Check;

/**
 * When a Brownian motion with drift, started between two barriers, first meets the upper one: y, the distance α of the barriers, the
 * time τ before it starts, the share β of the way at which it starts, drift δ. The series are those of Navarro and Fuss (2009).
 */
public final class Wiener {
    /** Where the series for short times is left for that for long ones. */
    private static final double SWITCH = 0.7;

    /** Terms on either side; the first left out is less than 1e-30 of the sum. */
    private static final int TERMS = 7;

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private Wiener() {}

    public static double lpdf(double y, double alpha, double tau, double beta, double delta, double[] d) {
        Check.positive("wiener", "boundary separation", alpha);
        Check.positive("wiener", "non-decision time", tau);
        if (!(beta > 0 && beta < 1)) {
            throw Check.fail("wiener", "a-priori bias", "between 0 and 1", beta);
        }
        Check.finite("wiener", "drift rate", delta);
        if (!(y > tau)) {
            throw Check.fail("wiener", "random variable", "greater than the non-decision time " + tau, y);
        }
        double t = y - tau;
        double w = 1 - beta;
        double u = t / (alpha * alpha);
        double[] slopes = d == null ? null : new double[2];
        double value = -2 * Math.log(alpha) + standard(u, w, slopes) + delta * alpha * w - 0.5 * delta * delta * t;
        if (d != null) {
            double byTime = slopes[0] / (alpha * alpha) - 0.5 * delta * delta;
            d[0] = byTime;
            d[1] = -2 / alpha - 2 * slopes[0] * u / alpha + delta * w;
            d[2] = -byTime;
            d[3] = -slopes[1] - delta * alpha;
            d[4] = alpha * w - delta * t;
        }
        return value;
    }

    /** The log density at u of the time from w to 0, without drift, between barriers at 0 and 1. */
    private static double standard(double u, double w, double[] slopes) {
        double sum = 0;
        double byU = 0;
        double byW = 0;
        double base;
        if (u < SWITCH) {
            for (int k = -TERMS; k <= TERMS; k++) {
                double x = w + 2 * k;
                double e = Math.exp((w * w - x * x) / (2 * u));
                sum += x * e;
                byU += x * x * x / (2 * u * u) * e;
                byW += (1 - x * x / u) * e;
            }
            base = -HALF_LOG_TWO_PI - 1.5 * Math.log(u) - w * w / (2 * u);
        } else {
            double rate = Math.PI * Math.PI / 2;
            for (int k = 1; k <= TERMS; k++) {
                double e = k * Math.exp(-(k * k - 1) * rate * u);
                double sin = Math.sin(k * Math.PI * w);
                sum += e * sin;
                byU -= e * k * k * rate * sin;
                byW += e * k * Math.PI * Math.cos(k * Math.PI * w);
            }
            base = Math.log(Math.PI) - rate * u;
        }
        if (slopes != null) {
            slopes[0] = byU / sum - (u < SWITCH ? 1.5 / u : 0);
            slopes[1] = byW / sum;
        }
        return base + Math.log(sum);
    }
}
