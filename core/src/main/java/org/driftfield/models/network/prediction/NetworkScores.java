package org.driftfield.models.network.prediction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a network predicts rows it was not trained on, in the target's own units. A score that the task does not have is
 * NaN.
 *
 * @param rows how many rows
 * @param pps the partial predictive score of Tran, Tseng and Kohn at the posterior-mean weights: ½ log σ̂² + MSE/(2σ̂²) for
 *     a regression, without the constant; minus the mean log probability for classes
 * @param nll minus the mean log of the posterior predictive density, averaged over particles, with its constant
 * @param mse mean squared error of the posterior predictive mean
 * @param mseAtMean mean squared error at the posterior-mean weights, as the paper's tables have it
 * @param misclassification share of rows whose most probable class is not theirs
 * @param coverage50 share of rows in their central 50 % interval
 * @param coverage90 share of rows in their central 90 % interval
 * @param calibrationError for classes the expected calibration error: the average distance, over bins of confidence, of
 *     confidence and accuracy; for a regression the average distance of the share of rows below their predicted quantile from
 *     that quantile's level
 * @param calibration the bins of that
 */
public record NetworkScores(
        int rows,
        double pps,
        double nll,
        double mse,
        double mseAtMean,
        double misclassification,
        double coverage50,
        double coverage90,
        double calibrationError,
        List<Bin> calibration) {
    public NetworkScores {
        calibration = List.copyOf(calibration);
    }

    /**
     * A point of the calibration curve.
     *
     * @param predicted average confidence of the bin, or the level of the quantile
     * @param observed share of the bin's rows classified right, or share of rows below the quantile
     * @param rows rows of the bin, or all
     */
    public record Bin(double predicted, double observed, int rows) {}

    public double rmse() {
        return Math.sqrt(mse);
    }

    /** The scores that the task has, by name. */
    public Map<String, Double> toMap() {
        Map<String, Double> map = new LinkedHashMap<>();
        map.put("pps", pps);
        map.put("nll", nll);
        map.put("mse", mse);
        map.put("rmse", rmse());
        map.put("mseAtMean", mseAtMean);
        map.put("misclassification", misclassification);
        map.put("coverage50", coverage50);
        map.put("coverage90", coverage90);
        map.put("calibrationError", calibrationError);
        map.values().removeIf(value -> Double.isNaN(value));
        return map;
    }
}
