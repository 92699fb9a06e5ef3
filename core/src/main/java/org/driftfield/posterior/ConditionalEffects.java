package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import java.util.List;
import java.util.Map;

/**
 * How the expected response changes with one predictor while the others stay where they are, for each predictor in turn.
 *
 * @param response what is expected, in words
 * @param held where each predictor stays while another one changes
 * @param predictors how many there are; there may be fewer curves
 */
public record ConditionalEffects(String response, Map<String, String> held, int predictors, List<Curve> curves) {
    /** For a fit that has none. */
    public static final ConditionalEffects NONE = new ConditionalEffects("", Map.of(), 0, List.of());

    /**
     * The response along one predictor.
     *
     * @param at where it is told; empty for categories
     * @param levels the categories; empty for numbers
     * @param q05 5 % of the posterior lie below
     * @param seen values that the data have, spread as theirs are
     */
    public record Curve(
            String predictor,
            List<Double> at,
            List<String> levels,
            List<Double> q05,
            List<Double> q25,
            List<Double> q50,
            List<Double> q75,
            List<Double> q95,
            List<Double> seen) {
        public Curve {
            int places = Math.max(at.size(), levels.size());
            for (List<Double> values : List.of(q05, q25, q50, q75, q95)) {
                require(
                        values.size() == places && (at.isEmpty() || levels.isEmpty()),
                        "the effect of '%s' needs %d values, got %d",
                        predictor,
                        places,
                        values.size());
            }
        }
    }
}
