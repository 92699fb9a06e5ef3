package org.driftfield.models.network.recipe;

import static org.driftfield.InputException.require;

/** What the default recipe leaves to be chosen by the data's size. */
final class Plan {
    private Plan() {}

    /** From so many rows on a mode is so narrow that its drift needs many particles to be seen through the noise. */
    private static final int MANY_ROWS = 10_000;

    private static final int FEWEST_FOR_MANY_ROWS = 50;

    /** Modes of narrow posteriors differ in how good they are: of some more the best is better. */
    private static final int GROUPS_FOR_MANY_ROWS = 6;

    private static final int GROUPS = 4;
    private static final int FEWEST_IN_GROUP = 10;

    /** At most so many particles of a group move at first, or those whose minibatches are half of the rows, */
    private static final int FIRST_MOVING = 4;

    /** and at most so many just before all do, or those whose minibatches are all rows: more would see none that others do not. */
    private static final int LAST_MOVING = 12;

    private static final int FEWEST_MOVING = 2;

    /** Of many rows of classes, whose gradients have more noise than signal, so many times fewer move until prior and noise have their full weight. */
    private static final int TIMES_FEWER_OF_CLASSES = 2;

    /** All move from this part of a run on: in the rest of it they forget where they came in. */
    private static final double UNTIL_ALL_MOVE = 0.7;

    /** That takes longer than a run of many rows lasts, whenever they come in. */
    private static final double UNTIL_ALL_MOVE_FOR_MANY_ROWS = 0.85;

    private static final int BATCH = 96;
    private static final int MOST_SCORED = 5000;
    private static final int FEWEST_SCORES = 15;

    /** Of runs that go through their schedule the last cloud is the best, or one near it. */
    private static final int FEWEST_UNWATCHED = 5;

    private static final int FEWEST_ITERATIONS = 1000;

    /** Of networks with few rows: over the square root of the weights. */
    private static final double ITERATIONS = 300_000;

    private static final int MOST_ITERATIONS = 5000;

    /** Of networks with many rows: over the weights to the power 3/4, since the narrow valleys of small networks need time. */
    private static final double ITERATIONS_FOR_MANY_ROWS = 3.6e6;

    private static final int MOST_ITERATIONS_FOR_MANY_ROWS = 20_000;

    /** Fills in what the recipe leaves open. Larger networks get fewer, dearer iterations. */
    static CloudRecipe.Standard complete(CloudRecipe.Standard open, int n, int d, int particles) {
        boolean many = n >= MANY_ROWS;
        int groups = many
                ? Math.min(GROUPS_FOR_MANY_ROWS, particles / FEWEST_FOR_MANY_ROWS)
                : Math.min(GROUPS, particles / FEWEST_IN_GROUP);
        double schedule = many
                ? Math.min(MOST_ITERATIONS_FOR_MANY_ROWS, ITERATIONS_FOR_MANY_ROWS / Math.pow(d, 0.75))
                : Math.min(MOST_ITERATIONS, ITERATIONS / Math.sqrt(d));
        int iterations = (int) Math.max(FEWEST_ITERATIONS, schedule);
        CloudRecipe.Standard full = open.withBatch(Math.min(n, open.batch() == 0 ? BATCH : open.batch()))
                .withGroups(open.groups() == 0 ? Math.max(1, groups) : open.groups())
                .withIterations(open.iterations() == 0 ? iterations : open.iterations());
        require(
                particles >= 2 * full.groups(),
                "%d groups need at least 2 particles each, got %d particles",
                full.groups(),
                particles);
        return full;
    }

    /** A few particles are enough to find the way. */
    static Growth growth(CloudRecipe.Standard recipe, Task task, int n, int particles) {
        double until = n >= MANY_ROWS ? UNTIL_ALL_MOVE_FOR_MANY_ROWS : UNTIL_ALL_MOVE;
        if (n >= MANY_ROWS && task != Task.REGRESSION) {
            int half = Math.max(FEWEST_IN_GROUP, particles / TIMES_FEWER_OF_CLASSES);
            return recipe.groups() == 1 ? Growth.none(particles) : new Growth(particles, half, half, recipe.warmUp());
        }
        if (recipe.moving() > 0) {
            return new Growth(particles, recipe.moving(), 2 * recipe.moving(), until);
        }
        double all = Math.max(FEWEST_MOVING, (double) n / recipe.batch());
        int first = (int) Math.ceil(Math.max(FEWEST_MOVING, Math.min(FIRST_MOVING, 0.5 * all)));
        return new Growth(particles, first, (int) Math.ceil(Math.min(LAST_MOVING, all)), until);
    }

    /** Iterations between validation scores: so many that scoring costs a tenth of moving, unless there would be too few scores. */
    static int scoreEvery(CloudRecipe.Standard recipe, int rows, boolean watched) {
        int cheap = 10 * Math.min(rows, MOST_SCORED) / (3 * recipe.batch());
        return Math.max(5, Math.min(cheap, recipe.iterations() / (watched ? FEWEST_SCORES : FEWEST_UNWATCHED)));
    }
}
