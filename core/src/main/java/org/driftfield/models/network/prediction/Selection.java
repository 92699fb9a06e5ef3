package org.driftfield.models.network.prediction;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.line.LogVariance;

/**
 * Judges a cloud that predicts numbers by what would be told of validation rows, from its first iterations on, whatever phase
 * it is in. The networks are given the share beside the line that suits these rows, and the spread and the tails of what is
 * predicted are brought to theirs. Then the score is minus the log density of a Student distribution with those moments; where
 * the target has ties it is the continuous ranked probability score of a normal one, which repeated values cannot fool.
 */
public final class Selection {
    /** More rows than this tell no more. */
    private static final int MOST_ROWS = 5000;

    /** The prior of the logarithm of the noise's size counts as much as so many rows. */
    private static final double PRIOR_ROWS = 10;

    /**
     * The square of what chance makes of a share that is of no use, in standard errors, when the best of many clouds is looked at: a
     * single one would have 2, the best of a few dozen has about 2 log 30.
     */
    private static final double CHANCE = 6;

    /** Degrees of freedom that are tried. */
    private static final double[] DOFS = {2.5, 4, 7, 15, 1000};

    private final Evaluation evaluation;
    private final float[] x;
    private final double[] residuals;
    private final double[] stretches;
    private final double spread;
    private final double lineVariance;
    private final boolean tied;
    private final Judgement line;

    /**
     * @param rows the target being what the line leaves
     * @param variance how the noise depends on the inputs; null where it does not
     * @param lineVariance the variance of the noise around the line alone; NaN where there is no line
     * @param tied whether the target has ties
     */
    public Selection(
            Evaluation evaluation,
            EncodedRows rows,
            double centre,
            double spread,
            LogVariance variance,
            double lineVariance,
            boolean tied) {
        this.tied = tied;
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
        this.line = Double.isNaN(lineVariance) ? null : at(0, new double[n], new double[n], this.lineVariance);
    }

    /**
     * What came out.
     *
     * @param score lower is better
     * @param each the score of each row
     * @param share of the networks
     * @param widening the factor of the noise's standard deviation that makes the squared errors as large as predicted: what training
     *     rows say of the noise around networks is too little where they are known by heart
     */
    public record Judgement(double score, double[] each, double share, double widening) {}

    /** Whether the target has ties, so that the score is the ranked one. */
    public boolean tied() {
        return tied;
    }

    public Judgement of(Mixture mixture) {
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
        if (Double.isNaN(lineVariance)) {
            return at(1, means, variances, averageNoise(mixture));
        }
        Judgement blended = at(share(means), means, variances, averageNoise(mixture));
        return blended.score() < line.score() ? blended : line;
    }

    /** The line alone; null where there is none. */
    public Judgement line() {
        return line;
    }

    private Judgement at(double share, double[] means, double[] variances, double ofNetworks) {
        int n = residuals.length;
        double noise = noiseVariance(ofNetworks, lineVariance, share);
        double[] errors = new double[n];
        double[] sds = new double[n];
        for (int i = 0; i < n; i++) {
            errors[i] = residuals[i] - share * means[i];
            sds[i] = Math.sqrt(share * share * variances[i] + noise * stretches[i] * stretches[i]);
        }
        double size = size(errors, sds);
        double[] each = tied ? ranked(errors, sds, size) : logarithmic(errors, sds);
        return new Judgement(Arrays.stream(each).sum() / n, each, share, share > 0 ? size : 1);
    }

    /** How much larger errors are than predicted, as a ratio of standard deviations. */
    private static double size(double[] errors, double[] sds) {
        int n = errors.length;
        double relative = 0;
        for (int i = 0; i < n; i++) {
            relative += errors[i] * errors[i] / (sds[i] * sds[i]) / n;
        }
        return Math.exp(0.5 * Math.log(Math.max(relative, 1e-12)) * n / (n + PRIOR_ROWS));
    }

    /** The continuous ranked probability score of each row, in units of the target. */
    private double[] ranked(double[] errors, double[] sds, double size) {
        double[] each = new double[errors.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = spread * crps(errors[i], size * sds[i]);
        }
        return each;
    }

    /** Minus the log density of each row, with the degrees of freedom and the size of the spread that make it highest. */
    private double[] logarithmic(double[] errors, double[] sds) {
        double lowest = Double.POSITIVE_INFINITY;
        double dof = 0;
        double size = 0;
        for (double tried : DOFS) {
            double low = -3;
            double high = 3;
            // Minus the log density has one lowest point in the logarithm of the size: thirds close in on it.
            while (high - low > 0.01) {
                double a = low + (high - low) / 3;
                double b = high - (high - low) / 3;
                if (loss(errors, sds, tried, a) > loss(errors, sds, tried, b)) {
                    low = a;
                } else {
                    high = b;
                }
            }
            double loss = loss(errors, sds, tried, 0.5 * (low + high));
            if (loss < lowest) {
                lowest = loss;
                dof = tried;
                size = 0.5 * (low + high);
            }
        }
        double[] each = new double[errors.length];
        double constant = constant(dof) + size + Math.log(spread);
        for (int i = 0; i < each.length; i++) {
            each[i] = constant + loss(errors[i], sds[i], dof, size);
        }
        return each;
    }

    private static double loss(double[] errors, double[] sds, double dof, double size) {
        double sum = 0;
        for (int i = 0; i < errors.length; i++) {
            sum += loss(errors[i], sds[i], dof, size);
        }
        return sum / errors.length + constant(dof) + size + PRIOR_ROWS * size * size / errors.length;
    }

    /** What of minus the log density of Student's distribution depends on the row. */
    private static double loss(double error, double sd, double dof, double size) {
        double z = error / sd;
        return Math.log(sd) + 0.5 * (dof + 1) * Math.log1p(z * z * Math.exp(-2 * size) / dof);
    }

    private static double constant(double dof) {
        return LogGamma.value(dof / 2) - LogGamma.value((dof + 1) / 2) + 0.5 * Math.log(Math.PI * dof);
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
     * size in standard errors, by a part of {@link #CHANCE}/z², in the manner of James and Stein (1961). Without anything to add to
     * the line that is mostly 0.
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
        double chance = CHANCE * left / (best * best * squares);
        return Math.min(1, best) * Math.max(0, 1 - chance);
    }

    /**
     * The variance of the noise when the networks have a share s. What they explain has the variance by which the line's noise
     * exceeds theirs, and (1 - s)² of that is left.
     */
    public static double noiseVariance(double ofNetworks, double ofLine, double share) {
        return Double.isNaN(ofLine)
                ? ofNetworks
                : ofNetworks + (1 - share) * (1 - share) * Math.max(0, ofLine - ofNetworks);
    }
}
