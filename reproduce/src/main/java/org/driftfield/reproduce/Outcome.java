package org.driftfield.reproduce;

import java.util.Map;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.Posterior;

/**
 * What a method found.
 *
 * @param iterations made in all; a long trace may have fewer rows
 * @param posterior its draws, to be kept for densities; null where only scores matter
 */
record Outcome(
        Map<String, Double> scores,
        Trace trace,
        int iterations,
        boolean settled,
        String stopped,
        Posterior posterior) {}
