package org.driftfield.models.glm;

import java.util.Arrays;
import java.util.Optional;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;

/**
 * The expected log density of a block of coefficients: the other coefficients enter each row through one number, what they
 * add to its linear predictor, so the expectation over them is one-dimensional.
 */
final class RowFactorDensity implements FactorDensity {
    /** What the others add to the rows is kept, where it is computed, up to so many numbers; beyond, computed as needed. */
    private static final long MOST_KEPT = 50_000_000;

    private static final int NODES = 5;

    private final GlmData data;
    private final RowLikelihood likelihood;
    private final CoefficientPriors priors;
    private final int[] own;
    private final int[] others;

    RowFactorDensity(GlmData data, RowLikelihood likelihood, CoefficientPriors priors, int[] own) {
        this.data = data;
        this.likelihood = likelihood;
        this.priors = priors;
        this.own = own;
        this.others = new int[data.d - own.length];
        int next = 0;
        for (int j = 0; j < data.d; j++) {
            if (Arrays.binarySearch(own, j) < 0) {
                others[next++] = j;
            }
        }
    }

    RowFactorDensity(GlmData data, RowLikelihood likelihood, CoefficientPriors priors, Block block) {
        this(data, likelihood, priors, block.coordinates());
    }

    @Override
    public Conditioned given(Marginals marginals) {
        if (others.length == 0) {
            return whole();
        }
        Others.Points points = Others.Points.of(others, marginals.draws(), marginals.particles(), data.d);
        return likelihood.terms().averagesToOffset()
                ? conditioned(new Others.LogMean(points), 1)
                : conditioned(new Others.Quadrature(points), NODES);
    }

    /** The log density of all coefficients together. */
    Conditioned whole() {
        return new Given(priors.constant(), new Others.None());
    }

    @Override
    public Optional<Conditioned> averaged(double[] points, int count) {
        Others.Points given = Others.Points.of(others, points, count, data.d);
        return Optional.of(
                likelihood.terms().averagesToOffset()
                        ? conditioned(new Others.LogMean(given), 1)
                        : conditioned(new Others.Each(given), count));
    }

    private Given conditioned(Others how, int numbersARow) {
        boolean keep = !data.rows.remote() && (double) data.n * numbersARow <= MOST_KEPT;
        return new Given(0, keep ? new Others.Known(data.rows.map(how::rest)) : how);
    }

    /** The expected log density with what the others are settled. */
    private final class Given implements Conditioned {
        private final double constant;
        private final Others rest;

        Given(double constant, Others rest) {
            this.constant = constant + data.constant();
            this.rest = rest;
        }

        @Override
        public boolean atOnce() {
            return data.rows.remote();
        }

        @Override
        public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
            int k = own.length;
            int count = to - from;
            boolean values = logDensity != null;
            // What is shipped is the points themselves, no more.
            double[] sums = data.rows.sum(
                    data.rows.remote()
                            ? new CloudSum(
                                    likelihood,
                                    own,
                                    rest,
                                    Arrays.copyOfRange(points, from * k, to * k),
                                    0,
                                    count,
                                    values)
                            : new CloudSum(likelihood, own, rest, points, from, to, values));
            for (int i = from; i < to; i++) {
                double value = constant;
                for (int j = 0; j < k; j++) {
                    double at = points[i * k + j];
                    value += priors.log(own[j], at);
                    gradient[i * k + j] = priors.slope(own[j], at) + sums[count + (i - from) * k + j];
                }
                if (logDensity != null) {
                    logDensity[i] = value + sums[i - from];
                }
            }
        }
    }
}
