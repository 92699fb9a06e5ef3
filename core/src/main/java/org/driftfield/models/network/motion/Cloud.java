package org.driftfield.models.network.motion;

import java.util.Arrays;

/**
 * The particles of one group, one weight vector after the other, in an array that may hold other groups too. Sums over
 * particles are made in two stages, within fixed parts of the cloud and then over the parts, so that they do not depend on
 * which thread moved whom.
 */
public final class Cloud {
    static final int MOST_PARTS = 16;

    final int particles;
    final int d;
    final float[] weights;
    final int partSize;
    final int parts;
    private final int offset;

    /** @param first the first particle of the array that belongs to this cloud */
    public Cloud(float[] weights, int first, int particles, int d) {
        this.weights = weights;
        this.offset = first * d;
        this.particles = particles;
        this.d = d;
        this.partSize = (particles + MOST_PARTS - 1) / MOST_PARTS;
        this.parts = (particles + partSize - 1) / partSize;
    }

    int at(int particle) {
        return offset + particle * d;
    }

    /** Writes the average weights, and their average squares where {@code square} is not null. */
    public void moments(float[] mean, float[] square) {
        CloudSums sums = new CloudSums(d);
        for (int i = 0; i < particles; i++) {
            add(sums.of(CloudSums.WEIGHT, i / partSize), sums.of(CloudSums.WEIGHT_SQUARE, i / partSize), at(i));
        }
        sums.mean(CloudSums.WEIGHT, this, mean);
        if (square != null) {
            sums.mean(CloudSums.WEIGHT_SQUARE, this, square);
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

    /**
     * Mean and variance over particles of one number per weight. Each part sums differences from its first particle, since
     * numbers that differ by little would cancel; the parts are then combined as in Chan, Golub and LeVeque (1983).
     */
    final class Spread {
        private final float[][] pivots = new float[parts][d];
        private final float[][] sums = new float[parts][d];
        private final float[][] squares = new float[parts][d];

        /** Adds the numbers of a particle; those of a part come in order. */
        void add(int particle, float[] values) {
            int part = particle / partSize;
            float[] pivot = pivots[part];
            float[] sum = sums[part];
            float[] square = squares[part];
            if (particle % partSize == 0) {
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
                for (int part = 0; part < parts; part++) {
                    double size = Math.min(particles, (part + 1) * partSize) - part * partSize;
                    double sum = sums[part][j];
                    double apart = pivots[part][j] + sum / size - average;
                    scatter += squares[part][j] - sum * sum / size + apart * apart * count * size / (count + size);
                    average += apart * size / (count + size);
                    count += size;
                }
                mean[j] = average;
                variance[j] = Math.max(0, scatter / count);
            }
        }
    }
}
