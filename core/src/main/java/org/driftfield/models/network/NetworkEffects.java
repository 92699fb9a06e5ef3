package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Profile;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.prediction.NetworkPrediction;
import org.driftfield.posterior.ConditionalEffects;

/** How the mean that a network predicts, or the probability of the second of two classes, changes with each column of the data. */
public final class NetworkEffects {
    private static final int MOST_CURVES = 24;

    /** Quantiles of the standard normal: networks differ about as normal numbers do. */
    private static final double UPPER_QUARTER = 0.6745;

    private static final double UPPER_TWENTIETH = 1.6449;

    private NetworkEffects() {}

    /** The effects; none where there are more than two classes. */
    public static ConditionalEffects of(NetworkPosterior network, Profile profile, int threads) {
        List<String> classes = network.encoding().classes();
        if (classes.size() > 2) {
            return ConditionalEffects.NONE;
        }
        List<ConditionalEffects.Curve> curves = profile.columns().stream()
                .limit(MOST_CURVES)
                .map(column -> curve(network, profile, column, threads))
                .toList();
        String target = network.encoding().target();
        return new ConditionalEffects(
                classes.isEmpty() ? "mean of " + target : "probability of " + target + " = " + classes.get(1),
                profile.held(),
                profile.columns().size(),
                curves);
    }

    private static ConditionalEffects.Curve curve(
            NetworkPosterior network, Profile profile, String column, int threads) {
        NetworkPrediction said = network.predictWithoutQuantiles(
                network.encoding().newRows(profile.along(column), NaPolicy.ERROR, UnseenPolicy.ERROR), threads);
        boolean number = profile.levels(column).isEmpty();
        return new ConditionalEffects.Curve(
                column,
                number ? list(profile.places(column)) : List.of(),
                profile.levels(column),
                quantile(network, said, -UPPER_TWENTIETH),
                quantile(network, said, -UPPER_QUARTER),
                quantile(network, said, 0),
                quantile(network, said, UPPER_QUARTER),
                quantile(network, said, UPPER_TWENTIETH),
                list(profile.values(column)));
    }

    private static List<Double> quantile(NetworkPosterior network, NetworkPrediction said, double away) {
        boolean probability = !network.encoding().classes().isEmpty();
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < said.rows(); i++) {
            double value = said.mean()[i] + away * said.epistemicSd()[i];
            values.add(probability ? Math.max(0, Math.min(1, value)) : value);
        }
        return values;
    }

    private static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
