package org.driftfield.cli.stan;

import java.util.List;
import java.util.function.IntFunction;
import org.driftfield.InputException;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.stan.StanModel;

/**
 * Data that a program simulates itself: its transformed data draw parameters and data, and its generated quantities hold, in an
 * array {@code ranks_}, 1 for each parameter that is greater than the value the data were made with.
 */
final class StanReplicates implements Replicates {
    private static final String RANKS = "ranks_";

    private final List<String> names;
    private final IntFunction<Posterior> fits;

    private StanReplicates(List<String> names, IntFunction<Posterior> fits) {
        this.names = names;
        this.fits = fits;
    }

    /** @param fits the fit of the program with the data of that number */
    static StanReplicates of(StanModel model, IntFunction<Posterior> fits) {
        Variable ranks = model.variables().stream()
                .filter(variable -> variable.name().equals(RANKS))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "calibrate needs a program that simulates its data: parameters and data drawn in transformed"
                                + " data, and an array ranks_ in generated quantities with 1 for each parameter that is"
                                + " greater than the value drawn, as in ranks_ = {mu > mu_}; this one has no ranks_"));
        return new StanReplicates(ranks.elementNames(), fits);
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public int[] ranks(int number, int draws) {
        Posterior posterior = fits.apply(number);
        int[] ranks = new int[names.size()];
        for (int j = 0; j < ranks.length; j++) {
            double[] greater = posterior.draws(names.get(j));
            for (int i = 0; i < draws; i++) {
                ranks[j] += greater[Replicates.draw(posterior, i, draws)] == 0 ? 1 : 0;
            }
        }
        return ranks;
    }
}
