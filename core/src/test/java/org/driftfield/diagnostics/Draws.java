package org.driftfield.diagnostics;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Seeded draws from distributions whose properties are known. */
final class Draws {
    private Draws() {}

    static UniformRandomProvider random(long seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    static double[] normal(UniformRandomProvider random, int n) {
        var sampler = NormalDistribution.of(0, 1).createSampler(random);
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = sampler.sample();
        }
        return x;
    }

    static double[][] normal(UniformRandomProvider random, int rows, int columns) {
        double[][] x = new double[rows][];
        for (int i = 0; i < rows; i++) {
            x[i] = normal(random, columns);
        }
        return x;
    }

    /** Stationary first-order autoregressions with unit variance. */
    static double[][] autoregressive(UniformRandomProvider random, int chains, int n, double rho) {
        double[][] x = normal(random, chains, n);
        double innovation = Math.sqrt(1 - rho * rho);
        for (double[] chain : x) {
            for (int i = 1; i < n; i++) {
                chain[i] = rho * chain[i - 1] + innovation * chain[i];
            }
        }
        return x;
    }
}
