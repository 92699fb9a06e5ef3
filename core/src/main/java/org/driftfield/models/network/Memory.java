package org.driftfield.models.network;

import org.driftfield.InputException;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;

/** What a run needs of it, told before it starts. */
final class Memory {
    private Memory() {}

    static void require(NetworkData data, NetworkOptions options, NetworkRecipe recipe, Perceptron net) {
        long d = net.weights();
        long cloud = Float.BYTES * d * options.particles();
        InputException.require(
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
        long rows = 3L * Float.BYTES * data.train().x().length;
        long need = clouds * cloud + sums + options.threads() * thread + rows;
        // A third of the memory is kept for what does not live long.
        long room = Runtime.getRuntime().maxMemory() / 3 * 2;
        InputException.require(
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
