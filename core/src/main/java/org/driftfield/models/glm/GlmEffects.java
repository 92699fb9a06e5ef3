package org.driftfield.models.glm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.data.Design;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Profile;
import org.driftfield.data.Recipe;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;

/** How the mean response of a generalised linear model changes with each column of the data. */
public final class GlmEffects {
    private static final int MOST_DRAWS = 1000;
    private static final int MOST_CURVES = 24;

    private GlmEffects() {}

    /** The effects under a posterior; a column at whose typical value the formula has no answer is left out. */
    public static ConditionalEffects of(Recipe recipe, Profile profile, Family family, Posterior posterior) {
        GlmPredictor predictor = GlmPredictor.of(family, recipe.names(), Thinned.of(posterior, MOST_DRAWS));
        List<ConditionalEffects.Curve> curves = new ArrayList<>();
        for (String column : profile.columns()) {
            if (curves.size() == MOST_CURVES) {
                break;
            }
            try {
                curves.add(curve(
                        column,
                        profile,
                        recipe.newRows(profile.along(column), NaPolicy.ERROR, UnseenPolicy.ERROR),
                        predictor));
            } catch (InputException e) {
                // As log(x) of a column whose mean is negative: there is nothing to show.
            }
        }
        return new ConditionalEffects(
                response(recipe, family), profile.held(), profile.columns().size(), curves);
    }

    private static String response(Recipe recipe, Family family) {
        return family.likelihood().mean(recipe.formula().responseName(), recipe.responseLevels());
    }

    private static ConditionalEffects.Curve curve(String column, Profile profile, Design rows, GlmPredictor predictor) {
        double[] probabilities = {0.05, 0.25, 0.5, 0.75, 0.95};
        double[] at = new double[probabilities.length];
        List<List<Double>> quantiles = new ArrayList<>();
        for (int q = 0; q < probabilities.length; q++) {
            quantiles.add(new ArrayList<>());
        }
        for (int i = 0; i < rows.rows(); i++) {
            Quantiles.select(predictor.responses(rows, i), probabilities, at);
            for (int q = 0; q < probabilities.length; q++) {
                quantiles.get(q).add(Digits.rounded(at[q], 6));
            }
        }
        boolean number = profile.levels(column).isEmpty();
        return new ConditionalEffects.Curve(
                column,
                number ? list(profile.places(column)) : List.of(),
                profile.levels(column),
                quantiles.get(0),
                quantiles.get(1),
                quantiles.get(2),
                quantiles.get(3),
                quantiles.get(4),
                list(profile.values(column)));
    }

    private static List<Double> list(double[] values) {
        return Arrays.stream(values)
                .map(value -> Digits.rounded(value, 6))
                .boxed()
                .toList();
    }
}
