package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;

/** The normal distribution of one coordinate: η = (mean / variance, -1 / (2 variance)), T = (x, x²). */
public record Normal(double mean, double variance) implements Distribution, ExponentialFamily {
    static final int CODE = 1;

    public Normal {
        require(Double.isFinite(mean), "a normal distribution must have a finite mean, got %s", mean);
        require(
                variance > 0 && Double.isFinite(variance),
                "a normal distribution must have a positive variance, got %s",
                variance);
    }

    /** The one with these natural parameters. */
    public static Normal ofNatural(double... natural) {
        return new Normal(-natural[0] / (2 * natural[1]), -1 / (2 * natural[1]));
    }

    @Override
    public double[] natural() {
        return new double[] {mean / variance, -0.5 / variance};
    }

    @Override
    public double[] expectedStatistics() {
        return new double[] {mean, mean * mean + variance};
    }

    @Override
    public double logPartition() {
        return 0.5 * (mean * mean / variance + Math.log(2 * Math.PI * variance));
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public double mean(int j) {
        return mean;
    }

    @Override
    public double covariance(int j, int k) {
        return variance;
    }

    @Override
    public double meanInverse(int j) {
        throw new UnsupportedOperationException("E[1/θ] does not exist under a normal distribution");
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        double sd = Math.sqrt(variance);
        return LogConcaveSum.expect(u -> -0.5 * u * u, -9, 9, u -> f.applyAsDouble(mean + sd * u));
    }

    @Override
    public double entropy() {
        return 0.5 * (Math.log(2 * Math.PI * variance) + 1);
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        out[at] = mean + Math.sqrt(variance) * random.nextNormal();
    }

    @Override
    public double[] encode() {
        return new double[] {CODE, mean, variance};
    }
}
