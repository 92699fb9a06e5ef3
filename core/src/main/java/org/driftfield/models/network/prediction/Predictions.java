package org.driftfield.models.network.prediction;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.recipe.Task;

/** Makes predictions from the outputs of all particles. */
public final class Predictions {
    private final Evaluation evaluation;
    private final Task task;
    private final int units;
    private final double centre;
    private final double spread;

    public Predictions(Evaluation evaluation, Task task, int units, double centre, double spread) {
        this.evaluation = evaluation;
        this.task = task;
        this.units = units;
        this.centre = centre;
        this.spread = spread;
    }

    public NetworkPrediction of(Mixture mixture, EncodedRows rows) {
        return of(mixture, rows, task == Task.REGRESSION);
    }

    /** Means and standard deviations alone, which are had many times faster. */
    public NetworkPrediction withoutQuantiles(Mixture mixture, EncodedRows rows) {
        return of(mixture, rows, false);
    }

    private NetworkPrediction of(Mixture mixture, EncodedRows rows, boolean quantiles) {
        int particles = mixture.particles();
        int n = rows.count();
        boolean regression = task == Task.REGRESSION;
        NetworkPrediction out = new NetworkPrediction(
                units,
                new double[n * units],
                new double[n * units],
                new double[n * units],
                quantiles ? new double[n] : null,
                quantiles ? new double[n] : null,
                quantiles ? new double[n] : null);
        Predictive predictive = regression ? new Predictive(mixture) : null;
        double widening = mixture.blend().recalibration().widening();
        double ofKnown = mixture.blend().recalibration().ofKnown().widening();
        evaluation.run(mixture, rows.x(), n, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                if (rows.flagged().get(first + r)) {
                    flag(out, first + r);
                } else if (regression) {
                    Blend.Around around = mixture.blend().around(rows.x(), first + r, rows.inputs());
                    double wider = around.known() ? ofKnown : widening;
                    number(out, first + r, f, r, count, particles, predictive, around, wider);
                } else {
                    classes(out, first + r, f, r, count, mixture);
                }
            }
        });
        return out;
    }

    /** The means alone of numbers, which are had many times faster than quantiles. */
    public double[] means(Mixture mixture, EncodedRows rows) {
        int particles = mixture.particles();
        double[] means = new double[rows.count()];
        evaluation.run(mixture, rows.x(), means.length, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                double sum = 0;
                for (int i = 0; i < particles; i++) {
                    sum += f[i * count + r];
                }
                means[first + r] = centre + spread * sum / particles;
            }
        });
        return means;
    }

    private void flag(NetworkPrediction out, int row) {
        for (double[] array : Arrays.asList(out.mean(), out.epistemicSd(), out.aleatoricSd())) {
            Arrays.fill(array, row * units, (row + 1) * units, Double.NaN);
        }
        if (out.q05() != null) {
            out.q05()[row] = Double.NaN;
            out.q50()[row] = Double.NaN;
            out.q95()[row] = Double.NaN;
        }
    }

    private void number(
            NetworkPrediction out,
            int row,
            float[] f,
            int r,
            int count,
            int particles,
            Predictive predictive,
            Blend.Around around,
            double widening) {
        double noiseVariance = predictive.noiseVariance() * around.stretch() * around.stretch();
        double mean = 0;
        for (int i = 0; i < particles; i++) {
            mean += f[i * count + r] / (double) particles;
        }
        double variance = 0;
        for (int i = 0; i < particles; i++) {
            variance += (f[i * count + r] - mean) * (f[i * count + r] - mean) / particles;
        }
        double sd = Math.sqrt(variance + noiseVariance);
        out.mean()[row] = centre + spread * mean;
        out.epistemicSd()[row] = widening * spread * Math.sqrt(variance);
        out.aleatoricSd()[row] = widening * spread * Math.sqrt(noiseVariance);
        if (out.q05() != null) {
            Predictive.Row at = predictive.row(f, r, count, around);
            out.q05()[row] = centre + spread * at.quantile(0.05, mean, sd);
            out.q50()[row] = centre + spread * at.quantile(0.5, mean, sd);
            out.q95()[row] = centre + spread * at.quantile(0.95, mean, sd);
        }
    }

    private void classes(NetworkPrediction out, int row, float[] f, int r, int count, Mixture mixture) {
        int particles = mixture.particles();
        double[] p = new double[Math.max(2, units)];
        double[] sum = new double[p.length];
        double[] squares = new double[p.length];
        for (int i = 0; i < particles; i++) {
            Probabilities.ofOutputs(units, f, i * units * count + r, count, p);
            for (int k = 0; k < p.length; k++) {
                sum[k] += p[k] / particles;
                squares[k] += p[k] * p[k] / particles;
            }
        }
        double[] told = new double[p.length];
        Probabilities.blended(mixture, units, f, r, count, told, p);
        double[] sharp = told.clone();
        Probabilities.sharpen(sharp, mixture.sharpness());
        double networks = mixture.blend().line() == null ? 1 : mixture.blend().share();
        int first = task == Task.BINARY ? 1 : 0;
        for (int k = first; k < p.length; k++) {
            double mean = sharp[k];
            // The part of the variance that particles do not agree on stays that part when probabilities are sharpened.
            double between = networks * networks * Math.max(0, squares[k] - sum[k] * sum[k]);
            double share = between == 0 ? 0 : Math.min(1, between / (told[k] * (1 - told[k])));
            int at = row * units + k - first;
            out.mean()[at] = mean;
            out.epistemicSd()[at] = Math.sqrt(share * mean * (1 - mean));
            out.aleatoricSd()[at] = Math.sqrt((1 - share) * mean * (1 - mean));
        }
    }
}
