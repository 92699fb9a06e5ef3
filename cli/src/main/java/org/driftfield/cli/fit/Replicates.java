package org.driftfield.cli.fit;

import java.util.List;
import org.driftfield.posterior.Posterior;

/** Data sets that a model simulates from its prior, each fitted in the way that is to be calibrated. */
public interface Replicates {
    /** What is ranked. */
    List<String> names();

    /**
     * Simulates a data set and fits it; called by several threads at once.
     *
     * @param number of the data set, from 0
     * @param draws how many draws of the posterior are looked at
     * @return of how many of them the truth is the greater, for each name
     */
    int[] ranks(int number, int draws);

    /** The number of a draw, of so many that lie evenly in a posterior. */
    static int draw(Posterior posterior, int i, int draws) {
        return (int) ((i + 0.5) * posterior.size() / draws);
    }

    /** Of how many draws, evenly chosen, each true value is the greater. */
    static int[] ranks(Posterior posterior, List<String> names, double[] truth, int draws) {
        int[] ranks = new int[names.size()];
        for (int j = 0; j < ranks.length; j++) {
            double[] values = posterior.draws(names.get(j));
            for (int i = 0; i < draws; i++) {
                ranks[j] += values[draw(posterior, i, draws)] < truth[j] ? 1 : 0;
            }
        }
        return ranks;
    }
}
