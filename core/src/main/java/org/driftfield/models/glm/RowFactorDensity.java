package org.driftfield.models.glm;

import org.driftfield.kernel.Kernels;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;

/**
 * The expected log density of a block of coefficients: the other coefficients enter each row through one number, what they
 * add to its linear predictor, so the expectation over them is one-dimensional.
 */
final class RowFactorDensity implements FactorDensity {
    /** Above this many values, averages over given points are left to the engine. */
    private static final long MOST_NODES = 50_000_000;

    private final GlmData data;
    private final RowLikelihood rows;
    private final CoefficientPriors priors;
    private final int[] own;
    private final int[] others;
    private OffsetQuadrature quadrature;
    private RowLikelihood.Rest rest;
    private double constant;

    RowFactorDensity(GlmData data, RowLikelihood rows, CoefficientPriors priors, Block block) {
        this.data = data;
        this.rows = rows;
        this.priors = priors;
        this.own = block.coordinates();
        this.others = new int[data.d - own.length];
        int next = 0;
        for (int j = 0; j < data.d; j++) {
            if (java.util.Arrays.binarySearch(own, j) < 0) {
                others[next++] = j;
            }
        }
    }

    @Override
    public void condition(Marginals marginals) {
        constant = 0;
        if (others.length == 0) {
            constant = priors.constant();
            rest = RowLikelihood.Rest.known(data.offset);
        } else if (rows.counts()) {
            rest = logMeanExp(marginals.draws(), marginals.particles());
        } else {
            if (quadrature == null) {
                quadrature = new OffsetQuadrature(data, others);
            }
            rest = quadrature.of(marginals.draws(), marginals.particles(), data.d);
        }
    }

    @Override
    public boolean conditionOnPoints(double[] points, int count) {
        if ((long) count * data.n > MOST_NODES) {
            return false;
        }
        constant = 0;
        if (rows.counts()) {
            rest = logMeanExp(points, count);
            return true;
        }
        double[] nodes = contributions(points, count);
        if (count == 1) {
            rest = RowLikelihood.Rest.known(nodes);
            return true;
        }
        double[] weights = new double[nodes.length];
        java.util.Arrays.fill(weights, 1.0 / count);
        rest = new RowLikelihood.Rest(null, count, nodes, weights);
        return true;
    }

    /** What the other coefficients and the offset add to each row, for each of the points: point k, row i at k·n + i. */
    private double[] contributions(double[] points, int count) {
        double[] gathered = new double[count * others.length];
        for (int k = 0; k < count; k++) {
            for (int j = 0; j < others.length; j++) {
                gathered[k * others.length + j] = points[k * data.d + others[j]];
            }
        }
        double[] out = new double[count * data.n];
        Kernels.linearPredictors(
                data.x, data.n, others, 0, data.n, gathered, 0, others.length, count, data.offset, 0, out, 0, data.n);
        return out;
    }

    /** For counts, E[exp(η + o)] = exp(η + log E[exp(o)]): an offset is all it takes, exactly. */
    private RowLikelihood.Rest logMeanExp(double[] points, int count) {
        double[] top = new double[data.n];
        double[] sum = new double[data.n];
        java.util.Arrays.fill(top, Double.NEGATIVE_INFINITY);
        int group = (int) Math.max(1, Math.min(count, 4_000_000L / data.n));
        for (int first = 0; first < count; first += group) {
            int size = Math.min(group, count - first);
            double[] part =
                    contributions(java.util.Arrays.copyOfRange(points, first * data.d, (first + size) * data.d), size);
            for (int k = 0; k < size; k++) {
                for (int i = 0; i < data.n; i++) {
                    double value = part[k * data.n + i];
                    if (value > top[i]) {
                        sum[i] = sum[i] * Math.exp(top[i] - value) + 1;
                        top[i] = value;
                    } else {
                        sum[i] += Math.exp(value - top[i]);
                    }
                }
            }
        }
        for (int i = 0; i < data.n; i++) {
            top[i] += Math.log(sum[i] / count);
        }
        return RowLikelihood.Rest.known(top);
    }

    @Override
    public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
        int k = own.length;
        for (int i = from; i < to; i++) {
            double value = constant;
            for (int j = 0; j < k; j++) {
                value += priors.log(own[j], points[i * k + j]);
                gradient[i * k + j] = priors.slope(own[j], points[i * k + j]);
            }
            if (logDensity != null) {
                logDensity[i] = value;
            }
        }
        rows.add(own, rest, points, from, to, k, logDensity, gradient);
    }
}
