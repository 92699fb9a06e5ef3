package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;

/** Makes predictions from the outputs of all particles. */
final class Predictions {
    private final Evaluation evaluation;
    private final Task task;
    private final int units;
    private final double centre;
    private final double spread;

    Predictions(Evaluation evaluation, Task task, int units, double centre, double spread) {
        this.evaluation = evaluation;
        this.task = task;
        this.units = units;
        this.centre = centre;
        this.spread = spread;
    }

    NetworkPrediction of(Mixture mixture, EncodedRows rows) {
        int particles = mixture.particles();
        int n = rows.count();
        boolean regression = task == Task.REGRESSION;
        NetworkPrediction out = new NetworkPrediction(
                units,
                new double[n * units],
                new double[n * units],
                new double[n * units],
                regression ? new double[n] : null,
                regression ? new double[n] : null,
                regression ? new double[n] : null);
        Predictive predictive = regression ? new Predictive(mixture) : null;
        evaluation.run(mixture.weights(), particles, rows.x(), n, (first, count, f) -> {
            for (int r = 0; r < count; r++) {
                if (rows.flagged().get(first + r)) {
                    flag(out, first + r);
                } else if (regression) {
                    number(out, first + r, f, r, count, particles, predictive);
                } else {
                    classes(out, first + r, f, r, count, mixture);
                }
            }
        });
        return out;
    }

    private void flag(NetworkPrediction out, int row) {
        for (double[] array : Arrays.asList(out.mean(), out.epistemicSd(), out.aleatoricSd())) {
            Arrays.fill(array, row * units, (row + 1) * units, Double.NaN);
        }
        if (task == Task.REGRESSION) {
            out.q05()[row] = Double.NaN;
            out.q50()[row] = Double.NaN;
            out.q95()[row] = Double.NaN;
        }
    }

    private void number(
            NetworkPrediction out, int row, float[] f, int r, int count, int particles, Predictive predictive) {
        double noiseVariance = predictive.noiseVariance();
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
        out.epistemicSd()[row] = spread * Math.sqrt(variance);
        out.aleatoricSd()[row] = spread * Math.sqrt(noiseVariance);
        out.q05()[row] = centre + spread * predictive.quantile(0.05, mean, sd, f, r, count);
        out.q50()[row] = centre + spread * predictive.quantile(0.5, mean, sd, f, r, count);
        out.q95()[row] = centre + spread * predictive.quantile(0.95, mean, sd, f, r, count);
    }

    private void classes(NetworkPrediction out, int row, float[] f, int r, int count, Mixture mixture) {
        int particles = mixture.particles();
        double[] p = new double[units];
        double[] sum = new double[units];
        double[] squares = new double[units];
        for (int i = 0; i < particles; i++) {
            int at = i * units * count + r;
            if (task == Task.BINARY) {
                p[0] = Probabilities.sigmoid(mixture.sharpness() * f[at]);
            } else {
                Probabilities.softmax(f, at, count, mixture.sharpness(), p);
            }
            for (int k = 0; k < units; k++) {
                sum[k] += p[k];
                squares[k] += p[k] * p[k];
            }
        }
        for (int k = 0; k < units; k++) {
            double mean = sum[k] / particles;
            double square = squares[k] / particles;
            out.mean()[row * units + k] = mean;
            out.epistemicSd()[row * units + k] = Math.sqrt(Math.max(0, square - mean * mean));
            out.aleatoricSd()[row * units + k] = Math.sqrt(Math.max(0, mean - square));
        }
    }
}
