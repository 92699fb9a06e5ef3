package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.data.EncodedRows;

/** Scores a cloud, or its mean, on rows with a known target. */
final class Scoring {
    private static final int BINS = 10;
    private static final double LEAST_SHARP = 0.1;
    private static final double[] LEVELS = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

    private final Evaluation evaluation;
    private final Task task;
    private final int units;
    private final double centre;
    private final double spread;
    private final EncodedRows rows;
    private final int n;

    Scoring(Evaluation evaluation, Task task, int units, double centre, double spread, EncodedRows rows) {
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
    double[] plugIn(float[] weights, Noise noise) {
        double[] loss = new double[n];
        evaluation.run(weights, 1, rows.x(), n, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                loss[first + r] = pointLoss(first + r, f, r, count);
            }
        });
        double average = Arrays.stream(loss).sum() / n;
        if (task != Task.REGRESSION) {
            return new double[] {average, Double.NaN};
        }
        double mse = average * spread * spread;
        double variance = noise.variance() * spread * spread;
        return new double[] {0.5 * Math.log(variance) + mse / (2 * variance), mse};
    }

    /** Squared residual, or minus the log probability of the class. */
    private double pointLoss(int row, float[] f, int at, int stride) {
        double y = scaled(row);
        return switch (task) {
            case REGRESSION -> (y - f[at]) * (y - f[at]);
            case BINARY -> softplus(y > 0.5 ? -f[at] : f[at]);
            case MULTICLASS -> {
                int own = (int) y;
                double right = f[at + own * stride];
                double sum = 0;
                for (int k = 0; k < units; k++) {
                    sum += Math.exp(f[at + k * stride] - right);
                }
                yield Math.log(sum);
            }
        };
    }

    private static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** Minus the mean log posterior predictive density. */
    double nll(Mixture mixture) {
        return -Arrays.stream(perRow(mixture).logDensity).sum() / n;
    }

    /**
     * The power of class probabilities that predicts these rows best. Averaged over a wide posterior they tend to be too timid
     * where classes are clear, and are put right after they were averaged (Rahaman and Thiery 2021). The prior of the power's
     * logarithm is standard normal.
     */
    double sharpness(Mixture mixture) {
        int classes = Math.max(2, units);
        double[] averages = new double[n * classes];
        evaluation.run(mixture.weights(), mixture.particles(), rows.x(), n, (first, count, f) -> {
            double[] p = new double[classes];
            double[] one = new double[units];
            for (int r = 0; r < count; r++) {
                average(f, r, count, mixture.particles(), p, one);
                System.arraycopy(p, 0, averages, (first + r) * classes, classes);
            }
        });
        double low = Math.log(LEAST_SHARP);
        double high = -low;
        // The log posterior is concave, so thirds close in on its top.
        while (high - low > 1e-4) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (logPosterior(a, averages, classes) < logPosterior(b, averages, classes)) {
                low = a;
            } else {
                high = b;
            }
        }
        return Math.exp(0.5 * (low + high));
    }

    private double logPosterior(double logSharpness, double[] averages, int classes) {
        double sum = -0.5 * logSharpness * logSharpness;
        double[] p = new double[classes];
        for (int i = 0; i < n; i++) {
            System.arraycopy(averages, i * classes, p, 0, classes);
            Probabilities.sharpen(p, Math.exp(logSharpness));
            sum += Math.log(Math.max(p[(int) rows.y()[i]], Double.MIN_NORMAL));
        }
        return sum;
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
        evaluation.run(mixture.weights(), particles, rows.x(), n, (first, count, f) -> {
            int stride = units * count;
            double[] p = new double[Math.max(2, units)];
            double[] one = new double[units];
            for (int r = 0; r < count; r++) {
                int row = first + r;
                if (task == Task.REGRESSION) {
                    double sum = 0;
                    for (int i = 0; i < particles; i++) {
                        sum += f[i * stride + r];
                    }
                    out.mean[row] = sum / particles;
                    out.logDensity[row] = predictive.logDensity(scaled(row), f, r, stride) - Math.log(spread);
                    out.below[row] = predictive.below(scaled(row), f, r, stride);
                } else {
                    average(f, r, count, particles, p, one);
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

    /** Class probabilities of a row of a chunk, averaged over particles. */
    private void average(float[] f, int r, int count, int particles, double[] p, double[] one) {
        Arrays.fill(p, 0);
        for (int i = 0; i < particles; i++) {
            int at = i * units * count + r;
            if (task == Task.BINARY) {
                double eta = f[at];
                p[1] += Probabilities.sigmoid(eta) / particles;
                p[0] += Probabilities.sigmoid(-eta) / particles;
            } else {
                Probabilities.softmax(f, at, count, one);
                for (int k = 0; k < units; k++) {
                    p[k] += one[k] / particles;
                }
            }
        }
    }

    /**
     * All scores.
     *
     * @param mean the weights at which PPS is taken
     * @param noise the noise that goes with them
     */
    NetworkScores all(Mixture mixture, float[] mean, Noise noise) {
        double[] plugIn = plugIn(mean, noise);
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
