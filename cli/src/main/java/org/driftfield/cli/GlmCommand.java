package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Posterior;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code driftfield fit glm}. */
@Command(
        name = "glm",
        description = "Fit a generalised linear model: data and a formula in, a posterior out.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit glm --data examples/challenger.csv --family binomial \\",
            "      --formula 'distressed | trials(rings) ~ temperature' --out fit/",
            "  driftfield fit glm --data examples/wages.csv --method nuts \\",
            "      --formula 'log(wage) ~ experience * C(region) + education' --out fit-wages/",
            "  driftfield fit glm --data examples/visits.csv --family poisson --blocks each \\",
            "      --formula 'visits ~ age + C(plan) + offset(log(months))' --out fit-visits/"
        })
final class GlmCommand implements Callable<Integer> {
    /** Options that say where and how to write, not what to compute. */
    private static final Set<String> NOT_ASKED = Set.of(
            "--out",
            "--overwrite",
            "--quiet",
            "--json",
            "--debug",
            "--threads",
            "--no-report",
            "--seed",
            "--checkpoint-seconds");

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @ArgGroup(validate = false)
    GlmOptions options = new GlmOptions();

    GlmCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        // Picocli does not ask for required options in groups that only structure the help.
        if (options.model.data == null || options.model.formula == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Missing required option: " + (options.model.data == null ? "--data=FILE" : "--formula=F"));
        }
        Path out = options.output.out == null ? Path.of("fit") : options.output.out;
        FitFolder folder = new FitFolder(out);
        folder.requireFree(options.output.overwrite);
        run(folder, options.model.data, asked(), null);
        return 0;
    }

    /** Goes on with an unfinished fit, the options being those that were asked then. */
    void resume(FitFolder folder, FitRecord unfinished, Path data) {
        run(folder, data, unfinished.asked(), unfinished);
    }

    private void run(FitFolder folder, Path data, FitRecord.Asked asked, FitRecord unfinished) {
        long from = System.nanoTime();
        double seconds = options.output.checkpointSeconds == null ? 30 : options.output.checkpointSeconds;
        require(seconds >= 0, "--checkpoint-seconds must not be negative, got %s", seconds);
        boolean silent = options.output.quiet || options.output.json;
        GlmRun run = GlmRun.of(
                new GlmSettings(options),
                data,
                unfinished == null ? data.toString() : unfinished.data().file());
        FitRecord before = run.before(asked);
        if (unfinished == null) {
            folder.begin(before);
        }
        Posterior posterior;
        try (ProgressDisplay progress = new ProgressDisplay(terminal, options.output.quiet, asked.method())) {
            posterior = run.fit(Session.NONE.savedTo(folder.run(), seconds).watchedBy(progress));
        }
        GlmRun.Finished finished = run.judge(before, posterior);
        folder.finish(finished.record(), finished.posterior());
        if (options.output.json) {
            terminal.out().println(JsonResult.of(finished, folder));
        } else if (!silent) {
            terminal.out()
                    .print(new SummaryText(terminal, finished.record(), finished.posterior())
                            .text(folder, (System.nanoTime() - from) / 1e9));
        }
    }

    /** What the user said, in a form that can be said again. */
    private FitRecord.Asked asked() {
        List<String> arguments = new ArrayList<>();
        for (OptionSpec option :
                new LinkedHashSet<>(spec.commandLine().getParseResult().matchedOptions())) {
            if (!NOT_ASKED.contains(option.longestName())) {
                for (String value : option.originalStringValues()) {
                    arguments.add(option.longestName());
                    arguments.add(value);
                }
            }
        }
        GlmSettings settings = new GlmSettings(options);
        arguments.add("--seed");
        arguments.add(String.valueOf(settings.seed()));
        return new FitRecord.Asked(
                "fit glm",
                arguments,
                options.model.formula,
                settings.family().text(),
                GlmSettings.word(settings.method()),
                settings.seed(),
                !options.output.noReport);
    }
}
