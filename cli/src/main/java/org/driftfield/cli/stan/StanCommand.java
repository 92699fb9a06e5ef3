package org.driftfield.cli.stan;

import java.util.List;
import java.util.Set;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.options.Words;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.posterior.Method;
import org.driftfield.store.stan.StanDetails;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** {@code driftfield fit stan}. */
@Command(
        name = StanDetails.MODEL,
        description =
                "Fit a program in the Stan language. Data come from a .json file as CmdStan's, from a .csv with one"
                        + " variable for each column and N for the number of rows, or from an R dump (.R)."
                        + " Programs are fitted on this machine: --engine spark, and what belongs to it, is for the other kinds.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit stan --model examples/schools.stan \\",
            "      --data examples/schools.json --out fit-program/",
            "  driftfield fit stan --model examples/schools.stan \\",
            "      --data examples/schools.json --method pathfinder --out fit-pathfinder/"
        })
final class StanCommand extends ModelCommand {
    private static final Set<String> FOR_CLOUDS = Set.of("--particles", "--collect", "--thin");
    private static final Set<String> FOR_PARTICLES = optionsOf(StanOptions.StanParticleOptions.class);
    private static final Set<String> FOR_CHAINS = optionsOf(StanOptions.StanChainOptions.class);

    @ArgGroup(validate = false)
    private StanOptions options = new StanOptions();

    StanCommand(Terminal terminal) {
        super(terminal);
    }

    private StanSettings settings() {
        return new StanSettings(data, options, compute);
    }

    @Override
    protected String method() {
        return Words.of(settings().method());
    }

    @Override
    protected List<Method> methodsFor(String option) {
        if (FOR_CLOUDS.contains(option)) {
            return List.of(Method.PMFVB, Method.SMC);
        }
        if (option.equals("--draws")) {
            return List.of(Method.NUTS, Method.LAPLACE, Method.PATHFINDER);
        }
        return FOR_PARTICLES.contains(option)
                ? List.of(Method.PMFVB)
                : FOR_CHAINS.contains(option) ? List.of(Method.NUTS) : List.of();
    }

    @Override
    public CsvOptions csv() {
        return settings().csv();
    }

    @Override
    protected FitRun prepare(DataSource source) {
        return StanRun.of(settings(), source);
    }
}
