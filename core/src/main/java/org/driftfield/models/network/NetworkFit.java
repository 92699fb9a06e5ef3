package org.driftfield.models.network;

import java.util.List;
import org.driftfield.driver.Run;
import org.driftfield.posterior.Provenance;

/**
 * A finished fit.
 *
 * @param run how it went: the trace with the learning curve, and why it ended
 * @param validation scores on the validation rows; null where there are none
 * @param test scores on the test rows; null where there are none
 * @param trials the short runs in search of settings, in their order; empty where there was no search
 */
public record NetworkFit(
        NetworkPosterior posterior,
        Run run,
        NetworkScores validation,
        NetworkScores test,
        List<NetworkTrial> trials,
        Provenance provenance) {
    public NetworkFit {
        trials = List.copyOf(trials);
    }
}
