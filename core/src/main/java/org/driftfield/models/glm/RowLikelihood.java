package org.driftfield.models.glm;

import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.kernel.Kernels;

/**
 * The likelihood of a family that must be summed over rows. Rows are taken in tiles that stay in cache while all points of
 * a group use them; the tiles have fixed boundaries, so the value at a point does not depend on what else is evaluated.
 */
final class RowLikelihood {
    private static final int TILE = 256;
    private static final int GROUP = 16;

    private final GlmData data;
    private final Family family;

    /** Whether rows are counts with the log link, else successes with the logit. */
    private final boolean counts;

    private final double constant;
    private final ThreadLocal<double[]> scratch = ThreadLocal.withInitial(() -> new double[GROUP * TILE]);

    RowLikelihood(GlmData data, Family family) {
        this.data = data;
        this.family = family;
        // One switch tells which of the two row likelihoods there are; a family with neither is refused here, once.
        this.counts = switch (family.link()) {
            case LOG -> true;
            case LOGIT -> false;
            case IDENTITY -> throw new IllegalArgumentException("no row likelihood for family " + family.text());
        };
        double sum = 0;
        for (int i = 0; i < data.n; i++) {
            sum += constant(i);
        }
        this.constant = sum;
    }

    /** Whether rows are counts with the log link, else successes with the logit. */
    boolean counts() {
        return counts;
    }

    /** The part of the log-likelihood of row i that no parameter changes. */
    private double constant(int i) {
        return switch (family) {
            case POISSON -> -LogGamma.value(data.y[i] + 1);
            case BINOMIAL ->
                data.trials == null
                        ? 0
                        : LogGamma.value(data.trials[i] + 1)
                                - LogGamma.value(data.y[i] + 1)
                                - LogGamma.value(data.trials[i] - data.y[i] + 1);
            case GAUSSIAN, BERNOULLI -> 0;
        };
    }

    /**
     * Adds the (expected) log-likelihood and its gradient at the points {@code from … to-1} of a row-major array.
     *
     * @param columns the columns of the design that the points multiply
     * @param rest what the other coefficients and the offset add to the linear predictor of each row
     * @param logDensity added to at i for point i; null when only gradients are wanted
     * @param gradient added to, laid out as the points
     * @param stride the distance from one point to the next
     */
    void add(
            int[] columns,
            Rest rest,
            double[] points,
            int from,
            int to,
            int stride,
            double[] logDensity,
            double[] gradient) {
        double[] eta = scratch.get();
        for (int first = from; first < to; first += GROUP) {
            int group = Math.min(GROUP, to - first);
            if (logDensity != null) {
                for (int p = 0; p < group; p++) {
                    logDensity[first + p] += constant;
                }
            }
            for (int row = 0; row < data.n; row += TILE) {
                int rows = Math.min(TILE, data.n - row);
                Kernels.linearPredictors(
                        data.x,
                        data.n,
                        columns,
                        row,
                        rows,
                        points,
                        first * stride,
                        stride,
                        group,
                        rest.offset(),
                        row,
                        eta,
                        0,
                        TILE);
                for (int p = 0; p < group; p++) {
                    double value = residuals(eta, p * TILE, row, rows, rest, logDensity != null);
                    if (logDensity != null) {
                        logDensity[first + p] += value;
                    }
                }
                Kernels.transposeTimes(
                        data.x, data.n, columns, row, rows, eta, 0, TILE, group, gradient, first * stride, stride);
            }
        }
    }

    /** Turns the linear predictors of a tile into derivatives of its log-likelihood, which it returns if it is wanted. */
    private double residuals(double[] eta, int at, int row, int rows, Rest rest, boolean wanted) {
        if (rest.nodes() > 0) {
            if (wanted) {
                return Kernels.expectedBinomialLogit(
                        eta,
                        at,
                        rest.node(),
                        rest.weight(),
                        row,
                        data.n,
                        rest.nodes(),
                        data.y,
                        row,
                        data.trials,
                        row,
                        eta,
                        at,
                        rows);
            }
            Kernels.expectedBinomialLogitResidual(
                    eta,
                    at,
                    rest.node(),
                    rest.weight(),
                    row,
                    data.n,
                    rest.nodes(),
                    data.y,
                    row,
                    data.trials,
                    row,
                    eta,
                    at,
                    rows);
            return 0;
        }
        if (counts) {
            if (wanted) {
                return Kernels.poissonLog(eta, at, data.y, row, eta, at, rows);
            }
            Kernels.poissonLogResidual(eta, at, data.y, row, eta, at, rows);
            return 0;
        }
        if (wanted) {
            return Kernels.binomialLogit(eta, at, data.y, row, data.trials, row, eta, at, rows);
        }
        Kernels.binomialLogitResidual(eta, at, data.y, row, data.trials, row, eta, at, rows);
        return 0;
    }

    /** The log-likelihood of one row at a linear predictor, constants included. */
    double ofRow(int i, double eta) {
        double most = data.trials == null ? 1 : data.trials[i];
        return constant(i) + (counts ? data.y[i] * eta - Math.exp(eta) : data.y[i] * eta - most * softplus(eta));
    }

    /** The derivative of {@link #ofRow} by the linear predictor. */
    double slopeOfRow(int i, double eta) {
        double most = data.trials == null ? 1 : data.trials[i];
        return data.y[i] - (counts ? Math.exp(eta) : most / (1 + Math.exp(-eta)));
    }

    /** Minus the second derivative of {@link #ofRow} by the linear predictor. */
    double curvatureOfRow(int i, double eta) {
        if (counts) {
            return Math.exp(eta);
        }
        double p = 1 / (1 + Math.exp(-eta));
        return (data.trials == null ? 1 : data.trials[i]) * p * (1 - p);
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    /**
     * What is added to the linear predictor of each row besides the coefficients being evaluated: a known offset (null for
     * none) and, when {@code nodes} is positive, a discrete distribution per row over which the log-likelihood is averaged,
     * node k of row i at {@code k * n + i}.
     */
    record Rest(double[] offset, int nodes, double[] node, double[] weight) {
        static Rest known(double[] offset) {
            return new Rest(offset, 0, null, null);
        }
    }
}
