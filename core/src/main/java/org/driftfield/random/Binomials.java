package org.driftfield.random;

import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Binomial variates at a cost that does not grow with the trials: by inversion where few successes are expected, else by the
 * transformed rejection with squeeze BTRS of Hörmann (1993), The generation of binomial random variates, Journal of Statistical
 * Computation and Simulation 46. Exact but for the rounding of the logarithms of factorials.
 */
public final class Binomials {
    /** Up to so many trials each is made. */
    private static final int FEW_TRIALS = 16;

    /** Below so many expected successes the cumulative probabilities are summed, above it the rejection is right. */
    private static final double FEW_EXPECTED = 10;

    private Binomials() {}

    /**
     * Successes out of so many trials.
     *
     * @param p the probability of each; beyond 0 and 1 by rounding counts as these
     */
    public static int next(int trials, double p, UniformRandomProvider random) {
        if (trials <= FEW_TRIALS) {
            int successes = 0;
            for (int t = 0; t < trials; t++) {
                successes += random.nextDouble() < p ? 1 : 0;
            }
            return successes;
        }
        if (!(p > 0)) {
            return 0;
        }
        if (p > 0.5) {
            return trials - next(trials, 1 - p, random);
        }
        return trials * p < FEW_EXPECTED ? inverted(trials, p, random) : rejected(trials, p, random);
    }

    private static int inverted(int n, double p, UniformRandomProvider random) {
        double odds = p / (1 - p);
        double none = Math.exp(n * Math.log1p(-p));
        while (true) {
            double rest = random.nextDouble();
            double probability = none;
            for (int k = 0; k <= n; k++) {
                if (rest < probability) {
                    return k;
                }
                rest -= probability;
                probability *= odds * (n - k) / (k + 1);
            }
            // All probabilities together were less than 1 by rounding.
        }
    }

    private static int rejected(int n, double p, UniformRandomProvider random) {
        double spread = Math.sqrt(n * p * (1 - p));
        double b = 1.15 + 2.53 * spread;
        double a = -0.0873 + 0.0248 * b + 0.01 * p;
        double c = n * p + 0.5;
        double squeeze = 0.92 - 4.2 / b;
        double alpha = (2.83 + 5.1 / b) * spread;
        double odds = Math.log(p / (1 - p));
        double mode = Math.floor((n + 1.0) * p);
        double atMode = LogGamma.value(mode + 1) + LogGamma.value(n - mode + 1);
        while (true) {
            double u = random.nextDouble() - 0.5;
            double v = random.nextDouble();
            double us = 0.5 - Math.abs(u);
            double k = Math.floor((2 * a / us + b) * u + c);
            if (us >= 0.07 && v <= squeeze) {
                return (int) k;
            }
            if (k >= 0
                    && k <= n
                    && Math.log(v * alpha / (a / (us * us) + b))
                            <= atMode - LogGamma.value(k + 1) - LogGamma.value(n - k + 1) + (k - mode) * odds) {
                return (int) k;
            }
        }
    }
}
