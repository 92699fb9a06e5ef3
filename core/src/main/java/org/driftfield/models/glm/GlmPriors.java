package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The priors a user asked for; what is null is chosen to be weakly informative on the scale of the data. Coefficients then
 * have normal(0, 2.5 s / sd(x)), s being the standard deviation of the response of a Gaussian model and 1 otherwise; the
 * intercept is as loose around the mean response as that implies at the centre of the data; the residual standard deviation
 * has half-cauchy(2.5 s).
 *
 * @param coefficients for every coefficient that has no prior of its own
 * @param intercept for the intercept
 * @param each for coefficients by name
 * @param sigma for the residual standard deviation of a Gaussian model; an inverse-gamma is on its square
 */
public record GlmPriors(Prior coefficients, Prior intercept, Map<String, Prior> each, Prior sigma) {
    public GlmPriors {
        each = Map.copyOf(each);
        require(
                !(sigma instanceof Prior.Normal),
                "the prior of sigma must be half-cauchy, half-normal, inverse-gamma or flat, got %s",
                sigma);
        requireForCoefficient("coefficients", coefficients);
        requireForCoefficient("the intercept", intercept);
        each.forEach(GlmPriors::requireForCoefficient);
    }

    /** All chosen from the data. */
    public static GlmPriors defaults() {
        return new GlmPriors(null, null, Map.of(), null);
    }

    private static void requireForCoefficient(String what, Prior prior) {
        require(
                prior == null || prior instanceof Prior.Normal || prior instanceof Prior.Flat,
                "the prior of %s must be normal(mean,sd) or flat, got %s",
                what,
                prior);
    }

    /** The prior of each coefficient of a design, in order, with defaults filled in. */
    Map<String, Prior> resolve(GlmData data, Family family) {
        List<String> names = data.names();
        each.keySet()
                .forEach(name ->
                        require(names.contains(name), "prior for '%s': the model's coefficients are %s", name, names));
        double scale = family.hasScale() ? data.responseSd() : 1;
        Map<String, Prior> resolved = new LinkedHashMap<>();
        double spread = Math.pow(2.5 * scale, 2);
        for (int j = 0; j < names.size(); j++) {
            if (!data.isConstant(j)) {
                double sd = 2.5 * scale / data.columnSd(j);
                resolved.put(names.get(j), coefficients != null ? coefficients : new Prior.Normal(0, rounded(sd)));
                spread += Math.pow(sd * data.columnMean(j), 2);
            }
        }
        Map<String, Prior> ordered = new LinkedHashMap<>();
        for (int j = 0; j < names.size(); j++) {
            Prior own = each.get(names.get(j));
            if (own == null && data.isConstant(j)) {
                double centre = family.hasScale() ? data.responseMean() : 0;
                double constant = data.columnMean(j) == 0 ? 1 : data.columnMean(j);
                Prior loose =
                        new Prior.Normal(rounded(centre / constant), rounded(Math.sqrt(spread) / Math.abs(constant)));
                own = intercept != null ? intercept : coefficients != null && j > 0 ? coefficients : loose;
            }
            ordered.put(names.get(j), own != null ? own : resolved.get(names.get(j)));
        }
        return ordered;
    }

    /** The prior of sigma with the default filled in. */
    Prior resolveSigma(GlmData data) {
        return sigma != null ? sigma : new Prior.HalfCauchy(rounded(2.5 * data.responseSd()));
    }

    /** Two digits are enough for a prior that was chosen by rule, and print well. */
    private static double rounded(double value) {
        return value == 0 ? 0 : new java.math.BigDecimal(value, new java.math.MathContext(2)).doubleValue();
    }
}
