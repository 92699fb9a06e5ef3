package org.driftfield.cli.network;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.driftfield.InputException;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.NaPolicy;
import org.driftfield.dynamics.minibatch.BlockLangevin;
import org.driftfield.kernel.Activation;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/** Reads the words of the command line into the library's settings. */
final class NnSettings {
    private static final double VALIDATION = 0.2;

    private static final List<NetworkRecipe> RECIPES = NetworkRecipe.all();

    private final DataOptions data;
    private final NnOptions asked;
    private final ComputeOptions compute;

    NnSettings(DataOptions data, NnOptions asked, ComputeOptions compute) {
        this.data = data;
        this.asked = asked;
        this.compute = compute;
    }

    /** Rows held out: a fraction of the data, or a file when that is not null. */
    record HeldOut(double fraction, Path file) {}

    long seed() {
        return compute.seed();
    }

    int threads() {
        return compute.threads();
    }

    String target() {
        return asked.model.target;
    }

    /** The columns to predict from; empty for all but the target. */
    List<String> inputs() {
        List<String> inputs = names(asked.model.inputs);
        require(!inputs.contains(target()), "--inputs must not name the target '%s'", target());
        return inputs;
    }

    /** Columns that are read as text whatever they look like. */
    List<String> categories() {
        List<String> categories = names(asked.model.categories);
        List<String> inputs = inputs();
        for (String name : categories) {
            require(
                    inputs.isEmpty() || inputs.contains(name) || name.equals(target()),
                    "--categories must be columns to predict from, got '%s', which --inputs leaves out",
                    name);
        }
        return categories;
    }

    private static List<String> names(List<String> given) {
        return given == null ? List.of() : given.stream().map(String::trim).toList();
    }

    /** Words for the task; which classes there are, only the data tell. */
    private enum TaskWord {
        REGRESSION,
        BINARY,
        MULTICLASS,
        CLASSIFICATION
    }

    private TaskWord taskWord() {
        return Words.choice("--task", asked.model.task, TaskWord.values());
    }

    /** @param classes how many different values the target has */
    Task task(IntSupplier classes) {
        return switch (taskWord()) {
            case REGRESSION -> Task.REGRESSION;
            case BINARY -> Task.BINARY;
            case MULTICLASS -> Task.MULTICLASS;
            case CLASSIFICATION -> classes.getAsInt() <= 2 ? Task.BINARY : Task.MULTICLASS;
        };
    }

    NaPolicy missing() {
        return asked.model.onMissing == null
                ? NaPolicy.DROP
                : Words.choice("--on-missing", asked.model.onMissing, NaPolicy.values());
    }

    CsvOptions csv() {
        CsvOptions csv = data.csv().withText(new LinkedHashSet<>(categories()));
        if (inputs().isEmpty()) {
            return csv;
        }
        Set<String> columns = new LinkedHashSet<>(inputs());
        columns.add(target());
        return csv.withColumns(columns);
    }

    HeldOut validation() {
        return heldOut("--validation", asked.heldOut.validation, VALIDATION);
    }

    HeldOut test() {
        return heldOut("--test", asked.heldOut.test, 0);
    }

    private static HeldOut heldOut(String option, String text, double otherwise) {
        if (text == null) {
            return new HeldOut(otherwise, null);
        }
        OptionalDouble number = number(text);
        if (number.isEmpty()) {
            return new HeldOut(0, Path.of(text));
        }
        double fraction = number.getAsDouble();
        require(
                fraction >= 0 && fraction < 1,
                "%s must be a fraction from 0 to below 1 or a file, got '%s'",
                option,
                text);
        return new HeldOut(fraction, null);
    }

    private static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    NetworkOptions network() {
        NnOptions.RecipeOptions r = asked.recipe;
        NetworkOptions base = NetworkOptions.defaults();
        require(r.patience == null || r.patience >= 1, "--patience must be at least 1 score, got %d", r.patience);
        return base.withHidden(hidden(base.hidden()).toArray(Integer[]::new))
                .withActivation(activation(base.activation()))
                .withParticles(r.particles == null ? base.particles() : r.particles)
                .withPatience(r.patience == null ? base.patience() : r.patience)
                .withRecipe(recipe())
                .withSeed(seed())
                .withThreads(threads());
    }

    private Activation activation(Activation otherwise) {
        return asked.model.activation == null ? otherwise : NetworkPosterior.parseActivation(asked.model.activation);
    }

    private List<Integer> hidden(List<Integer> otherwise) {
        String text = asked.model.hidden;
        if (text == null || text.equals("none")) {
            return text == null ? otherwise : List.of();
        }
        List<Integer> units = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            try {
                units.add(Integer.valueOf(word.trim()));
            } catch (NumberFormatException e) {
                throw new InputException(
                        "--hidden must be whole numbers with commas between, as in 50,50, or none; got '" + text + "'",
                        e);
            }
        }
        return units;
    }

    /** The word of the method that the recipe is for. */
    String method() {
        return named().method();
    }

    private NetworkRecipe named() {
        String name = asked.recipe.recipe;
        if (name == null) {
            return RECIPES.get(0);
        }
        return RECIPES.stream()
                .filter(recipe -> recipe.text().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new InputException("--recipe must be one of "
                        + RECIPES.stream().map(NetworkRecipe::text).collect(Collectors.joining(", ")) + ", got '" + name
                        + "'"));
    }

    private NetworkRecipe recipe() {
        NnOptions.RecipeOptions r = asked.recipe;
        require(r.iterations == null || r.iterations >= 1, "--iterations must be at least 1, got %d", r.iterations);
        require(r.batch == null || r.batch >= 1, "--batch must have at least 1 row, got %d", r.batch);
        NetworkRecipe base = named();
        int iterations = r.iterations == null ? base.iterations() : r.iterations;
        int batch = r.batch == null ? base.batch() : r.batch;
        requireOption("--errors", r.errors, NetworkRecipe.standard(), base);
        requireOption("--drift", r.drift, NetworkRecipe.paper(), base);
        requireOption("--noise", r.noise, NetworkRecipe.paper(), base);
        require(
                r.errors == null || taskWord() == TaskWord.REGRESSION,
                "--errors belongs to --task regression, got --task %s",
                asked.model.task);
        return base.<NetworkRecipe>match(
                standard -> standard.withIterations(iterations)
                        .withBatch(batch)
                        .withErrors(choice("--errors", r.errors, Errors.values(), Errors.CHOSEN)),
                paper -> paper.withIterations(iterations)
                        .withBatch(batch)
                        .withDrift(choice("--drift", r.drift, BlockLangevin.Drift.values(), paper.drift()))
                        .withNoise(choice("--noise", r.noise, CloudRecipe.NoiseFrom.values(), paper.noise())),
                // A run that is cut short must still have something after its burn-in.
                sgld -> sgld.withBurnIn(Math.min(sgld.burnIn(), iterations / 2))
                        .withScoreEvery(Math.min(sgld.scoreEvery(), (iterations + 1) / 2))
                        .withIterations(iterations)
                        .withBatch(batch),
                vb -> vb.withIterations(iterations).withBatch(batch));
    }

    private static void requireOption(String option, String given, NetworkRecipe owner, NetworkRecipe base) {
        require(
                given == null || base.text().equals(owner.text()),
                "%s belongs to --recipe %s, got --recipe %s",
                option,
                owner.text(),
                base.text());
    }

    private static <E extends Enum<E>> E choice(String option, String given, E[] values, E otherwise) {
        return given == null ? otherwise : Words.choice(option, given, values);
    }
}
