package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.driver.State;

/**
 * The particles of q(w), one weight vector after the other, and averages over them. Sums over particles are made in two
 * stages, within fixed groups of neighbours and then over the groups, so that they do not depend on which thread moved whom.
 */
final class Cloud {
    private static final int MOST_GROUPS = 16;

    final int particles;
    final int d;
    final float[] weights;
    final int groupSize;
    final int groups;

    Cloud(int particles, int d) {
        this(particles, d, new float[Math.multiplyExact(particles, d)]);
    }

    /** @param weights is taken over, not copied */
    Cloud(int particles, int d, float[] weights) {
        this.particles = particles;
        this.d = d;
        this.weights = weights;
        this.groupSize = (particles + MOST_GROUPS - 1) / MOST_GROUPS;
        this.groups = (particles + groupSize - 1) / groupSize;
    }

    /** Sums over particles of one number per weight. */
    final class Sums {
        private final float[][] parts = new float[groups][d];

        /** The sum of one group, to be added to by the thread that has the group. */
        float[] of(int group) {
            return parts[group];
        }

        void clear(int group) {
            Arrays.fill(parts[group], 0);
        }

        /** Writes the average over all particles. */
        void mean(float[] out) {
            Arrays.fill(out, 0);
            for (float[] part : parts) {
                for (int j = 0; j < d; j++) {
                    out[j] += part[j];
                }
            }
            float share = 1f / particles;
            for (int j = 0; j < d; j++) {
                out[j] *= share;
            }
        }
    }

    /**
     * Mean and variance over particles of one number per weight. Each group sums differences from its first particle, since
     * numbers that differ by little would cancel; the groups are then combined as in Chan, Golub and LeVeque (1983).
     */
    final class Spread {
        private final float[][] pivots = new float[groups][d];
        private final float[][] sums = new float[groups][d];
        private final float[][] squares = new float[groups][d];

        /** Adds the numbers of a particle; those of a group come in order. */
        void add(int particle, float[] values) {
            int group = particle / groupSize;
            float[] pivot = pivots[group];
            float[] sum = sums[group];
            float[] square = squares[group];
            if (particle % groupSize == 0) {
                System.arraycopy(values, 0, pivot, 0, d);
                Arrays.fill(sum, 0);
                Arrays.fill(square, 0);
                return;
            }
            for (int j = 0; j < d; j++) {
                float difference = values[j] - pivot[j];
                sum[j] += difference;
                square[j] += difference * difference;
            }
        }

        /** Writes mean and variance, the latter as the average squared distance from the mean. */
        void moments(double[] mean, double[] variance) {
            for (int j = 0; j < d; j++) {
                double count = 0;
                double average = 0;
                double scatter = 0;
                for (int group = 0; group < groups; group++) {
                    double size = Math.min(particles, (group + 1) * groupSize) - group * groupSize;
                    double sum = sums[group][j];
                    double apart = pivots[group][j] + sum / size - average;
                    scatter += squares[group][j] - sum * sum / size + apart * apart * count * size / (count + size);
                    average += apart * size / (count + size);
                    count += size;
                }
                mean[j] = average;
                variance[j] = Math.max(0, scatter / count);
            }
        }
    }

    void register(State state) {
        state.putFloats("cloud", weights);
    }

    int at(int particle) {
        return particle * d;
    }

    /** Writes the average weights, and their average squares where {@code square} is not null. */
    void moments(float[] mean, float[] square) {
        Sums first = new Sums();
        Sums second = new Sums();
        for (int group = 0; group < groups; group++) {
            for (int i = group * groupSize; i < Math.min(particles, (group + 1) * groupSize); i++) {
                add(first.of(group), second.of(group), at(i));
            }
        }
        first.mean(mean);
        if (square != null) {
            second.mean(square);
        }
    }

    /** Adds the weights from {@code at} on, and their squares. */
    void add(float[] sum, float[] squares, int at) {
        for (int j = 0; j < d; j++) {
            float w = weights[at + j];
            sum[j] += w;
            squares[j] += w * w;
        }
    }
}
