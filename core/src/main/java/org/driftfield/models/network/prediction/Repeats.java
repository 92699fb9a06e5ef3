package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.driftfield.data.EncodedRows;

/**
 * What rows with the same inputs have in common. A number is y = f(x) + u + noise with one u for all rows that share their inputs,
 * of which ρ is the part of the variance around f. Of a row whose inputs were seen m times, with ȳ on average, that makes
 *
 * <pre>k ȳ + (1 - k) f,   k = mρ/(mρ + 1 - ρ),   and of the noise's variance the part (1 - ρ)(1 + ρ/(mρ + 1 - ρ)).</pre>
 *
 * <p>Networks are smooth, and can't say that of single rows. ρ is found on held-out rows ({@link RepeatedRows}).
 *
 * @param keys of the inputs, ascending
 * @param counts of the rows with these inputs
 * @param means of the target, in units of the outputs
 * @param correlation ρ
 * @param floor the least part of the noise's variance that is left: a target in steps can't be told more finely than these
 */
public record Repeats(long[] keys, int[] counts, float[] means, double correlation, double floor) {
    /** So many bits of a key are kept: all that a double holds. */
    private static final int KEY_BITS = 52;

    /** The rows that a fit has learnt from, of which it is not known yet what they have in common. */
    public static Repeats of(EncodedRows rows, double centre, double spread) {
        int n = rows.count();
        long[] each = new long[n];
        for (int i = 0; i < n; i++) {
            each[i] = key(rows.x(), i * rows.inputs(), rows.inputs());
        }
        long[] keys = Arrays.stream(each).sorted().distinct().toArray();
        int[] counts = new int[keys.length];
        double[] sums = new double[keys.length];
        for (int i = 0; i < n; i++) {
            int at = Arrays.binarySearch(keys, each[i]);
            counts[at]++;
            sums[at] += (rows.y()[i] - centre) / spread;
        }
        float[] means = new float[keys.length];
        for (int k = 0; k < means.length; k++) {
            means[k] = (float) (sums[k] / counts[k]);
        }
        return new Repeats(keys, counts, means, 0, 0);
    }

    /** Reads back {@link #numbers}. */
    public static Repeats of(double[] numbers, double correlation, double floor) {
        int cells = numbers.length / 3;
        long[] keys = new long[cells];
        int[] counts = new int[cells];
        float[] means = new float[cells];
        for (int k = 0; k < cells; k++) {
            keys[k] = (long) numbers[k];
            counts[k] = (int) numbers[cells + k];
            means[k] = (float) numbers[2 * cells + k];
        }
        return new Repeats(keys, counts, means, correlation, floor);
    }

    /** Keys, counts and means, one after the other, for a file. */
    public double[] numbers() {
        int cells = keys.length;
        double[] numbers = new double[3 * cells];
        for (int k = 0; k < cells; k++) {
            numbers[k] = keys[k];
            numbers[cells + k] = counts[k];
            numbers[2 * cells + k] = means[k];
        }
        return numbers;
    }

    public Repeats with(double found, double leastNoise) {
        return new Repeats(keys, counts, means, found, leastNoise);
    }

    /** What stands for inputs: of two rows that differ it is the same once in 10^15 times. */
    private static long key(float[] x, int at, int inputs) {
        long hash = 0;
        for (int j = 0; j < inputs; j++) {
            // 0 has two signs.
            hash = mixed(hash + Float.floatToIntBits(x[at + j] + 0f));
        }
        return hash >>> (Long.SIZE - KEY_BITS);
    }

    /** Steele, Lea and Flood (2014): every bit of the result depends on every bit. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Where the inputs of a row stand; negative where they were not seen. */
    int find(float[] x, int at, int inputs) {
        return Arrays.binarySearch(keys, key(x, at, inputs));
    }

    /** The rows whose inputs were not seen. */
    public int[] unseen(EncodedRows rows) {
        return rows(rows, false);
    }

    /** The rows whose inputs were seen. */
    public int[] seen(EncodedRows rows) {
        return rows(rows, true);
    }

    private int[] rows(EncodedRows rows, boolean seen) {
        return IntStream.range(0, rows.count())
                .filter(i -> find(rows.x(), i * rows.inputs(), rows.inputs()) >= 0 == seen)
                .toArray();
    }

    /** k of a cell of rows. */
    double weight(int cell) {
        return weight(counts[cell], correlation);
    }

    static double weight(int count, double correlation) {
        return count * correlation / (count * correlation + 1 - correlation);
    }

    /** The part of the noise's variance that is left in a cell. */
    double noise(int cell) {
        return noise(counts[cell], correlation, floor);
    }

    static double noise(int count, double correlation, double floor) {
        double left = (1 - correlation) * (1 + correlation / (count * correlation + 1 - correlation));
        return Math.max(Math.min(1, floor), left);
    }

    /** Brings the outputs of all particles for some rows to what is known of rows with the same inputs. */
    void apply(float[] x, int first, int count, int inputs, float[] outputs, int particles) {
        for (int r = 0; r < count; r++) {
            int cell = find(x, (first + r) * inputs, inputs);
            if (cell >= 0) {
                float k = (float) weight(cell);
                for (int p = 0; p < particles; p++) {
                    int at = p * count + r;
                    outputs[at] += k * (means[cell] - outputs[at]);
                }
            }
        }
    }
}
