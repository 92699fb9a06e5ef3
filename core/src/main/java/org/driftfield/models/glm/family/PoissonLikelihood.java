package org.driftfield.models.glm.family;

import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;

/** Counts, with the log link. */
public final class PoissonLikelihood implements RowTerms {
    /** Above this mean a Poisson variate is drawn as a rounded normal, which differs by less than anyone can see. */
    private static final double LARGE_COUNT = 1e6;

    /** Above this, doubles do not tell one count from the next for long. */
    private static final double MOST = 1e15;

    @Override
    public double inverseLink(double eta) {
        return Math.exp(eta);
    }

    @Override
    public void inverseLinks(double[] eta) {
        Kernels.exp(eta, 0, eta, 0, eta.length);
    }

    @Override
    public boolean allows(double y, double trials) {
        return y == Math.rint(y) && y >= 0 && y <= MOST;
    }

    @Override
    public String expects(boolean given, double trials) {
        return "a whole number of at least 0";
    }

    @Override
    public double constant(double y, double trials) {
        return -LogGamma.value(y + 1);
    }

    @Override
    public double log(double y, double trials, double eta) {
        return y * eta - Math.exp(eta);
    }

    @Override
    public double slope(double y, double trials, double eta) {
        return y - Math.exp(eta);
    }

    @Override
    public double curvature(double y, double trials, double eta) {
        return Math.exp(eta);
    }

    @Override
    public boolean averagesToOffset() {
        return true;
    }

    @Override
    public double tile(double[] eta, int at, double[] y, double[] trials, int row, int rows, boolean wanted) {
        if (wanted) {
            return Kernels.poissonLog(eta, at, y, row, eta, at, rows);
        }
        Kernels.poissonLogResidual(eta, at, y, row, eta, at, rows);
        return 0;
    }

    @Override
    public double draw(double mean, double trials, double sigma, RandomStream random) {
        return mean <= 0
                ? 0
                : mean < LARGE_COUNT
                        ? PoissonSampler.of(random, mean).sample()
                        : Math.rint(mean + Math.sqrt(mean) * random.nextNormal());
    }

    @Override
    public double cumulative(double y, double mean, double trials, double sigma) {
        return y < 0 ? 0 : mean <= 0 ? 1 : RegularizedGamma.Q.value(y + 1, mean);
    }

    @Override
    public double variance(double mean, double trials) {
        return mean;
    }

    @Override
    public Comparison check() {
        return Comparison.COUNTS;
    }
}
