package org.driftfield.cli.reproduce;

import java.util.Map;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.Posterior;

/**
 * What a method found.
 *
 * @param posterior its draws, to be kept for densities; null where only scores matter
 */
record Outcome(Map<String, Double> scores, Trace trace, boolean settled, String stopped, Posterior posterior) {}
