package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;

/** The gamma distribution, density proportional to x^(shape-1) exp(-rate x): η = (shape - 1, -rate), T = (log x, x). */
public record Gamma(double shape, double rate) implements Distribution, ExponentialFamily {
    static final int CODE = 5;

    public Gamma {
        require(shape > 0 && Double.isFinite(shape), "a gamma distribution must have a positive shape, got %s", shape);
        require(rate > 0 && Double.isFinite(rate), "a gamma distribution must have a positive rate, got %s", rate);
    }

    /** The one with these natural parameters. */
    public static Gamma ofNatural(double... natural) {
        return new Gamma(natural[0] + 1, -natural[1]);
    }

    @Override
    public double[] natural() {
        return new double[] {shape - 1, -rate};
    }

    @Override
    public double[] expectedStatistics() {
        return new double[] {Digamma.value(shape) - Math.log(rate), shape / rate};
    }

    @Override
    public double logPartition() {
        return LogGamma.value(shape) - shape * Math.log(rate);
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public double mean(int j) {
        return shape / rate;
    }

    @Override
    public double covariance(int j, int k) {
        return shape / (rate * rate);
    }

    @Override
    public double meanInverse(int j) {
        return shape > 1 ? rate / (shape - 1) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        // With x = (shape/rate)·e^u the density in u is log-concave, its mode at 0 and its curvature there the shape.
        double sd = 1 / Math.sqrt(shape);
        return LogConcaveSum.expect(
                u -> shape * (u - Math.exp(u)),
                -12 * sd - 40 / shape,
                12 * sd,
                u -> f.applyAsDouble(shape / rate * Math.exp(u)));
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public double[] encode() {
        return new double[] {CODE, shape, rate};
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        out[at] = standard(random, shape) / rate;
    }

    /** A draw with rate 1. */
    static double standard(RandomStream random, double shape) {
        return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1).sample();
    }
}
