package org.driftfield.cli.glm;

import java.util.List;
import java.util.Set;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.options.Words;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.posterior.Method;
import org.driftfield.store.glm.GlmDetails;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** {@code driftfield fit glm}. */
@Command(
        name = GlmDetails.MODEL,
        description = "Fit a generalised linear model: data and a formula in, a posterior out.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit glm --data examples/challenger.csv --family binomial \\",
            "      --formula 'distressed | trials(rings) ~ temperature' --out fit-challenger/",
            "  driftfield fit glm --data examples/wages.csv --method nuts \\",
            "      --formula 'log(wage) ~ experience * C(region) + education' --out fit-wages/",
            "  driftfield fit glm --data examples/visits.csv --family poisson --blocks each \\",
            "      --formula 'visits ~ age + C(plan) + offset(log(months))' --out fit-visits/"
        })
final class GlmCommand extends ModelCommand {
    private static final Set<String> FOR_PARTICLES = optionsOf(GlmOptions.GlmParticleOptions.class);
    private static final Set<String> FOR_CHAINS = optionsOf(GlmOptions.GlmChainOptions.class);

    @ArgGroup(validate = false)
    private GlmOptions options = new GlmOptions();

    GlmCommand(Terminal terminal) {
        super(terminal);
    }

    private GlmSettings settings() {
        return new GlmSettings(data, options, compute);
    }

    @Override
    protected String method() {
        return Words.of(settings().method());
    }

    @Override
    protected List<Method> methodsFor(String option) {
        if (option.equals("--draws")) {
            return List.of(Method.NUTS, Method.LAPLACE);
        }
        return FOR_PARTICLES.contains(option)
                ? List.of(Method.PMFVB)
                : FOR_CHAINS.contains(option) ? List.of(Method.NUTS) : List.of();
    }

    @Override
    public CsvOptions csv() {
        return settings().csv(settings().formula());
    }

    @Override
    protected FitRun prepare(DataSource source) {
        return GlmRun.of(settings(), source);
    }
}
