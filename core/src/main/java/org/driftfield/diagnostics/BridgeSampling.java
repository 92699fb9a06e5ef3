package org.driftfield.diagnostics;

import static org.driftfield.InputException.require;

import java.util.Arrays;

/**
 * The integral of a density that is known up to its integral, by draws of it and draws of a distribution whose density g is
 * known (Meng and Wong 1996, with their optimal bridge; the error after Frühwirth-Schnatter 2004).
 *
 * @param log the logarithm of the integral
 * @param error its standard error
 */
public record BridgeSampling(double log, double error) {
    private static final int MOST_ROUNDS = 1000;
    private static final double CLOSE = 1e-10;

    /**
     * The estimate.
     *
     * @param own the log of the density over g at draws of the density, {@code [chain][iteration]}
     * @param proposed the same at independent draws of g; minus infinity where the density is 0
     */
    public static BridgeSampling of(double[][] own, double[] proposed) {
        double[] pooled = Arrays.stream(own).flatMapToDouble(Arrays::stream).toArray();
        require(pooled.length >= 2 && proposed.length >= 2, "bridge sampling needs at least 2 draws of each kind");
        require(
                Arrays.stream(pooled).allMatch(Double::isFinite),
                "bridge sampling needs finite log densities at draws");
        double shift = Quantiles.of(pooled, 0.5);
        double effective = effective(own, pooled.length);
        double s1 = effective / (effective + proposed.length);
        double s2 = 1 - s1;
        double r = 1;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double numerator = 0;
            for (double l : proposed) {
                numerator += share(l - shift - Math.log(r), s1, s2) * r / proposed.length;
            }
            double denominator = 0;
            for (double l : pooled) {
                denominator += 1 / (s1 * Math.exp(l - shift) / r + s2) / pooled.length;
            }
            double next = numerator / denominator;
            boolean done = Math.abs(next / r - 1) < CLOSE;
            r = next;
            if (done || !(r > 0)) {
                break;
            }
        }
        double logR = Math.log(r);
        double[] f1 = Arrays.stream(proposed)
                .map(l -> share(l - shift - logR, s1, s2))
                .toArray();
        double[][] f2 = Arrays.stream(own)
                .map(chain -> Arrays.stream(chain)
                        .map(l -> 1 / (s1 * Math.exp(l - shift - logR) + s2))
                        .toArray())
                .toArray(double[][]::new);
        double[] flat = Arrays.stream(f2).flatMapToDouble(Arrays::stream).toArray();
        double squared = relativeVariance(f1) / f1.length + relativeVariance(flat) / effective(f2, flat.length);
        return new BridgeSampling(shift + logR, Math.sqrt(squared));
    }

    /** e^l / (s1 e^l + s2), also where e^l overflows. */
    private static double share(double l, double s1, double s2) {
        return l > 0 ? 1 / (s1 + s2 * Math.exp(-l)) : Math.exp(l) / (s1 * Math.exp(l) + s2);
    }

    private static double effective(double[][] chains, int all) {
        double known = chains[0].length >= 4 ? EffectiveSampleSize.mean(chains) : all;
        return known > 0 && known < all ? known : all;
    }

    private static double relativeVariance(double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double sum = 0;
        for (double value : values) {
            sum += (value / mean - 1) * (value / mean - 1);
        }
        return sum / (values.length - 1);
    }
}
