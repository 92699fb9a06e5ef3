package org.driftfield.cli.network;

import java.util.List;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.posterior.Method;
import org.driftfield.store.network.NnDetails;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** {@code driftfield fit nn}. */
@Command(
        name = NnDetails.MODEL,
        description =
                "Fit a Bayesian neural network: a cloud of networks whose predictions know what they do not know.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit nn --data examples/harvest.csv --target harvest --task regression \\",
            "      --hidden 20 --test 0.25 --iterations 2000 --out fit-harvest/",
            "  driftfield predict --fit fit-harvest/ --data examples/harvest-new.csv --out harvest.csv",
            "  driftfield fit nn --data examples/harvest.csv --target soil --task multiclass \\",
            "      --hidden 20,20 --activation tanh --iterations 500 --out fit-soil/"
        })
final class NnCommand extends ModelCommand {
    @ArgGroup(validate = false)
    private NnOptions options = new NnOptions();

    NnCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String method() {
        return settings().method();
    }

    @Override
    protected List<Method> methodsFor(String option) {
        return List.of();
    }

    @Override
    public CsvOptions csv() {
        return settings().csv();
    }

    @Override
    protected FitRun prepare(DataSource source) {
        return NnRun.of(settings(), source);
    }

    private NnSettings settings() {
        return new NnSettings(data, options, compute);
    }
}
