package org.driftfield.models.network.prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.recipe.Task;

/** Scores a cloud, or its mean, on rows with a known target. */
public final class Scoring {
    private static final int BINS = 10;
    private static final double[] LEVELS = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

    private final Evaluation evaluation;
    private final Task task;
    private final int units;
    private final double centre;
    private final double spread;
    private final EncodedRows rows;
    private final int n;

    public Scoring(Evaluation evaluation, Task task, int units, double centre, double spread, EncodedRows rows) {
        this.evaluation = evaluation;
        this.task = task;
        this.units = units;
        this.centre = centre;
        this.spread = spread;
        this.rows = rows;
        this.n = rows.count();
    }

    private double scaled(int row) {
        return (rows.y()[row] - centre) / spread;
    }

    /** PPS and, for a regression, the mean squared error of one weight vector, in the target's units. */
    public double[] plugIn(float[] weights, Noise noise) {
        return plugIn(new Mixture(weights, 1, 1, noise == null ? null : new Noise[] {noise}, 1));
    }

    /** As {@link #plugIn(float[], Noise)}, of a cloud of one. */
    private double[] plugIn(Mixture one) {
        if (task != Task.REGRESSION) {
            return new double[] {nll(one), Double.NaN};
        }
        double[] squares = new double[n];
        double[] losses = new double[n];
        double variance = one.noise()[0].variance() * spread * spread;
        evaluation.run(one, rows.x(), n, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                int row = first + r;
                double residual = (scaled(row) - f[r]) * spread;
                double stretch =
                        one.blend().around(rows.x(), row, rows.inputs()).stretch();
                squares[row] = residual * residual;
                losses[row] = 0.5 * Math.log(variance * stretch * stretch)
                        + squares[row] / (2 * variance * stretch * stretch);
            }
        });
        return new double[] {
            Arrays.stream(losses).sum() / n, Arrays.stream(squares).sum() / n
        };
    }

    /** Minus the mean log posterior predictive density. */
    public double nll(Mixture mixture) {
        return -Arrays.stream(perRow(mixture).logDensity).sum() / n;
    }

    /** The predicted probability of a value below the target, row by row, before any recalibration. */
    public double[] below(Mixture mixture) {
        return perRow(mixture.with(mixture.blend().with(Recalibration.NONE))).below;
    }

    /** What a cloud says of the classes of these rows. */
    public HeldOutClasses classes(Mixture mixture) {
        return HeldOutClasses.of(evaluation, units, mixture, rows);
    }

    /** What scores are made of, row by row. */
    private static final class PerRow {
        final double[] logDensity;
        /** The predictive mean in units of the outputs; for classes the probability of the most probable one. */
        final double[] mean;
        /** The predictive probability of a value below the target; for classes whether the most probable is right. */
        final double[] below;

        PerRow(int n) {
            logDensity = new double[n];
            mean = new double[n];
            below = new double[n];
        }
    }

    private PerRow perRow(Mixture mixture) {
        PerRow out = new PerRow(n);
        int particles = mixture.particles();
        Predictive predictive = task == Task.REGRESSION ? new Predictive(mixture) : null;
        evaluation.run(mixture, rows.x(), n, (first, count, f) -> {
            int stride = units * count;
            double[] p = new double[Math.max(2, units)];
            double[] one = new double[p.length];
            for (int r = 0; r < count; r++) {
                int row = first + r;
                if (task == Task.REGRESSION) {
                    double sum = 0;
                    for (int i = 0; i < particles; i++) {
                        sum += f[i * stride + r];
                    }
                    out.mean[row] = sum / particles;
                    Predictive.Row at =
                            predictive.row(f, r, stride, mixture.blend().around(rows.x(), row, rows.inputs()));
                    out.below[row] = at.below(scaled(row));
                    out.logDensity[row] = at.logDensity(scaled(row)) - Math.log(spread);
                } else {
                    Probabilities.blended(mixture, units, f, r, count, p, one);
                    Probabilities.sharpen(p, mixture.sharpness());
                    int best = 0;
                    for (int k = 1; k < p.length; k++) {
                        best = p[k] > p[best] ? k : best;
                    }
                    int y = (int) rows.y()[row];
                    out.mean[row] = p[best];
                    out.logDensity[row] = Math.log(Math.max(p[y], Double.MIN_NORMAL));
                    out.below[row] = best == y ? 1 : 0;
                }
            }
        });
        return out;
    }

    /**
     * All scores.
     *
     * @param mean the weights at which PPS is taken
     * @param noise the noise that goes with them
     */
    public NetworkScores all(Mixture mixture, float[] mean, Noise noise) {
        double[] plugIn = plugIn(mixture.at(mean, noise));
        PerRow each = perRow(mixture);
        double nll = -Arrays.stream(each.logDensity).sum() / n;
        if (task != Task.REGRESSION) {
            double wrong = 1 - Arrays.stream(each.below).sum() / n;
            List<NetworkScores.Bin> bins = reliability(each);
            double error = bins.stream()
                    .mapToDouble(bin -> Math.abs(bin.predicted() - bin.observed()) * bin.rows() / n)
                    .sum();
            return new NetworkScores(
                    n, plugIn[0], nll, Double.NaN, Double.NaN, wrong, Double.NaN, Double.NaN, error, bins);
        }
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = (scaled(i) - each.mean[i]) * spread;
            squares += residual * residual;
        }
        List<NetworkScores.Bin> levels = new ArrayList<>();
        for (double level : LEVELS) {
            levels.add(new NetworkScores.Bin(level, share(each.below, 0, level), n));
        }
        double error = levels.stream()
                .mapToDouble(bin -> Math.abs(bin.predicted() - bin.observed()))
                .average()
                .orElseThrow();
        return new NetworkScores(
                n,
                plugIn[0],
                nll,
                squares / n,
                plugIn[1],
                Double.NaN,
                share(each.below, 0.25, 0.75),
                share(each.below, 0.05, 0.95),
                error,
                levels);
    }

    private static double share(double[] values, double from, double to) {
        return Arrays.stream(values).filter(u -> u >= from && u <= to).count() / (double) values.length;
    }

    /** Rows by confidence in the most probable class, in bins of equal width; empty ones are left out. */
    private static List<NetworkScores.Bin> reliability(PerRow each) {
        double[] confidence = new double[BINS];
        double[] right = new double[BINS];
        int[] rows = new int[BINS];
        for (int i = 0; i < each.mean.length; i++) {
            int bin = Math.min(BINS - 1, (int) (each.mean[i] * BINS));
            confidence[bin] += each.mean[i];
            right[bin] += each.below[i];
            rows[bin]++;
        }
        List<NetworkScores.Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) {
            if (rows[b] > 0) {
                bins.add(new NetworkScores.Bin(confidence[b] / rows[b], right[b] / rows[b], rows[b]));
            }
        }
        return bins;
    }
}
