package org.driftfield.models.network;

/**
 * All particles, and the noise as each group of them sees it: groups stand one after the other, equally large to within one.
 *
 * @param noise of each group; null for classes
 * @param sharpness the power to which averaged class probabilities are raised
 */
record Mixture(float[] weights, int particles, int groups, Noise[] noise, double sharpness) {
    /** The first particle of a group; of the group after the last, the number of particles. */
    static int first(int group, int particles, int groups) {
        return (int) ((long) group * particles / groups);
    }

    /** The group of each particle. */
    int[] groupOf() {
        int[] group = new int[particles];
        for (int g = 0; g < groups; g++) {
            java.util.Arrays.fill(group, first(g, particles, groups), first(g + 1, particles, groups), g);
        }
        return group;
    }
}
