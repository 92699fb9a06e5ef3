package org.driftfield.cli.network;

import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a user may say about a Bayesian neural network; what was not said is null. */
final class NnOptions {
    @ArgGroup(validate = false, heading = "%nThe task and the network:%n", order = 2)
    ModelOptions model = new ModelOptions();

    @ArgGroup(validate = false, heading = "%nRows that are held out:%n", order = 3)
    HeldOutOptions heldOut = new HeldOutOptions();

    @ArgGroup(validate = false, heading = "%nHow it is fitted:%n", order = 4)
    RecipeOptions recipe = new RecipeOptions();

    static final class ModelOptions {
        @Option(names = "--target", required = true, paramLabel = "NAME", description = "The column to predict.")
        String target;

        @Option(
                names = "--task",
                required = true,
                paramLabel = "NAME",
                description =
                        "regression: a number; classification: one of the classes that the target has, which may also be"
                                + " said as binary (two) or multiclass (several).")
        String task;

        @Option(
                names = "--inputs",
                paramLabel = "NAMES",
                split = ",",
                description =
                        "The columns to predict from, with commas between (default: all but the target). Numbers are"
                                + " standardised, text gets one input a level.")
        List<String> inputs;

        @Option(
                names = "--categories",
                paramLabel = "NAMES",
                split = ",",
                description =
                        "Columns, with commas between, that hold categories although they look like numbers, as codes"
                                + " do: they are read as text.")
        List<String> categories;

        @Option(
                names = "--hidden",
                paramLabel = "UNITS",
                description = "Units of each hidden layer: 50,50,50 (default: 50); none for a linear model.")
        String hidden;

        @Option(names = "--activation", paramLabel = "relu|tanh", description = "Of the hidden units (default: relu).")
        String activation;

        @Option(
                names = "--on-missing",
                paramLabel = "drop|error",
                description = "What to do with rows that lack a value: leave them out (default) or stop.")
        String onMissing;
    }

    static final class HeldOutOptions {
        @Option(
                names = "--validation",
                paramLabel = "FILE|FRACTION",
                description =
                        "Rows that tell when to stop and which cloud is the best: another file, or a fraction drawn"
                                + " from the data (default: 0.2; 0 for none).")
        String validation;

        @Option(
                names = "--test",
                paramLabel = "FILE|FRACTION",
                description = "Rows that are only scored at the end (default: none).")
        String test;
    }

    static final class RecipeOptions {
        @Option(
                names = "--particles",
                paramLabel = "N",
                description = "Networks in the cloud, or draws that are kept (default: 200).")
        Integer particles;

        @Option(
                names = "--recipe",
                paramLabel = "NAME",
                description =
                        "standard (default): the one that predicts best; paper: Algorithm 2 of Tran, Tseng and Kohn"
                                + " with its settings. To compare with: sgld, psgld, adam-sgld (stochastic gradient"
                                + " Langevin dynamics, plain, preconditioned, with an adaptive drift), gaussian-vb"
                                + " (Gaussian variational Bayes).")
        String recipe;

        @Option(
                names = "--iterations",
                paramLabel = "N",
                description = "The most iterations (default: chosen by the recipe).")
        Integer iterations;

        @Option(
                names = "--batch",
                paramLabel = "N",
                description = "Rows of a minibatch (default: chosen by the recipe).")
        Integer batch;

        @Option(
                names = "--patience",
                paramLabel = "N",
                description = "Validation scores without a new best after which the run stops (default: chosen by the"
                        + " recipe).")
        Integer patience;

        @Option(
                names = "--errors",
                paramLabel = "NAME",
                description =
                        "For --recipe standard, task regression. chosen (default): what predicts the validation rows best;"
                                + " student: tails as heavy as the data have them; normal; heteroscedastic: a variance that"
                                + " depends on the inputs.")
        String errors;

        @Option(
                names = "--drift",
                paramLabel = "NAME",
                description = "For --recipe paper. printed (default): the adaptive drift as printed; authors: as in the"
                        + " authors' program.")
        String drift;

        @Option(
                names = "--noise",
                paramLabel = "NAME",
                description =
                        "For --recipe paper. q(sigma2) from the residuals of all particles (default: particles), or of"
                                + " the mean particle as in the authors' program (mean_particle).")
        String noise;
    }
}
