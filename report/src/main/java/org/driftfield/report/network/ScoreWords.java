package org.driftfield.report.network;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the scores of a network mean. */
public final class ScoreWords {
    /** By the names in {@code fit.json}, the most telling first. */
    public static final Map<String, String> ALL = all();

    private ScoreWords() {}

    private static Map<String, String> all() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("nll", "minus the mean log density that the cloud gives to what was observed; lower is better");
        words.put("rmse", "root mean squared error of the predicted mean, in units of the target");
        words.put("mse", "mean squared error of the predicted mean");
        words.put("misclassification", "share of rows whose most probable class is not theirs");
        words.put("coverage50", "share of rows in their 50% interval; should be 0.5");
        words.put("coverage90", "share of rows in their 90% interval; should be 0.9");
        words.put("calibrationError", "average distance of what was promised from what happened; 0 is perfect");
        words.put("pps", "partial predictive score of the mean weights, as in the paper's tables; lower is better");
        words.put("mseAtMean", "mean squared error of the mean weights alone, as in the paper's tables");
        return words;
    }
}
