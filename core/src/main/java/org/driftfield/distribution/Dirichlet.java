package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.random.RandomStream;

/** The Dirichlet distribution of shares that add up to 1: η = α - 1, T = log x. The first of two shares has a {@link Beta} distribution. */
public final class Dirichlet implements ExponentialFamily {
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

    /** E[x_k]. */
    public double mean(int k) {
        return concentration[k] / total();
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
