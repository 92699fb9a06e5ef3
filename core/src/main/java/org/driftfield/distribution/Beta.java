package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;

/** The beta distribution, density proportional to x^(a-1) (1-x)^(b-1): η = (a - 1, b - 1), T = (log x, log(1 - x)). */
public record Beta(double a, double b) implements Distribution, ExponentialFamily {
    static final int CODE = 6;

    public Beta {
        require(a > 0 && Double.isFinite(a), "a beta distribution must have a positive a, got %s", a);
        require(b > 0 && Double.isFinite(b), "a beta distribution must have a positive b, got %s", b);
    }

    /** The one with these natural parameters. */
    public static Beta ofNatural(double... natural) {
        return new Beta(natural[0] + 1, natural[1] + 1);
    }

    @Override
    public double[] natural() {
        return new double[] {a - 1, b - 1};
    }

    @Override
    public double[] expectedStatistics() {
        double both = Digamma.value(a + b);
        return new double[] {Digamma.value(a) - both, Digamma.value(b) - both};
    }

    @Override
    public double logPartition() {
        return LogGamma.value(a) + LogGamma.value(b) - LogGamma.value(a + b);
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public double mean(int j) {
        return a / (a + b);
    }

    @Override
    public double covariance(int j, int k) {
        return a * b / ((a + b) * (a + b) * (a + b + 1));
    }

    @Override
    public double meanInverse(int j) {
        return a > 1 ? (a + b - 1) / (a - 1) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        // In u = log(x / (1 - x)) the density is log-concave, its mode at log(a/b) and its curvature there 1 / (1/a +
        // 1/b).
        double mode = Math.log(a / b);
        double sd = Math.sqrt(1 / a + 1 / b);
        return LogConcaveSum.expect(
                u -> -a * log1pExp(-u) - b * log1pExp(u),
                mode - 12 * sd - 40 / a,
                mode + 12 * sd + 40 / b,
                u -> f.applyAsDouble(1 / (1 + Math.exp(-u))));
    }

    private static double log1pExp(double u) {
        return Math.max(u, 0) + Math.log1p(Math.exp(-Math.abs(u)));
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        double successes = Gamma.standard(random, a);
        out[at] = successes / (successes + Gamma.standard(random, b));
    }

    @Override
    public double[] encode() {
        return new double[] {CODE, a, b};
    }
}
