package org.driftfield.models.network;

import java.util.List;
import org.driftfield.driver.Run;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.posterior.Provenance;

/**
 * A finished fit.
 *
 * @param held the posterior that has not learnt from the validation rows, of which their scores are; the same as {@code
 *     posterior} unless that was fitted again to all rows
 * @param run how it went: the trace with the learning curve, and why it ended
 * @param validation scores on the validation rows; null where there are none
 * @param test scores on the test rows; null where there are none
 * @param trials the runs in search of settings, in their order; empty where there was no search
 */
public record NetworkFit(
        NetworkPosterior posterior,
        NetworkPosterior held,
        Run run,
        NetworkScores validation,
        NetworkScores test,
        List<NetworkTrial> trials,
        Provenance provenance) {
    public NetworkFit {
        trials = List.copyOf(trials);
    }

    /** Whether the posterior has learnt from the validation rows too. */
    public boolean refitted() {
        return posterior != held;
    }
}
