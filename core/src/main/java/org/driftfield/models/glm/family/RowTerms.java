package org.driftfield.models.glm.family;

/**
 * A likelihood that is summed over rows: the log-likelihood of a row as a function of its linear predictor η, which must be
 * concave. The sums over a tile of rows are written out here; families override them where there is a faster way.
 */
public non-sealed interface RowTerms extends Likelihood {
    /** The part of the log-likelihood that no parameter changes. */
    double constant(double y, double trials);

    /** The log-likelihood but for {@link #constant}. */
    double log(double y, double trials, double eta);

    /** The derivative of {@link #log} by η. */
    double slope(double y, double trials, double eta);

    /** Minus the second derivative of {@link #log} by η. */
    double curvature(double y, double trials, double eta);

    /**
     * Whether an expectation over a random part o of η = a + o is {@link #log} itself at a + log E exp(o), but for a constant:
     * so it is where exp(η) is all that is not linear.
     */
    default boolean averagesToOffset() {
        return false;
    }

    @Override
    default boolean hasScale() {
        return false;
    }

    /**
     * Turns the linear predictors of some rows into {@link #slope}s.
     *
     * @param eta from {@code at} on; overwritten
     * @param trials null where every row is one trial
     * @param row the first row, in {@code y} and {@code trials}
     * @param wanted whether the sum of {@link #log} is wanted
     * @return that sum, or 0
     */
    default double tile(double[] eta, int at, double[] y, double[] trials, int row, int rows, boolean wanted) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            double most = trials == null ? 1 : trials[row + i];
            sum += wanted ? log(y[row + i], most, eta[at + i]) : 0;
            eta[at + i] = slope(y[row + i], most, eta[at + i]);
        }
        return sum;
    }

    /**
     * As {@link #tile}, averaged over what is added to each linear predictor.
     *
     * @param node what is added: node k of the i-th of these rows at {@code k * stride + nodeAt + i}
     * @param weight of the nodes, laid out alike
     */
    default double expectedTile(
            double[] eta,
            int at,
            double[] node,
            double[] weight,
            int nodeAt,
            int stride,
            int nodes,
            double[] y,
            double[] trials,
            int row,
            int rows,
            boolean wanted) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            double most = trials == null ? 1 : trials[row + i];
            double slope = 0;
            for (int k = 0; k < nodes; k++) {
                double there = eta[at + i] + node[k * stride + nodeAt + i];
                double share = weight[k * stride + nodeAt + i];
                sum += wanted ? share * log(y[row + i], most, there) : 0;
                slope += share * slope(y[row + i], most, there);
            }
            eta[at + i] = slope;
        }
        return sum;
    }
}
