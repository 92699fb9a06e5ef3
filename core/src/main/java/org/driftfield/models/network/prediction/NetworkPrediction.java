package org.driftfield.models.network.prediction;

/**
 * What a network says of new rows. There is one column for a number or for two classes (the probability of the second), and
 * one a class for several; row r of column k is at {@code r * columns + k}. A flagged row is NaN throughout.
 *
 * @param columns numbers a row
 * @param mean the predicted number, or probability
 * @param epistemicSd how far particles differ: what more data would remove. The variance of a new observation is the sum of
 *     the squares of the two
 * @param aleatoricSd what would be left with all data in the world: noise, or the variance of the class itself
 * @param q05 5 % quantile of a new number; null for classes, and where quantiles were not asked for
 * @param q50 its median
 * @param q95 its 95 % quantile
 */
public record NetworkPrediction(
        int columns,
        double[] mean,
        double[] epistemicSd,
        double[] aleatoricSd,
        double[] q05,
        double[] q50,
        double[] q95) {
    public int rows() {
        return mean.length / columns;
    }

    /** The position of the most probable class of a row. */
    public int mostProbable(int row) {
        if (columns == 1) {
            return mean[row] > 0.5 ? 1 : 0;
        }
        int best = 0;
        for (int k = 1; k < columns; k++) {
            best = mean[row * columns + k] > mean[row * columns + best] ? k : best;
        }
        return best;
    }
}
