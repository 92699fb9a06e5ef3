package org.driftfield.stan.math;

import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.driftfield.random.RandomStream;

/** Draws that several distributions are made of. */
public final class Draws {
    private Draws() {}

    /** Uniform between 0 and 1, neither of them. */
    public static double uniform(RandomStream random) {
        return ((random.nextLong() >>> 12) + 0.5) * 0x1.0p-52;
    }

    public static double exponential(RandomStream random) {
        return -Math.log(uniform(random));
    }

    /** With scale 1. */
    public static double gamma(double shape, RandomStream random) {
        return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1).sample();
    }

    /** The logarithm of a gamma variate of scale 1, which does not underflow for small shapes. */
    public static double logGamma(double shape, RandomStream random) {
        if (shape >= 1) {
            return Math.log(gamma(shape, random));
        }
        return Math.log(gamma(shape + 1, random)) - exponential(random) / shape;
    }

    public static double beta(double a, double b, RandomStream random) {
        return Scalars.invLogit(logGamma(a, random) - logGamma(b, random));
    }

    public static double poisson(double mean, RandomStream random) {
        if (mean == 0) {
            return 0;
        }
        if (!(mean < 1L << 30)) {
            throw Check.fail("poisson_rng", "rate", "less than 2^30", mean);
        }
        return PoissonSampler.of(random, mean).sample();
    }

    /** By splitting at the median order statistic, which is a beta variate (Devroye 1986, X.4.3), then by counting. */
    public static double binomial(int trials, double probability, RandomStream random) {
        int n = trials;
        double p = probability;
        int count = 0;
        while (n > 20 && p > 0 && p < 1) {
            int i = (n + 1) / 2;
            double x = beta(i, n + 1 - i, random);
            if (x <= p) {
                count += i;
                n -= i;
                p = (p - x) / (1 - x);
            } else {
                n = i - 1;
                p /= x;
            }
        }
        for (int i = 0; i < n; i++) {
            count += uniform(random) < p ? 1 : 0;
        }
        return count;
    }

    /** The smallest k from 0 at which the running sum of the weights passes a uniform share of their total. */
    public static int index(double[] weights, int at, int n, RandomStream random) {
        double total = 0;
        for (int k = 0; k < n; k++) {
            total += weights[at + k];
        }
        double u = uniform(random) * total;
        double sum = 0;
        for (int k = 0; k < n - 1; k++) {
            sum += weights[at + k];
            if (u < sum) {
                return k;
            }
        }
        return n - 1;
    }
}
