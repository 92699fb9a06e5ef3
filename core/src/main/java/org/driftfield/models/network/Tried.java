package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkOptions;

/**
 * A run that was tried, with what stands beside its networks.
 *
 * @param strength the square of their share in standard errors
 * @param losses of the validation rows
 */
record Tried(
        NetworkOptions options,
        Line line,
        LogVariance variance,
        OneRun run,
        Mixture mixture,
        double strength,
        double widening,
        double[] losses) {
    CloudRecipe.Standard recipe() {
        return (CloudRecipe.Standard) options.recipe();
    }

    double score() {
        return Arrays.stream(losses).average().orElseThrow();
    }

    Tried with(Mixture told) {
        return new Tried(options, line, variance, run, told, strength, widening, losses);
    }

    /** Whether the networks are given a share, or there is no line. */
    boolean addsToTheLine() {
        return mixture.blend().share() > 0;
    }

    /** Whether the losses of the same rows are lower on average, by more than a standard error. */
    boolean betterThan(Tried other) {
        int n = losses.length;
        double gain = other.score() - score();
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double apart = other.losses[i] - losses[i] - gain;
            squares += apart * apart;
        }
        return gain > Math.sqrt(squares) / n;
    }
}
