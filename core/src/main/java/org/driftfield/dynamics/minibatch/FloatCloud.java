package org.driftfield.dynamics.minibatch;

import java.util.Arrays;

/**
 * The particles of one cloud, one vector after the other, in an array that may hold other clouds too. Sums over particles are
 * made in two stages, within fixed parts of the cloud and then over the parts, so that they do not depend on which thread moved
 * whom.
 */
public final class FloatCloud {
    static final int MOST_PARTS = 16;

    final int particles;
    final int d;
    final float[] points;
    final int partSize;

    /** How many of the particles move, the first of them, and the parts that these are in. */
    int moving;

    int parts;

    /** What the target said of each particle when it was moved last. */
    final double[] values;

    private final int offset;
    private final float[] mean;
    private final float[] meanSquare;

    /** @param first the first particle of the array that belongs to this cloud */
    public FloatCloud(float[] points, int first, int particles, int d) {
        this.points = points;
        this.offset = first * d;
        this.particles = particles;
        this.d = d;
        this.partSize = (particles + MOST_PARTS - 1) / MOST_PARTS;
        move(particles);
        this.values = new double[particles];
        this.mean = new float[d];
        this.meanSquare = new float[d];
    }

    /** M. */
    public int particles() {
        return particles;
    }

    /** The array that the particles are in; live. */
    public float[] points() {
        return points;
    }

    /** How many of the particles move. */
    public int moving() {
        return moving;
    }

    /** Has only some particles move from now on, the first ones; averages are over them. */
    public void move(int some) {
        moving = some;
        parts = (some + partSize - 1) / partSize;
    }

    /** Makes the particles that do not move copies of those that do. */
    public void follow() {
        for (int i = moving; i < particles; i++) {
            System.arraycopy(points, at(i % moving), points, at(i), d);
        }
    }

    /** Where a particle begins. */
    public int at(int particle) {
        return offset + particle * d;
    }

    /** The average particle, of when the cloud was measured last; live. */
    public float[] mean() {
        return mean;
    }

    /** The average square of each coordinate, of when the cloud was measured last; live. */
    public float[] meanSquare() {
        return meanSquare;
    }

    /** The average over particles of what the target said of them when they were moved last. */
    public double meanValue() {
        double total = 0;
        for (int i = 0; i < moving; i++) {
            total += values[i];
        }
        return total / moving;
    }

    /** Works out the averages from the particles as they are. */
    public FloatCloud measure() {
        CloudSums sums = new CloudSums(d);
        for (int i = 0; i < moving; i++) {
            add(sums, i);
        }
        take(sums);
        return this;
    }

    /** Which part of the cloud a particle is in. */
    int part(int particle) {
        return particle / partSize;
    }

    /** Adds a particle, and its squares, to the sums of its part. */
    void add(CloudSums sums, int particle) {
        float[] sum = sums.of(CloudSums.POINT, part(particle));
        float[] squares = sums.of(CloudSums.POINT_SQUARE, part(particle));
        int at = at(particle);
        for (int j = 0; j < d; j++) {
            float w = points[at + j];
            sum[j] += w;
            squares[j] += w * w;
        }
    }

    /** Takes the averages from sums that all particles are in. */
    void take(CloudSums sums) {
        sums.mean(CloudSums.POINT, this, mean);
        sums.mean(CloudSums.POINT_SQUARE, this, meanSquare);
    }

    /**
     * Mean and variance over particles of one number per coordinate. Each part sums differences from its first particle, since
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
                    double size = Math.min(moving, (part + 1) * partSize) - part * partSize;
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
