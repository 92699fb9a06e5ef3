package org.driftfield.models.glm.family;

/** How observed and replicated responses are compared. */
public enum Comparison {
    /** Densities of a continuous response. */
    DENSITY,
    /** How often each count occurs. */
    COUNTS,
    /** Observed shares of successes against predicted probabilities. */
    CALIBRATION
}
