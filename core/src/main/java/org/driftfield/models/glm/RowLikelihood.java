package org.driftfield.models.glm;

import java.io.Serializable;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.kernel.Kernels;

/**
 * The likelihood of a family that must be summed over rows. Rows are taken in tiles that stay in cache while all points of
 * a group use them; the tiles have fixed boundaries, so the value at a point does not depend on what else is evaluated.
 *
 * @param counts whether rows are counts with the log link, else successes with the logit
 */
record RowLikelihood(Family family, boolean counts) implements Serializable {
    static final int TILE = 256;
    static final int GROUP = 16;
    private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[GROUP * TILE]);

    /** One switch tells which of the two row likelihoods there are; a family with neither is refused here, once. */
    static RowLikelihood of(Family family) {
        return new RowLikelihood(
                family,
                switch (family.link()) {
                    case LOG -> true;
                    case LOGIT -> false;
                    case IDENTITY ->
                        throw new IllegalArgumentException("no row likelihood for family " + family.text());
                });
    }

    /** The part of the log-likelihood of row i that no parameter changes. */
    double constant(GlmRows rows, int i) {
        return switch (family) {
            case POISSON -> -LogGamma.value(rows.response(i) + 1);
            case BINOMIAL ->
                rows.trials() == null
                        ? 0
                        : LogGamma.value(rows.trials(i) + 1)
                                - LogGamma.value(rows.response(i) + 1)
                                - LogGamma.value(rows.trials(i) - rows.response(i) + 1);
            case GAUSSIAN, BERNOULLI -> 0;
        };
    }

    /**
     * Adds the (expected) log-likelihood of a chunk of rows, but for its {@link #constant}, and its gradient at the points
     * {@code from … to-1} of a row-major array.
     *
     * @param columns the columns of the design that the points multiply
     * @param rest what the other coefficients and the offset add to the linear predictor of each row
     * @param values whether the log-likelihoods are wanted, else gradients alone
     * @param sums the log-likelihoods of the points are added from 0 on, their gradients from {@code to - from} on
     */
    void add(GlmRows rows, int[] columns, Rest rest, double[] points, int from, int to, boolean values, double[] sums) {
        double[] eta = SCRATCH.get();
        int stride = columns.length;
        for (int first = from; first < to; first += GROUP) {
            int group = Math.min(GROUP, to - first);
            int gradientAt = (to - from) + (first - from) * stride;
            for (int row = 0; row < rows.rows(); row += TILE) {
                int tile = Math.min(TILE, rows.rows() - row);
                Kernels.linearPredictors(
                        rows.x(),
                        rows.stride(),
                        columns,
                        rows.first() + row,
                        tile,
                        points,
                        first * stride,
                        stride,
                        group,
                        rest.offset(),
                        rest.offsetAt() + row,
                        eta,
                        0,
                        TILE);
                for (int p = 0; p < group; p++) {
                    double value = residuals(rows, eta, p * TILE, row, tile, rest, values);
                    sums[first - from + p] += value;
                }
                Kernels.transposeTimes(
                        rows.x(),
                        rows.stride(),
                        columns,
                        rows.first() + row,
                        tile,
                        eta,
                        0,
                        TILE,
                        group,
                        sums,
                        gradientAt,
                        stride);
            }
        }
    }

    /** Turns the linear predictors of a tile into derivatives of its log-likelihood, which it returns if it is wanted. */
    private double residuals(GlmRows rows, double[] eta, int at, int row, int tile, Rest rest, boolean wanted) {
        int here = rows.first() + row;
        double[] y = rows.y();
        double[] trials = rows.trials();
        int q = rest.nodes();
        if (q > 0) {
            double[] node = rest.node();
            double[] weight = rest.weight();
            int stride = rest.stride();
            if (wanted) {
                return Kernels.expectedBinomialLogit(
                        eta, at, node, weight, row, stride, q, y, here, trials, here, eta, at, tile);
            }
            Kernels.expectedBinomialLogitResidual(
                    eta, at, node, weight, row, stride, q, y, here, trials, here, eta, at, tile);
            return 0;
        }
        if (counts) {
            if (wanted) {
                return Kernels.poissonLog(eta, at, y, here, eta, at, tile);
            }
            Kernels.poissonLogResidual(eta, at, y, here, eta, at, tile);
            return 0;
        }
        if (wanted) {
            return Kernels.binomialLogit(eta, at, y, here, trials, here, eta, at, tile);
        }
        Kernels.binomialLogitResidual(eta, at, y, here, trials, here, eta, at, tile);
        return 0;
    }

    /** The log-likelihood of one row at a linear predictor, constants included. */
    double ofRow(GlmRows rows, int i, double eta) {
        double y = rows.response(i);
        return constant(rows, i) + (counts ? y * eta - Math.exp(eta) : y * eta - rows.trials(i) * softplus(eta));
    }

    /** The derivative of {@link #ofRow} by the linear predictor. */
    double slopeOfRow(GlmRows rows, int i, double eta) {
        return rows.response(i) - (counts ? Math.exp(eta) : rows.trials(i) / (1 + Math.exp(-eta)));
    }

    /** Minus the second derivative of {@link #ofRow} by the linear predictor. */
    double curvatureOfRow(GlmRows rows, int i, double eta) {
        if (counts) {
            return Math.exp(eta);
        }
        double p = 1 / (1 + Math.exp(-eta));
        return rows.trials(i) * p * (1 - p);
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    /**
     * What is added to the linear predictor of each row of a chunk besides the coefficients being evaluated: a known offset
     * (null for none) and, when {@code nodes} is positive, a discrete distribution per row over which the log-likelihood is
     * averaged, node k of row i at {@code k * stride + i}.
     */
    record Rest(double[] offset, int offsetAt, int nodes, double[] node, double[] weight, int stride)
            implements Serializable {
        static Rest known(double[] offset, int at) {
            return new Rest(offset, at, 0, null, null, 0);
        }

        static Rest spread(int nodes, double[] node, double[] weight, int stride) {
            return new Rest(null, 0, nodes, node, weight, stride);
        }
    }
}
