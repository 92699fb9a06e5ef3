package org.driftfield.store.glm;

import java.util.Map;
import org.driftfield.models.glm.LeaveOneOut;
import org.driftfield.models.glm.PredictiveCheck;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.store.folder.MayBeAbsent;

/**
 * What a fit of a generalised linear model has to say beyond every fit.
 *
 * @param formula as the user gave it
 * @param family of the response
 * @param recipe how to make the design of new data
 * @param loo leave-one-out cross-validation
 * @param predictive the posterior predictive check
 * @param effects how the mean response changes with each column; none where the rows were elsewhere
 */
public record GlmDetails(
        String formula,
        String family,
        Map<String, Object> recipe,
        LeaveOneOut loo,
        PredictiveCheck predictive,
        @MayBeAbsent ConditionalEffects effects) {
    /** The word for this kind of model, after {@code driftfield fit} and in files. */
    public static final String MODEL = "glm";

    public GlmDetails {
        // Fits of earlier versions do not have them.
        effects = effects == null ? ConditionalEffects.NONE : effects;
    }
}
