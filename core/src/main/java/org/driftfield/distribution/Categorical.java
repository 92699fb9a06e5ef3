package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;

/** One of K classes, a coordinate with the values 0 … K-1: η = log p, T the indicator of the class. */
public final class Categorical implements Distribution, ExponentialFamily {
    static final int CODE = 8;

    private final double[] probability;

    private Categorical(double[] probability) {
        this.probability = probability;
    }

    /** The one with probabilities proportional to exp(η). */
    public static Categorical ofNatural(double... natural) {
        require(natural.length >= 1, "a categorical distribution must have at least 1 class");
        double top = Double.NEGATIVE_INFINITY;
        for (double eta : natural) {
            require(
                    !Double.isNaN(eta) && eta < Double.POSITIVE_INFINITY,
                    "a log probability must be a number, got %s",
                    eta);
            top = Math.max(top, eta);
        }
        require(top > Double.NEGATIVE_INFINITY, "a categorical distribution must have a class that can happen");
        double[] probability = new double[natural.length];
        double sum = 0;
        for (int k = 0; k < natural.length; k++) {
            probability[k] = Math.exp(natural[k] - top);
            sum += probability[k];
        }
        for (int k = 0; k < natural.length; k++) {
            probability[k] /= sum;
        }
        return new Categorical(probability);
    }

    @Override
    public double[] natural() {
        double[] natural = new double[probability.length];
        for (int k = 0; k < natural.length; k++) {
            natural[k] = Math.log(probability[k]);
        }
        return natural;
    }

    @Override
    public double[] expectedStatistics() {
        return probability.clone();
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public boolean tied() {
        return true;
    }

    @Override
    public double mean(int j) {
        return expect(0, k -> k);
    }

    @Override
    public double covariance(int j, int k) {
        double mean = mean(0);
        return expect(0, value -> (value - mean) * (value - mean));
    }

    @Override
    public double meanInverse(int j) {
        return expect(0, k -> 1 / k);
    }

    /** The sum over the classes that can happen. */
    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        double sum = 0;
        for (int k = 0; k < probability.length; k++) {
            sum += probability[k] == 0 ? 0 : probability[k] * f.applyAsDouble(k);
        }
        return sum;
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public double[] encode() {
        double[] code = new double[1 + probability.length];
        code[0] = CODE;
        System.arraycopy(probability, 0, code, 1, probability.length);
        return code;
    }

    static Categorical decode(double[] code) {
        return new Categorical(Arrays.copyOfRange(code, 1, code.length));
    }

    /** The natural parameters are normalised. */
    @Override
    public double logPartition() {
        return 0;
    }

    /** Writes the class, counted from 0. */
    @Override
    public void sample(RandomStream random, double[] out, int at) {
        double rest = random.nextDouble();
        int k = 0;
        while (k < probability.length - 1 && rest >= probability[k]) {
            rest -= probability[k++];
        }
        // Rounding may lead past the last class that can happen.
        while (probability[k] == 0) {
            k--;
        }
        out[at] = k;
    }
}
