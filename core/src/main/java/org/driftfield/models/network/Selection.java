package org.driftfield.models.network;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erf;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.line.LogVariance;

/**
 * Judges a cloud that predicts numbers by what would be told of validation rows, from its first iterations on, whatever phase
 * it is in. The networks are given the share beside the line that suits these rows, the noise is brought to their size, and the
 * continuous ranked probability score is taken of a normal distribution with mean and variance of what is predicted: a proper
 * score that repeated values of the target cannot fool, in units of the target.
 */
final class Selection {
    /** More rows than this tell no more. */
    private static final int MOST_ROWS = 5000;

    /** The prior of the logarithm of the noise's size counts as much as so many rows. */
    private static final double PRIOR_ROWS = 10;

    private final Evaluation evaluation;
    private final float[] x;
    private final double[] residuals;
    private final double[] stretches;
    private final double spread;
    private final double lineVariance;

    /**
     * @param rows the target being what the line leaves
     * @param variance how the noise depends on the inputs; null where it does not
     * @param lineVariance the variance of the noise around the line alone; NaN where there is no line
     */
    Selection(
            Evaluation evaluation,
            EncodedRows rows,
            double centre,
            double spread,
            LogVariance variance,
            double lineVariance) {
        this.evaluation = evaluation;
        this.spread = spread;
        this.lineVariance = lineVariance / (spread * spread);
        int n = Math.min(rows.count(), MOST_ROWS);
        int inputs = rows.inputs();
        this.x = new float[n * inputs];
        this.residuals = new double[n];
        this.stretches = new double[n];
        for (int i = 0; i < n; i++) {
            int row = (int) ((long) i * rows.count() / n);
            System.arraycopy(rows.x(), row * inputs, x, i * inputs, inputs);
            residuals[i] = (rows.y()[row] - centre) / spread;
            stretches[i] = variance == null ? 1 : variance.sd(x, i * inputs);
        }
    }

    /**
     * What came out.
     *
     * @param crps the score
     * @param each the score of each row
     * @param share of the networks
     * @param mse in squared units of the target
     */
    record Judgement(double crps, double[] each, double share, double mse) {}

    Judgement of(Mixture mixture) {
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
                means[first + r] = sum / particles;
                variances[first + r] = Math.max(0, squares / particles - means[first + r] * means[first + r]);
            }
        });
        double share = Double.isNaN(lineVariance) ? 1 : share(means);
        double noise = noiseVariance(averageNoise(mixture), lineVariance, share);
        double[] sds = new double[n];
        double squares = 0;
        double relative = 0;
        for (int i = 0; i < n; i++) {
            double error = residuals[i] - share * means[i];
            double total = share * share * variances[i] + noise * stretches[i] * stretches[i];
            sds[i] = Math.sqrt(total);
            squares += error * error / n;
            relative += error * error / total / n;
        }
        double size = Math.exp(0.5 * Math.log(Math.max(relative, 1e-12)) * n / (n + PRIOR_ROWS));
        double[] each = new double[n];
        for (int i = 0; i < n; i++) {
            each[i] = spread * crps(residuals[i] - share * means[i], size * sds[i]);
        }
        return new Judgement(Arrays.stream(each).sum() / n, each, share, spread * spread * squares);
    }

    /** The score of N(0, sd²) when e comes. */
    private static double crps(double e, double sd) {
        double z = e / sd;
        double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
        return sd * (z * Erf.value(z / Math.sqrt(2)) + 2 * density - 1 / Math.sqrt(Math.PI));
    }

    private static double averageNoise(Mixture mixture) {
        double sum = 0;
        for (Noise noise : mixture.noise()) {
            sum += noise.variance() / mixture.noise().length;
        }
        return sum;
    }

    /**
     * The share of the networks that leaves the smallest squares, drawn towards 0 by as much as it may be chance: with z its
     * size in standard errors, by 2/z² (James and Stein 1961). Without anything to add to the line that is mostly 0.
     */
    private double share(double[] means) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < means.length; i++) {
            products += residuals[i] * means[i];
            squares += means[i] * means[i];
        }
        if (!(products > 0)) {
            return 0;
        }
        double best = products / squares;
        double left = 0;
        for (int i = 0; i < means.length; i++) {
            double error = residuals[i] - best * means[i];
            left += error * error / means.length;
        }
        double chance = 2 * left / (best * best * squares);
        return Math.min(1, best) * Math.max(0, 1 - chance);
    }

    /**
     * The variance of the noise when the networks have a share s. What they explain has the variance by which the line's noise
     * exceeds theirs, and (1 - s)² of that is left.
     */
    static double noiseVariance(double ofNetworks, double ofLine, double share) {
        return Double.isNaN(ofLine)
                ? ofNetworks
                : ofNetworks + (1 - share) * (1 - share) * Math.max(0, ofLine - ofNetworks);
    }
}
