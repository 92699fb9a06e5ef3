package org.driftfield.meanfield;

import java.util.Arrays;
import org.driftfield.diagnostics.EffectiveSampleSize;
import org.driftfield.posterior.Posterior;

/**
 * The sway that the particles of a mean field share. Each factor follows the means of the others, so that the vector of all
 * cloud means moves like one particle of the joint posterior, scaled down by √M: slowly, and far, when factors depend on
 * each other strongly. Draws collected over a time that is short against it do not show how far it goes.
 */
final class Wobble {
    /** Fewer independent cloud means than this do not tell their own spread. */
    private static final double FEW = 10;

    private static final int ENOUGH_SNAPSHOTS = 20;

    /** The sway matters when it is this much larger than the error of independent particles. */
    private static final double LARGER = 2;

    /** It does not matter where the error that it makes is less than this share of the standard deviation of the draws. */
    private static final double SMALL = 0.03;

    private Wobble() {}

    /** Whether the cloud means of a coordinate sway more than those of independent particles, and too slowly to tell. */
    static boolean isSlow(Posterior posterior, String name) {
        int snapshots = posterior.snapshots();
        int units = posterior.units();
        if (snapshots < ENOUGH_SNAPSHOTS) {
            return false;
        }
        double[] draws = posterior.draws(name);
        double[] clouds = new double[snapshots];
        double[] averages = new double[units];
        for (int i = 0; i < draws.length; i++) {
            clouds[i / units] += draws[i] / units;
            averages[i % units] += draws[i] / snapshots;
        }
        double independent = EffectiveSampleSize.mean(new double[][] {clouds});
        double ofParticles = Math.sqrt(variance(averages) / units);
        double ofClouds = Math.sqrt(variance(clouds) / Math.min(independent, snapshots));
        return independent < FEW && ofClouds > LARGER * ofParticles && ofClouds > SMALL * Math.sqrt(variance(draws));
    }

    private static double variance(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }
}
