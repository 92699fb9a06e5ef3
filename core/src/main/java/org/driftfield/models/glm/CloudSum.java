package org.driftfield.models.glm;

import org.driftfield.engine.Rows;

/**
 * The (expected) log-likelihood of rows and its gradient at some points of a block of coefficients: first the values of all
 * points, then their gradients.
 *
 * @param columns the coefficients of the block
 * @param others what the others are
 * @param points row-major
 * @param from the first point
 * @param to the point after the last
 * @param values whether the values are wanted, else gradients alone
 */
record CloudSum(
        RowLikelihood likelihood, int[] columns, Others others, double[] points, int from, int to, boolean values)
        implements Rows.Sum<GlmRows> {
    @Override
    public int width() {
        return (to - from) * (1 + columns.length);
    }

    @Override
    public void add(GlmRows rows, long number, double[] sums) {
        likelihood.add(rows, columns, others.rest(rows, number), points, from, to, values, sums);
    }
}
