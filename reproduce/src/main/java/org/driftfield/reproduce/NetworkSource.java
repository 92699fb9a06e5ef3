package org.driftfield.reproduce;

import java.util.List;
import java.util.Map;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/** Where the rows of a network experiment come from, and what the paper reports about it. */
interface NetworkSource {
    String title();

    Task task();

    /** Units of the hidden layers. */
    List<Integer> hidden();

    /** Particles of the full experiment. */
    int particles();

    /** How many times dearer an iteration is than one of the smallest network of the paper, roughly. */
    int dearer();

    /** Algorithm 2 with the settings that are known for HILDA or, where these get nowhere, with others. */
    default CloudRecipe.Paper paperRecipe() {
        return NetworkRecipe.paper();
    }

    /** What is otherwise in {@link #paperRecipe}, in words that end a sentence; empty for nothing. */
    default String paperOtherwise() {
        return "";
    }

    /** Iterations without a better score after which {@link #paperRecipe} stops: the paper has 100, the authors' program 300. */
    default int paperPatience() {
        return 300;
    }

    /** The step of Gaussian VB: 0.001, as the authors have it for HILDA, where that gets anywhere. */
    default double gaussianStep() {
        return NetworkRecipe.gaussianVb().stepSize();
    }

    /** The rows of a replicate. */
    NetworkData data(long seed);

    /** What identifies the data, besides the seed. */
    Map<String, String> settings();

    /** The paper's table, by the key of the method. */
    Map<String, PaperRow> paper();

    /** The data and their coding in words. */
    Map<String, String> description();
}
