package org.driftfield.cli.volatility;

import java.nio.file.Path;
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
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.volatility.SvDetails;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code driftfield fit sv}. */
@Command(
        name = SvDetails.MODEL,
        description = "Fit a stochastic volatility model: a series of returns in, its volatility over time out.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  driftfield fit sv --data examples/returns.csv --column return --time date \\",
            "      --forecast 20 --out fit-returns/",
            "  driftfield fit sv --data examples/returns.csv --column return --method nuts \\",
            "      --out fit-returns-nuts/",
            "  driftfield fit sv --data examples/returns.csv --column return --errors t --leverage \\",
            "      --mean constant --out fit-returns-t/",
            "  driftfield compare fit-returns/ fit-returns-nuts/ --out volatility.html"
        })
final class SvCommand extends ModelCommand {
    private static final Set<String> FOR_CLOUDS = Set.of("--particles", "--collect", "--thin");
    private static final Set<String> FOR_PARTICLES = optionsOf(ParticleOptions.class);
    private static final Set<String> FOR_CHAINS = optionsOf(ChainOptions.class);

    @ArgGroup(validate = false)
    private SvOptions options = new SvOptions();

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    SvCommand(Terminal terminal) {
        super(terminal);
        this.terminal = terminal;
    }

    private SvSettings settings() {
        return new SvSettings(data, options, compute);
    }

    /** Several series are fitted one after the other, each as if it had been asked for alone. */
    @Override
    public Integer call() {
        requireOptions();
        if (options.model.column == null && options.model.columns.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required option: --column=NAME");
        }
        List<SvParts.Part> parts = SvParts.of(settings(), data);
        return parts.isEmpty() ? super.call() : new SvParts(terminal, output).fit(parts, this::alone);
    }

    /** The command that fits one of several series, ready to be called. */
    private SvCommand alone(SvParts.Part part, Path folder, Terminal own) {
        List<String> words = words(SvParts.NOT_HANDED_ON);
        words.addAll(part.words());
        words.addAll(List.of("--out", folder.toString()));
        return of(own, words);
    }

    /** A command with the given words. */
    static SvCommand of(Terminal terminal, List<String> words) {
        SvCommand command = new SvCommand(terminal);
        new CommandLine(command).parseArgs(words.toArray(String[]::new));
        return command;
    }

    /** Fits, goes on with what was begun, or leaves what is there already if it is the same. */
    void make(FitFolder folder) {
        boolean kept = !output.overwrite && folder.isFinished() && same(folder.record());
        if (!output.overwrite && folder.isUnfinished() && same(folder.unfinished())) {
            resume(
                    folder,
                    folder.unfinished(),
                    data.file(),
                    new Manner(compute.threads, output.quiet, output.json, output.live));
        } else if (!kept) {
            super.call();
        }
    }

    private boolean same(FitRecord record) {
        return record.asked().arguments().equals(asked().arguments())
                && record.data().sha256().equals(DataFile.sha256(data.file()));
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
