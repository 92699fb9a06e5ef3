package org.driftfield.models.glm;

import java.io.Serializable;
import org.driftfield.kernel.Kernels;
import org.driftfield.models.glm.family.RowTerms;

/**
 * The likelihood of a family that must be summed over rows. Rows are taken in tiles that stay in cache while all points of
 * a group use them; the tiles have fixed boundaries, so the value at a point does not depend on what else is evaluated.
 * What a row adds is the family's to know.
 */
record RowLikelihood(Family family) implements Serializable {
    static final int TILE = 256;
    static final int GROUP = 16;
    private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[GROUP * TILE]);

    static RowLikelihood of(Family family) {
        if (!(family.likelihood() instanceof RowTerms)) {
            throw new IllegalArgumentException("family " + family.text() + " is not summed over rows");
        }
        return new RowLikelihood(family);
    }

    RowTerms terms() {
        return (RowTerms) family.likelihood();
    }

    /** The part of the log-likelihood of row i that no parameter changes. */
    double constant(GlmRows rows, int i) {
        return terms().constant(rows.response(i), rows.trials(i));
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
        return rest.nodes() > 0
                ? terms().expectedTile(
                                eta,
                                at,
                                rest.node(),
                                rest.weight(),
                                row,
                                rest.stride(),
                                rest.nodes(),
                                rows.y(),
                                rows.trials(),
                                here,
                                tile,
                                wanted)
                : terms().tile(eta, at, rows.y(), rows.trials(), here, tile, wanted);
    }

    /** The log-likelihood of one row at a linear predictor, constants included. */
    double ofRow(GlmRows rows, int i, double eta) {
        return constant(rows, i) + terms().log(rows.response(i), rows.trials(i), eta);
    }

    /** The derivative of {@link #ofRow} by the linear predictor. */
    double slopeOfRow(GlmRows rows, int i, double eta) {
        return terms().slope(rows.response(i), rows.trials(i), eta);
    }

    /** Minus the second derivative of {@link #ofRow} by the linear predictor. */
    double curvatureOfRow(GlmRows rows, int i, double eta) {
        return terms().curvature(rows.response(i), rows.trials(i), eta);
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
