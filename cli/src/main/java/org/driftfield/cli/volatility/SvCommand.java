package org.driftfield.cli.volatility;

import java.util.List;
import java.util.Set;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.options.ChainOptions;
import org.driftfield.cli.options.ParticleOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.posterior.Method;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** {@code driftfield fit sv}. */
@Command(
        name = "sv",
        description = "Fit a stochastic volatility model: a series of returns in, its volatility over time out.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit sv --data examples/returns.csv --column return --time date \\",
            "      --forecast 20 --out fit-sv/",
            "  driftfield fit sv --data examples/returns.csv --column return --method nuts \\",
            "      --out fit-sv-nuts/",
            "  driftfield fit sv --data examples/returns.csv --column return --errors t --leverage \\",
            "      --mean constant --out fit-sv-t/",
            "  driftfield compare fit-sv/ fit-sv-nuts/ --out volatility.html"
        })
final class SvCommand extends ModelCommand {
    private static final Set<String> FOR_CLOUDS = Set.of("--particles", "--collect", "--thin");
    private static final Set<String> FOR_PARTICLES = optionsOf(ParticleOptions.class);
    private static final Set<String> FOR_CHAINS = optionsOf(ChainOptions.class);

    private static final Set<String> FOR_EXTENSIONS = optionsOf(SvOptions.ExtensionOptions.class);

    @ArgGroup(validate = false)
    private SvOptions options = new SvOptions();

    SvCommand(Terminal terminal) {
        super(terminal);
    }

    private SvSettings settings() {
        return new SvSettings(data, options, compute);
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
        if (FOR_EXTENSIONS.contains(option)) {
            return List.of(Method.PMFVB, Method.NUTS);
        }
        return FOR_PARTICLES.contains(option) || option.equals("--factorization")
                ? List.of(Method.PMFVB)
                : FOR_CHAINS.contains(option) ? List.of(Method.NUTS) : List.of();
    }

    @Override
    public CsvOptions csv() {
        return settings().csv();
    }

    @Override
    protected FitRun prepare(DataSource source) {
        return SvRun.of(settings(), source);
    }
}
