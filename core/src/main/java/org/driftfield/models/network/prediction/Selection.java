package org.driftfield.models.network.prediction;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.line.LogVariance;

/**
 * Judges a cloud that predicts numbers by what would be told of validation rows, from its first iterations on, whatever phase
 * it is in. The networks are given the share beside the line that suits these rows, and the spread and the tails of what is
 * predicted are brought to theirs. Then the score is minus the log density of a Student distribution with those moments; where
 * the target has ties it is the continuous ranked probability score of a normal one, which repeated values cannot fool.
 */
public final class Selection {
    /**
     * The square of what chance makes of a share that is of no use, in standard errors, which is drawn off: of the best of a few dozen
     * clouds about 2 log 30;
     */
    public static final double CHANCE_OF_MANY = 6;

    /** of a single one twice what it has on average. That is enough where another look at other rows follows. */
    public static final double CHANCE_OF_ONE = 2;

    /** More rows than this tell no more. */
    private static final int MOST_ROWS = 5000;

    private final Evaluation evaluation;
    private final float[] x;
    private final double[] residuals;
    private final double[] stretches;
    private final double spread;
    private final double lineVariance;
    private final boolean tied;
    private final double chance;
    private final HeldOut.Judgement line;

    /**
     * @param rows the target being what the line leaves
     * @param variance how the noise depends on the inputs; null where it does not
     * @param lineVariance the variance of the noise around the line alone; NaN where there is no line
     * @param tied whether the target has ties
     * @param chance what shares are drawn towards 0 by
     */
    public Selection(
            Evaluation evaluation,
            EncodedRows rows,
            double centre,
            double spread,
            LogVariance variance,
            double lineVariance,
            boolean tied,
            double chance) {
        this.tied = tied;
        this.chance = chance;
        this.evaluation = evaluation;
        this.spread = spread;
        this.lineVariance = lineVariance;
        int n = Math.min(rows.count(), MOST_ROWS);
        int inputs = rows.inputs();
        this.x = new float[n * inputs];
        this.residuals = new double[n];
        this.stretches = new double[n];
        for (int i = 0; i < n; i++) {
            int row = (int) ((long) i * rows.count() / n);
            System.arraycopy(rows.x(), row * inputs, x, i * inputs, inputs);
            residuals[i] = rows.y()[row] - centre;
            stretches[i] = variance == null ? 1 : variance.sd(x, i * inputs);
        }
        double[] nothing = new double[n];
        double[] around = stretched(lineVariance);
        this.line = new HeldOut(residuals, nothing, nothing, around, around).line(tied);
    }

    /** Whether the target has ties, so that the score is the ranked one. */
    public boolean tied() {
        return tied;
    }

    public HeldOut.Judgement of(Mixture mixture) {
        return heldOut(mixture).judged(tied, chance, line);
    }

    /** The line alone; null where there is none. */
    public HeldOut.Judgement line() {
        return line;
    }

    /** What a cloud says of the rows. */
    public HeldOut heldOut(Mixture mixture) {
        int n = residuals.length;
        int particles = mixture.particles();
        double[] means = new double[n];
        double[] variances = new double[n];
        evaluation.run(mixture.weights(), particles, x, n, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                double sum = 0;
                double squares = 0;
                for (int p = 0; p < particles; p++) {
                    double value = f[p * count + r];
                    sum += value;
                    squares += value * value;
                }
                double mean = sum / particles;
                means[first + r] = spread * mean;
                variances[first + r] = spread * spread * Math.max(0, squares / particles - mean * mean);
            }
        });
        double ofNetworks = averageNoise(mixture) * spread * spread;
        return new HeldOut(residuals, means, variances, stretched(ofNetworks), stretched(lineVariance));
    }

    private double[] stretched(double variance) {
        return Arrays.stream(stretches)
                .map(stretch -> variance * stretch * stretch)
                .toArray();
    }

    private static double averageNoise(Mixture mixture) {
        double sum = 0;
        for (Noise noise : mixture.noise()) {
            sum += noise.variance() / mixture.noise().length;
        }
        return sum;
    }
}
