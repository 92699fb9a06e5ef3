package org.driftfield.store.stan;

import java.util.List;
import org.driftfield.store.folder.MayBeAbsent;

/**
 * What a fit of a program has to say beyond every fit.
 *
 * @param program the name of its file
 * @param text the program as it was
 * @param freeDimension how many free coordinates its parameters have
 * @param microseconds one evaluation of the density with its gradient
 * @param rejections how often the density was found to be zero by {@code reject} or a value outside a domain
 * @param reasons the first ones
 * @param printed the first lines that {@code print} wrote
 * @param observed the data that have a distribution in the program
 * @param predicted the generated quantities that are drawn anew for each draw
 * @param starts where chains started, if not at random points
 */
public record StanDetails(
        String program,
        String text,
        int freeDimension,
        double microseconds,
        long rejections,
        List<String> reasons,
        List<String> printed,
        @MayBeAbsent List<String> observed,
        @MayBeAbsent List<String> predicted,
        @MayBeAbsent String starts) {
    /** The word for this kind of model, after {@code driftfield fit} and in files. */
    public static final String MODEL = "stan";

    public StanDetails {
        observed = observed == null ? List.of() : observed;
        predicted = predicted == null ? List.of() : predicted;
        starts = starts == null ? "" : starts;
    }
}
