package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;

/** What a recipe leaves to be chosen by the data's size. */
final class Plan {
    private Plan() {}

    static NetworkRecipe complete(NetworkRecipe recipe, int n, int d) {
        if (!(recipe instanceof NetworkRecipe.Standard standard)) {
            return recipe;
        }
        NetworkRecipe.Standard full = standard;
        if (full.batch() == 0) {
            full = full.withBatch(Math.min(n, 100));
        }
        if (full.iterations() == 0) {
            full = full.withIterations(5000);
        }
        return full;
    }

    /** Iterations between validation scores: so many that scoring costs a tenth of moving. */
    static int scoreEvery(NetworkRecipe recipe, int rows) {
        if (recipe instanceof NetworkRecipe.Paper) {
            return 1;
        }
        return Math.max(10, 10 * rows / (3 * recipe.batch()));
    }

    static int patience(NetworkOptions options, NetworkRecipe recipe, int every) {
        if (options.patience() > 0) {
            return options.patience();
        }
        return recipe instanceof NetworkRecipe.Paper ? 100 : Math.max(1, recipe.iterations() / 3 / every);
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
        long sums = 16L * 4 * Float.BYTES * d;
        long batch = Minibatch.bytes(net.width(0), recipe.batch());
        long thread = 2 * net.scratchBytes() + 2 * batch + 4L * Float.BYTES * d;
        long rows = 2L * Float.BYTES * data.train().x().length;
        long need = clouds * cloud + sums + options.threads() * thread + rows;
        long room = Runtime.getRuntime().maxMemory();
        require(
                need <= room,
                "the network does not fit: %d × %d particles × %d weights × 4 bytes = %d MB, + %d MB sums, + %d threads × %d MB,"
                        + " + %d MB data = %d MB, and Java has %d MB (java -Xmx); take fewer particles or a smaller network",
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
