package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.driftfield.data.EncodedRows;

/**
 * Held-out rows whose inputs were among those learnt from, and what they say of the part of the variance that such rows have in
 * common ({@link Repeats}).
 */
public final class RepeatedRows {
    /** The prior counts as much as so many rows that have nothing in common. */
    private static final double PRIOR_ROWS = 10;

    /** A gain in log-likelihood that a parameter has by chance once in a hundred times: half the 99 % quantile of χ² with 1. */
    private static final double CHANCE = 3.3;

    /** The logarithm of 1 - ρ is looked for on a grid with steps of this, down to the last. */
    private static final double STEP = 0.05;

    private static final double LAST = -8;

    private final double stepVariance;
    private int count;
    private int[] counts = new int[16];
    /** y - f, y - ȳ, and the variances of the noise and between networks. */
    private double[][] numbers = new double[4][16];

    /** @param y all targets; where they have ties, their steps limit how finely they are told */
    public RepeatedRows(double[] y, boolean tied) {
        double[] values = Arrays.stream(y).sorted().distinct().toArray();
        double[] gaps = new double[Math.max(0, values.length - 1)];
        Arrays.setAll(gaps, i -> values[i + 1] - values[i]);
        Arrays.sort(gaps);
        double step = tied && gaps.length > 0 ? gaps[gaps.length / 2] : 0;
        // Of a number that was rounded.
        stepVariance = step * step / 12;
    }

    /**
     * Adds the rows that were seen before to those at hand.
     *
     * @param predicted what is said of all rows, asked for where there is one that was seen
     */
    public void add(
            EncodedRows rows, Repeats seen, Supplier<NetworkPrediction> predicted, double centre, double spread) {
        int[] cells = IntStream.range(0, rows.count())
                .map(i -> seen.find(rows.x(), i * rows.inputs(), rows.inputs()))
                .toArray();
        if (Arrays.stream(cells).allMatch(cell -> cell < 0)) {
            return;
        }
        NetworkPrediction said = predicted.get();
        for (int i = 0; i < cells.length; i++) {
            int cell = cells[i];
            if (cell < 0) {
                continue;
            }
            if (count == counts.length) {
                counts = Arrays.copyOf(counts, 2 * count);
                Arrays.setAll(numbers, k -> Arrays.copyOf(numbers[k], 2 * count));
            }
            counts[count] = seen.counts()[cell];
            numbers[0][count] = rows.y()[i] - said.mean()[i];
            numbers[1][count] = rows.y()[i] - (centre + spread * seen.means()[cell]);
            numbers[2][count] = said.aleatoricSd()[i] * said.aleatoricSd()[i];
            numbers[3][count] = said.epistemicSd()[i] * said.epistemicSd()[i];
            count++;
        }
    }

    /** The part of the noise's variance that the steps of the target leave at the least. */
    public double floor() {
        double noise = 0;
        for (int i = 0; i < count; i++) {
            noise += numbers[2][i] / count;
        }
        return count == 0 ? 0 : Math.min(1, stepVariance / noise);
    }

    /** The most probable ρ; 0 where the rows say little for any. */
    public double correlation() {
        double floor = floor();
        double best = 0;
        double none = logPosterior(0, floor);
        double highest = none + CHANCE;
        for (double log = -STEP; log > LAST && count > 0; log -= STEP) {
            double tried = -Math.expm1(log);
            double value = logPosterior(tried, floor);
            if (value > highest) {
                highest = value;
                best = tried;
            }
        }
        return best;
    }

    private double logPosterior(double correlation, double floor) {
        double left = Math.max(floor, 1 - correlation);
        double sum = -0.5 * PRIOR_ROWS * (Math.log(left) + 1 / left);
        for (int i = 0; i < count; i++) {
            double k = Repeats.weight(counts[i], correlation);
            double error = (1 - k) * numbers[0][i] + k * numbers[1][i];
            double variance =
                    Repeats.noise(counts[i], correlation, floor) * numbers[2][i] + (1 - k) * (1 - k) * numbers[3][i];
            sum -= 0.5 * Math.log(variance) + 0.5 * error * error / variance;
        }
        return sum;
    }
}
