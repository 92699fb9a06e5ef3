package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;

/** What a recipe leaves to be chosen by the data's size. */
final class Plan {
    private Plan() {}

    /** From so many rows on a mode is so narrow that its drift needs many particles to be seen through the noise. */
    private static final int MANY_ROWS = 10_000;

    private static final int FEWEST_FOR_MANY_ROWS = 50;

    /** Modes of narrow posteriors differ in how good they are: of some more the best is better. */
    private static final int GROUPS_FOR_MANY_ROWS = 6;

    private static final int GROUPS = 4;
    private static final int FEWEST_IN_GROUP = 10;
    private static final int BATCH = 96;
    private static final int MOST_SCORED = 5000;
    private static final int FEWEST_SCORES = 15;
    private static final int FEWEST_ITERATIONS = 1000;

    /** Of networks with few rows: over the square root of the weights. */
    private static final double ITERATIONS = 300_000;

    private static final int MOST_ITERATIONS = 5000;

    /** Of networks with many rows: over the weights to the power 3/4, since the narrow valleys of small networks need time. */
    private static final double ITERATIONS_FOR_MANY_ROWS = 3.6e6;

    private static final int MOST_ITERATIONS_FOR_MANY_ROWS = 20_000;

    /** Fills in what the recipe leaves open. Larger networks get fewer, dearer iterations. */
    static NetworkRecipe complete(NetworkRecipe recipe, int n, int d, int particles) {
        if (!(recipe instanceof NetworkRecipe.Standard open)) {
            return recipe;
        }
        boolean many = n >= MANY_ROWS;
        int groups = many
                ? Math.min(GROUPS_FOR_MANY_ROWS, particles / FEWEST_FOR_MANY_ROWS)
                : Math.min(GROUPS, particles / FEWEST_IN_GROUP);
        double schedule = many
                ? Math.min(MOST_ITERATIONS_FOR_MANY_ROWS, ITERATIONS_FOR_MANY_ROWS / Math.pow(d, 0.75))
                : Math.min(MOST_ITERATIONS, ITERATIONS / Math.sqrt(d));
        int iterations = (int) Math.max(FEWEST_ITERATIONS, schedule);
        NetworkRecipe.Standard full = open.withBatch(Math.min(n, open.batch() == 0 ? BATCH : open.batch()))
                .withGroups(open.groups() == 0 ? Math.max(1, groups) : open.groups())
                .withIterations(open.iterations() == 0 ? iterations : open.iterations());
        require(
                particles >= 2 * full.groups(),
                "%d groups need at least 2 particles each, got %d particles",
                full.groups(),
                particles);
        return full;
    }

    /** Iterations between validation scores: so many that scoring costs a tenth of moving, unless there would be too few scores. */
    static int scoreEvery(NetworkRecipe recipe, int rows) {
        if (recipe instanceof NetworkRecipe.Paper) {
            return 1;
        }
        int cheap = 10 * Math.min(rows, MOST_SCORED) / (3 * recipe.batch());
        return Math.max(5, Math.min(cheap, recipe.iterations() / FEWEST_SCORES));
    }

    static int patience(NetworkRecipe recipe, int every) {
        return recipe instanceof NetworkRecipe.Paper ? 100 : Math.max(1, recipe.iterations() / 4 / every);
    }

    static void requireMemory(NetworkData data, NetworkOptions options, NetworkRecipe recipe, Perceptron net) {
        long d = net.weights();
        long cloud = Float.BYTES * d * options.particles();
        require(
                d * options.particles() <= Integer.MAX_VALUE - 8,
                "%d particles of %d weights are %d numbers, at most %d fit in one array; take fewer or a smaller network",
                options.particles(),
                d,
                d * options.particles(),
                Integer.MAX_VALUE - 8);
        long clouds = data.validation().count() > 0 ? 2 : 1;
        // Sums of parts of the cloud; and of each group a few dozen numbers a weight: gradients, steps, drift, scales.
        long sums = (16L * 4 + 30L * recipe.groups()) * Float.BYTES * d;
        long batch = Minibatch.bytes(net.width(0), recipe.batch());
        long thread = 2 * net.scratchBytes() + 2 * batch + 4L * Float.BYTES * d;
        long rows = 2L * Float.BYTES * data.train().x().length;
        long need = clouds * cloud + sums + options.threads() * thread + rows;
        // A third of the memory is kept for what does not live long.
        long room = Runtime.getRuntime().maxMemory() / 3 * 2;
        require(
                need <= room,
                "the network does not fit: %d × %d particles × %d weights × 4 bytes = %d MB, + %d MB sums, + %d threads × %d MB,"
                        + " + %d MB data = %d MB, and Java has %d MB for it (java -Xmx); take fewer particles or a smaller network",
                clouds,
                options.particles(),
                d,
                (clouds * cloud) >> 20,
                sums >> 20,
                options.threads(),
                thread >> 20,
                rows >> 20,
                need >> 20,
                room >> 20);
    }
}
