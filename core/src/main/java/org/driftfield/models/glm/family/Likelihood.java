package org.driftfield.models.glm.family;

import java.util.List;
import org.driftfield.random.RandomStream;

/** All that a family knows of its response, in one file each; the list of families names them. */
public sealed interface Likelihood permits NormalLikelihood, RowTerms {
    /** The mean response at a linear predictor: of one trial where there are trials. */
    double inverseLink(double eta);

    /** Linear predictors become mean responses, as by {@link #inverseLink} but for the last bit. */
    default void inverseLinks(double[] eta) {
        for (int i = 0; i < eta.length; i++) {
            eta[i] = inverseLink(eta[i]);
        }
    }

    /**
     * What {@link #inverseLink} is, in words.
     *
     * @param response its name
     * @param levels what a response of 0, 1, … is called in the data; empty where they are numbers
     */
    default String mean(String response, List<String> levels) {
        return "mean of " + response;
    }

    /** Whether the response has a scale of its own, whose standard deviation is a parameter. */
    boolean hasScale();

    /** Whether a response may come with a number of trials. */
    default boolean takesTrials() {
        return false;
    }

    /** Whether this can be a response. */
    boolean allows(double y, double trials);

    /**
     * What a response must be, in words.
     *
     * @param given whether the number of trials was given
     */
    String expects(boolean given, double trials);

    /**
     * What a reader of the answer should know of the responses, in words.
     *
     * @param response its name
     * @param n rows
     * @param ones how many responses are 1
     */
    default List<String> remarks(String response, int n, int ones) {
        return List.of();
    }

    /**
     * A new observation.
     *
     * @param mean the mean response, of all trials together
     * @param sigma the standard deviation, where there is one
     */
    double draw(double mean, double trials, double sigma, RandomStream random);

    /**
     * The probability of a response of at most y.
     *
     * @param mean the mean response, of all trials together
     * @param sigma the standard deviation, where there is one
     */
    double cumulative(double y, double mean, double trials, double sigma);

    /** Whether responses are whole numbers, so that one value has a probability of its own. */
    default boolean whole() {
        return !hasScale();
    }

    /**
     * The variance of a response, where its mean says it; NaN where the data say it, or a single response can tell nothing of it.
     *
     * @param mean the mean response, of all trials together
     */
    double variance(double mean, double trials);

    /** How observed and replicated responses are compared. */
    Comparison check();
}
