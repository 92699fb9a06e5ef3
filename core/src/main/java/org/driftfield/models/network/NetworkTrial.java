package org.driftfield.models.network;

import org.driftfield.models.network.recipe.Errors;

/**
 * A run in search of settings: a short one or, where the length of the schedule was given, of the whole cloud.
 *
 * @param errors the noise it was made with
 * @param iterations the length of its schedule
 * @param best the iteration of its best cloud
 * @param score of that cloud on the validation rows: for numbers the continuous ranked probability score, for classes the
 *     negative log probability
 * @param lineScore the same of the straight line alone; NaN where there is none
 * @param share of the networks beside the line
 */
public record NetworkTrial(Errors errors, int iterations, int best, double score, double lineScore, double share) {}
