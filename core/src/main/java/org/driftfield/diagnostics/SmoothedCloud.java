package org.driftfield.diagnostics;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.InputException;

/**
 * A density for a cloud of points, which has none of its own: a Gaussian around every point, the points drawn towards
 * their mean so that mean and covariance of the density are exactly those of the cloud.
 *
 * <p>West (1993), Approximating posterior distributions by mixtures, JRSS B 55(2); Liu and West (2001), Combined
 * parameter and state estimation in simulation-based filtering, kernel shrinkage: locations a x_i + (1 - a) mean, kernel
 * covariance b^2 Cov, a^2 + b^2 = 1. The bandwidth b follows Silverman's rule (4 / (n (d + 2)))^(1 / (d + 4)), which goes
 * to 1, the single Gaussian, as the dimension grows.
 *
 * <p>A tenth of the density is the Gaussian with the mean and covariance of the cloud, which leaves both as they are: a
 * defensive mixture (Hesterberg 1995, Technometrics 37(2)) keeps importance ratios bounded where kernels are narrow and
 * points are few.
 */
public final class SmoothedCloud {
    private static final double DEFENCE = 0.1;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final int n;
    private final int d;
    private final Whitening whitening;
    private final double bandwidth;
    /** a y_i, the kernel locations in whitened coordinates, row-major. */
    private final double[] locations;

    private final double logConstant;
    private final double logKernelWeight;

    private SmoothedCloud(double[] points, int n, int d) {
        this.n = n;
        this.d = d;
        whitening = new Whitening(points, n, d);
        InputException.require(
                whitening.fullRank(), "points of a cloud must spread in all %d dimensions, got %d that do not", d, n);
        bandwidth = Math.pow(4.0 / (n * (d + 2.0)), 1 / (d + 4.0));
        double shrinkage = Math.sqrt(1 - bandwidth * bandwidth);
        locations = new double[n * d];
        for (int i = 0; i < n; i++) {
            whitening.whiten(points, i * d, locations, i * d);
        }
        for (int i = 0; i < locations.length; i++) {
            locations[i] *= shrinkage;
        }
        logConstant = -0.5 * d * Math.log(2 * Math.PI) - whitening.logDeterminant();
        logKernelWeight = Math.log((1 - DEFENCE) / n) - d * Math.log(bandwidth);
    }

    /** The smoothed density of n points of d coordinates, row-major; more points than coordinates are needed. */
    public static SmoothedCloud of(double[] points, int n, int d) {
        InputException.require(n > d, "points of a cloud must be more than its %d dimensions, got %d", d, n);
        return new SmoothedCloud(points, n, d);
    }

    /** Draws from the density into {@code out}, whose length is the dimension. */
    public void sample(UniformRandomProvider random, double[] out) {
        InputException.require(out.length == d, "a point must have %d coordinates, got %d", d, out.length);
        var normal = NORMAL.createSampler(random);
        boolean fromFit = random.nextDouble() < DEFENCE;
        int i = random.nextInt(n);
        double[] y = new double[d];
        for (int j = 0; j < d; j++) {
            double z = normal.sample();
            y[j] = fromFit ? z : locations[i * d + j] + bandwidth * z;
        }
        whitening.colour(y, out);
    }

    /** The log density at {@code z}. */
    public double logDensity(double[] z) {
        InputException.require(z.length == d, "a point must have %d coordinates, got %d", d, z.length);
        double[] y = new double[d];
        whitening.whiten(z, 0, y, 0);
        double[] terms = new double[n + 1];
        double precision = 0.5 / (bandwidth * bandwidth);
        for (int i = 0; i < n; i++) {
            double r2 = 0;
            for (int j = 0; j < d; j++) {
                double delta = y[j] - locations[i * d + j];
                r2 += delta * delta;
            }
            terms[i] = logKernelWeight - precision * r2;
        }
        double squares = 0;
        for (double v : y) {
            squares += v * v;
        }
        terms[n] = Math.log(DEFENCE) - 0.5 * squares;
        return logConstant + LogSum.exp(terms);
    }
}
