package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;

/** The Dirichlet distribution of shares that add up to 1: η = α - 1, T = log x. The first of two shares has a {@link Beta} distribution. */
public final class Dirichlet implements Distribution, ExponentialFamily {
    static final int CODE = 7;

    private final double[] concentration;

    private Dirichlet(double[] concentration) {
        require(concentration.length >= 2, "a Dirichlet distribution must have at least 2 shares");
        for (double alpha : concentration) {
            require(
                    alpha > 0 && Double.isFinite(alpha),
                    "a Dirichlet distribution must have positive concentrations, got %s",
                    alpha);
        }
        this.concentration = concentration;
    }

    /** With the given concentrations α. */
    public static Dirichlet of(double... concentration) {
        return new Dirichlet(concentration.clone());
    }

    /** The one with these natural parameters. */
    public static Dirichlet ofNatural(double... natural) {
        double[] concentration = natural.clone();
        for (int k = 0; k < concentration.length; k++) {
            concentration[k]++;
        }
        return new Dirichlet(concentration);
    }

    @Override
    public double[] natural() {
        double[] natural = concentration.clone();
        for (int k = 0; k < natural.length; k++) {
            natural[k]--;
        }
        return natural;
    }

    private double total() {
        double sum = 0;
        for (double alpha : concentration) {
            sum += alpha;
        }
        return sum;
    }

    @Override
    public int dimension() {
        return concentration.length;
    }

    @Override
    public boolean tied() {
        return true;
    }

    @Override
    public double mean(int j) {
        return concentration[j] / total();
    }

    @Override
    public double covariance(int j, int k) {
        double total = total();
        return ((j == k ? mean(j) : 0) - mean(j) * mean(k)) / (total + 1);
    }

    @Override
    public double meanInverse(int j) {
        return share(j).meanInverse(0);
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        return share(j).expect(0, f);
    }

    /** One share against all others. */
    private Beta share(int j) {
        return new Beta(concentration[j], total() - concentration[j]);
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public double[] encode() {
        double[] code = new double[1 + concentration.length];
        code[0] = CODE;
        System.arraycopy(concentration, 0, code, 1, concentration.length);
        return code;
    }

    static Dirichlet decode(double[] code) {
        return new Dirichlet(Arrays.copyOfRange(code, 1, code.length));
    }

    @Override
    public double[] expectedStatistics() {
        double[] statistics = new double[concentration.length];
        double common = Digamma.value(total());
        for (int k = 0; k < statistics.length; k++) {
            statistics[k] = Digamma.value(concentration[k]) - common;
        }
        return statistics;
    }

    @Override
    public double logPartition() {
        double sum = -LogGamma.value(total());
        for (double alpha : concentration) {
            sum += LogGamma.value(alpha);
        }
        return sum;
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        double sum = 0;
        for (int k = 0; k < concentration.length; k++) {
            out[at + k] = Gamma.standard(random, concentration[k]);
            sum += out[at + k];
        }
        for (int k = 0; k < concentration.length; k++) {
            out[at + k] /= sum;
        }
    }
}
