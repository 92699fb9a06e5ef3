package org.driftfield.models.network;

import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Growth;
import org.driftfield.models.network.recipe.Task;

/**
 * What the runs of a search are made of, for the time that they take.
 *
 * @param rows to learn from
 * @param weights of a network
 * @param trial how many particles of a group move in a trial
 * @param trialGroups its groups
 * @param last how many particles of a group move in the last run
 * @param lastGroups its groups
 * @param turns how often rows stand aside in turn where it is clear what networks add
 * @param mostTurns where it is open
 * @param refit whether the last run is as long as the best cloud of the trials took
 * @param classes whether classes are told, not a number
 */
record SearchSizes(
        int rows,
        int weights,
        Growth trial,
        int trialGroups,
        Growth last,
        int lastGroups,
        int turns,
        int mostTurns,
        boolean refit,
        boolean classes) {
    /** Whether trials have fewer groups than the last run, which averages out what each learns by heart. */
    boolean averaged() {
        return trialGroups < lastGroups;
    }

    /** Whether the last run is watched, or trials have fewer groups. */
    boolean many() {
        return averaged() || !refit;
    }

    /**
     * Of runs on {@code tried} rows and then on {@code rows}.
     *
     * @param few particles of a trial
     */
    static SearchSizes of(
            CloudRecipe.Standard trial,
            CloudRecipe.Standard last,
            Task task,
            int tried,
            int rows,
            int weights,
            int few,
            int particles,
            int turns,
            int mostTurns,
            boolean refit) {
        return new SearchSizes(
                rows,
                weights,
                trial.growth(task, tried, few / trial.groups()),
                trial.groups(),
                last.growth(task, rows, particles / last.groups()),
                last.groups(),
                turns,
                mostTurns,
                refit,
                task != Task.REGRESSION);
    }
}
