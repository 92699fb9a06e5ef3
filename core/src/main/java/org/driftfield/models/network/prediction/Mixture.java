package org.driftfield.models.network.prediction;

import java.util.Arrays;

/**
 * All particles, and the noise as each group of them sees it: groups stand one after the other, equally large to within one.
 *
 * @param noise of each group; null for classes
 * @param sharpness the power to which averaged class probabilities are raised
 * @param blend what stands beside the networks
 */
public record Mixture(float[] weights, int particles, int groups, Noise[] noise, double sharpness, Blend blend) {
    /** Networks only. */
    public Mixture(float[] weights, int particles, int groups, Noise[] noise, double sharpness) {
        this(weights, particles, groups, noise, sharpness, Blend.NONE);
    }

    public Mixture with(Blend beside) {
        return new Mixture(weights, particles, groups, noise, sharpness, beside);
    }

    public Mixture withSharpness(double power) {
        return new Mixture(weights, particles, groups, noise, power, blend);
    }

    /** With noise of so many times the standard deviation. */
    public Mixture times(double factor) {
        Noise[] other = Arrays.stream(noise).map(own -> own.times(factor)).toArray(Noise[]::new);
        return new Mixture(weights, particles, groups, other, sharpness, blend);
    }

    /** One particle in place of the cloud of classes, for what the line says by itself. */
    public Mixture first() {
        return new Mixture(Arrays.copyOf(weights, weights.length / particles), 1, 1, null, sharpness, blend);
    }

    /** One weight vector in place of the cloud, with the average line. */
    Mixture at(float[] mean, Noise ofMean) {
        return new Mixture(
                mean,
                1,
                1,
                ofMean == null ? null : new Noise[] {ofMean},
                sharpness,
                noise == null ? blend : blend.averaged(particles));
    }

    /** The first particle of a group; of the group after the last, the number of particles. */
    public static int first(int group, int particles, int groups) {
        return (int) ((long) group * particles / groups);
    }

    /** The group of each particle. */
    int[] groupOf() {
        int[] group = new int[particles];
        for (int g = 0; g < groups; g++) {
            Arrays.fill(group, first(g, particles, groups), first(g + 1, particles, groups), g);
        }
        return group;
    }
}
