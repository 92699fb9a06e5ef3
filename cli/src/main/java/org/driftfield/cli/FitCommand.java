package org.driftfield.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code driftfield fit}: holds one command for each kind of model. */
@Command(
        name = "fit",
        description = "Fit a model to data and write the fit folder.",
        synopsisSubcommandLabel = "MODEL",
        footer = {
            "",
            "Example:",
            "  driftfield fit glm --data examples/wages.csv --out fit-region/ \\",
            "      --formula 'log(wage) ~ experience + C(region)'"
        })
final class FitCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a model: " + Main.subcommands(spec));
    }
}
