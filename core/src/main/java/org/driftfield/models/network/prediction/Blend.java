package org.driftfield.models.network.prediction;

import org.driftfield.models.network.line.LogVariance;

/**
 * What stands beside the networks of a cloud. A number is predicted as line + share · network, each particle with a draw of the
 * line of its own; the probability of a class as (1 - share) of the line's and share of the networks'.
 *
 * @param line coefficients, in units of the outputs: for a number those of each particle, for classes once, one unit after the
 *     other, each with its intercept last; null where there is no line
 * @param share of the networks, from 0 to 1
 * @param variance how the noise depends on the inputs; null where it does not
 * @param recalibration of the probabilities of numbers
 * @param repeats what rows with the same inputs have in common; null where that is nothing
 */
public record Blend(float[] line, double share, LogVariance variance, Recalibration recalibration, Repeats repeats) {
    /** Networks only. */
    public static final Blend NONE = new Blend(null, 1, null, Recalibration.NONE, null);

    public Blend withShare(double part) {
        return new Blend(line, part, variance, recalibration, repeats);
    }

    public Blend with(Recalibration found) {
        return new Blend(line, share, variance, found, repeats);
    }

    public Blend with(Repeats found) {
        return new Blend(line, share, variance, recalibration, found);
    }

    /**
     * What is a row's own of how a number spreads around the networks.
     *
     * @param stretch the factor of the noise's standard deviation
     * @param known whether there were rows with the same inputs, of which something is known
     */
    record Around(double stretch, boolean known) {}

    Around around(float[] x, int row, int inputs) {
        double own = variance == null ? 1 : variance.sd(x, row * inputs);
        int cell = repeats == null ? -1 : repeats.find(x, row * inputs, inputs);
        return cell < 0 ? new Around(own, false) : new Around(own * Math.sqrt(repeats.noise(cell)), true);
    }

    /** The average line of several particles, as that of one. */
    Blend averaged(int particles) {
        if (line == null || particles == 1) {
            return this;
        }
        int width = line.length / particles;
        double[] sums = new double[width];
        for (int i = 0; i < line.length; i++) {
            sums[i % width] += line[i];
        }
        float[] mean = new float[width];
        for (int j = 0; j < width; j++) {
            mean[j] = (float) (sums[j] / particles);
        }
        return new Blend(mean, share, variance, recalibration, repeats);
    }
}
