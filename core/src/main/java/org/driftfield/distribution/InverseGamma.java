package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;

/**
 * The inverse-gamma distribution, density proportional to x^-(shape+1) exp(-scale/x): η = (-shape - 1, -scale), T = (log x,
 * 1/x).
 */
public record InverseGamma(double shape, double scale) implements Distribution, ExponentialFamily {
    static final int CODE = 2;

    public InverseGamma {
        require(
                shape > 0 && Double.isFinite(shape),
                "an inverse-gamma distribution must have a positive shape, got %s",
                shape);
        require(
                scale > 0 && Double.isFinite(scale),
                "an inverse-gamma distribution must have a positive scale, got %s",
                scale);
    }

    /** The one with these natural parameters. */
    public static InverseGamma ofNatural(double... natural) {
        return new InverseGamma(-natural[0] - 1, -natural[1]);
    }

    @Override
    public double[] natural() {
        return new double[] {-shape - 1, -scale};
    }

    @Override
    public double[] expectedStatistics() {
        return new double[] {Math.log(scale) - Digamma.value(shape), shape / scale};
    }

    @Override
    public double logPartition() {
        return LogGamma.value(shape) - shape * Math.log(scale);
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public double mean(int j) {
        return shape > 1 ? scale / (shape - 1) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double covariance(int j, int k) {
        return shape > 2 ? scale * scale / ((shape - 1) * (shape - 1) * (shape - 2)) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double meanInverse(int j) {
        return shape / scale;
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        // With x = (scale/shape)·e^u the density in u is log-concave, its mode at 0 and its curvature there the shape.
        double sd = 1 / Math.sqrt(shape);
        return LogConcaveSum.expect(
                u -> -shape * (u + Math.exp(-u)),
                -12 * sd,
                12 * sd + 40 / shape,
                u -> f.applyAsDouble(scale / shape * Math.exp(u)));
    }

    @Override
    public double entropy() {
        return shape + Math.log(scale) + LogGamma.value(shape) - (1 + shape) * Digamma.value(shape);
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        out[at] = scale / Gamma.standard(random, shape);
    }

    @Override
    public double[] encode() {
        return new double[] {CODE, shape, scale};
    }
}
