package org.driftfield.models.network.recipe;

import static org.driftfield.InputException.require;

import java.io.Serializable;
import java.util.List;
import org.driftfield.kernel.Activation;

/**
 * How a network is fitted.
 *
 * @param hidden units of each hidden layer; empty for a linear model
 * @param patience validation scores without a new best after which the run stops; 0 for the recipe's own
 * @param threads never changes an answer
 */
public record NetworkOptions(
        List<Integer> hidden,
        Activation activation,
        int particles,
        NetworkRecipe recipe,
        int patience,
        long seed,
        int threads)
        implements Serializable {
    public NetworkOptions {
        hidden = List.copyOf(hidden);
        hidden.forEach(units -> require(units >= 1, "a hidden layer must have at least 1 unit, got %d", units));
        require(particles >= 2, "particles must be at least 2, got %d", particles);
        require(patience >= 0, "patience must not be negative, got %d", patience);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** One hidden layer of 50 rectified units, 200 particles. */
    public static NetworkOptions defaults() {
        return new NetworkOptions(
                List.of(50),
                Activation.RELU,
                200,
                NetworkRecipe.standard(),
                0,
                1,
                Math.min(1024, Runtime.getRuntime().availableProcessors()));
    }

    public NetworkOptions withHidden(Integer... units) {
        return new NetworkOptions(List.of(units), activation, particles, recipe, patience, seed, threads);
    }

    public NetworkOptions withActivation(Activation function) {
        return new NetworkOptions(hidden, function, particles, recipe, patience, seed, threads);
    }

    public NetworkOptions withParticles(int count) {
        return new NetworkOptions(hidden, activation, count, recipe, patience, seed, threads);
    }

    public NetworkOptions withRecipe(NetworkRecipe how) {
        return new NetworkOptions(hidden, activation, particles, how, patience, seed, threads);
    }

    public NetworkOptions withPatience(int scores) {
        return new NetworkOptions(hidden, activation, particles, recipe, scores, seed, threads);
    }

    /** Going through its schedule, whatever validation rows say on the way. */
    public NetworkOptions unwatched() {
        return withPatience(Integer.MAX_VALUE);
    }

    public boolean watched() {
        return patience < Integer.MAX_VALUE;
    }

    public NetworkOptions withSeed(long number) {
        return new NetworkOptions(hidden, activation, particles, recipe, patience, number, threads);
    }

    public NetworkOptions withThreads(int count) {
        return new NetworkOptions(hidden, activation, particles, recipe, patience, seed, count);
    }
}
