package org.driftfield.sampler;

import java.util.List;
import org.driftfield.model.Parameter;
import org.driftfield.random.RandomStream;

/**
 * x_1 ~ N(0, s²/(1-φ²)), x_t ~ N(φ x_t-1, s²), y_t ~ N(x_t, 1) with φ uniform on (-1, 1) and s exponential with mean 1: the
 * likelihood by a bootstrap particle filter, and exactly by the Kalman filter.
 */
record LinearGaussian(double[] y) implements NoisyLikelihood {
    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    /** Posterior moments of φ and s, and the evidence, by integration on a grid. */
    record Exact(double[] mean, double[] sd, double logEvidence) {}

    static LinearGaussian simulated(int size, double phi, double s, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[] y = new double[size];
        double x = 0;
        for (int t = 0; t < size; t++) {
            x = t == 0 ? s / Math.sqrt(1 - phi * phi) * random.nextNormal() : phi * x + s * random.nextNormal();
            y[t] = x + random.nextNormal();
        }
        return new LinearGaussian(y);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.interval("phi", -1, 1), Parameter.positive("s"));
    }

    @Override
    public double logPrior(double[] theta) {
        return -theta[1] - Math.log(2);
    }

    @Override
    public void samplePrior(RandomStream random, double[] theta) {
        theta[0] = 2 * random.nextDouble() - 1;
        theta[1] = -Math.log(1 - random.nextDouble());
    }

    @Override
    public Estimator estimator() {
        return this::bootstrap;
    }

    private double bootstrap(double[] theta, int particles, RandomStream random) {
        double[] x = new double[particles];
        double[] logWeights = new double[particles];
        double[] weights = new double[particles];
        double[] parents = new double[particles];
        int[] ancestors = new int[particles];
        double sum = 0;
        for (int t = 0; t < y.length; t++) {
            for (int i = 0; i < particles; i++) {
                double sd = t == 0 ? theta[1] / Math.sqrt(1 - theta[0] * theta[0]) : theta[1];
                x[i] = theta[0] * parents[i] + sd * random.nextNormal();
                logWeights[i] = -0.5 * ((y[t] - x[i]) * (y[t] - x[i]) + LOG_TWO_PI);
            }
            sum += Weights.normalise(logWeights, weights);
            Weights.resample(weights, random, ancestors);
            for (int i = 0; i < particles; i++) {
                parents[i] = x[ancestors[i]];
            }
        }
        return sum;
    }

    double kalman(double phi, double s) {
        double mean = 0;
        double variance = s * s / (1 - phi * phi);
        double sum = 0;
        for (double value : y) {
            double total = variance + 1;
            double error = value - mean;
            sum -= 0.5 * (error * error / total + Math.log(total) + LOG_TWO_PI);
            mean = phi * (mean + variance / total * error);
            variance = phi * phi * variance / total + s * s;
        }
        return sum;
    }

    Exact exact() {
        int cells = 400;
        double top = 4;
        double[] mean = new double[2];
        double[] square = new double[2];
        double offset = kalman(0.5, 0.7);
        double total = 0;
        for (int a = 0; a < cells; a++) {
            double phi = -1 + 2 * (a + 0.5) / cells;
            for (int b = 0; b < cells; b++) {
                double s = top * (b + 0.5) / cells;
                double mass = Math.exp(kalman(phi, s) - offset + logPrior(new double[] {phi, s}));
                total += mass;
                mean[0] += mass * phi;
                mean[1] += mass * s;
                square[0] += mass * phi * phi;
                square[1] += mass * s * s;
            }
        }
        double[] sd = new double[2];
        for (int j = 0; j < 2; j++) {
            mean[j] /= total;
            sd[j] = Math.sqrt(square[j] / total - mean[j] * mean[j]);
        }
        return new Exact(mean, sd, offset + Math.log(total * 2 / cells * top / cells));
    }
}
