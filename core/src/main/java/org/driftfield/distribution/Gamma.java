package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;

/** The gamma distribution, density proportional to x^(shape-1) exp(-rate x): η = (shape - 1, -rate), T = (log x, x). */
public record Gamma(double shape, double rate) implements ExponentialFamily {
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
    public void sample(RandomStream random, double[] out, int at) {
        out[at] = standard(random, shape) / rate;
    }

    /** A draw with rate 1. */
    static double standard(RandomStream random, double shape) {
        return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1).sample();
    }
}
