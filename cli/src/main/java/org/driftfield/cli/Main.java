package org.driftfield.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.driftfield.InferenceException;
import org.driftfield.InputException;
import org.driftfield.cli.calibrate.CalibrateCommand;
import org.driftfield.cli.stan.CheckCommand;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.volatility.BacktestCommand;
import org.driftfield.posterior.Provenance;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. */
@Command(
        name = "driftfield",
        description = "Fast, trustworthy Bayesian inference by particle mean-field variational Bayes.",
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Example:",
            "  driftfield fit glm --data examples/challenger.csv --family binomial \\",
            "      --formula 'distressed | trials(rings) ~ temperature' --out fit-challenger/",
            "",
            "Every command has --help with an example."
        })
public final class Main implements Runnable {
    static final int FAILED = 1;
    static final int MISUSED = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--help",
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.",
            order = 100)
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    boolean version;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show where in the program a failure happened.",
            order = 101)
    private boolean debug;

    private Main() {}

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(standardError()), true, StandardCharsets.UTF_8);
        int code = execute(Terminal.of(out, err), args);
        out.flush();
        boolean lost = out.checkError() && code == 0;
        if (lost) {
            err.println("driftfield: the output could not be written: standard output is closed or full");
        }
        System.exit(lost ? MISUSED : code);
    }

    /**
     * The descriptor to which messages go. The launcher gives the virtual machine another standard error than its own, in
     * order to leave out the machine's word on incubating modules, and hands on its own under a number.
     */
    private static FileDescriptor standardError() {
        Integer number = Integer.getInteger("driftfield.stderr");
        if (number != null) {
            try {
                Field field = FileDescriptor.class.getDeclaredField("fd");
                field.setAccessible(true);
                FileDescriptor descriptor = new FileDescriptor();
                field.setInt(descriptor, number);
                return descriptor;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return FileDescriptor.err;
            }
        }
        return FileDescriptor.err;
    }

    /** Runs one command and returns its exit code: 0, 1 after a failure, 2 when something given was wrong. */
    static int execute(Terminal terminal, String... args) {
        Main main = new Main();
        CommandLine line = commandLine(main, terminal);
        line.setOut(terminal.outWriter()).setErr(terminal.errWriter());
        line.setParameterExceptionHandler((e, given) -> {
            terminal.error(hinted(e));
            return MISUSED;
        });
        line.setExecutionExceptionHandler((e, at, parsed) -> failed(e, terminal, main.debug));
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            terminal.error(String.format(
                    Locale.ROOT,
                    "out of memory: %d MB were allowed; use fewer draws or particles, or allow more as in"
                            + " JAVA_OPTS=-Xmx8g",
                    Runtime.getRuntime().maxMemory() >> 20));
            return FAILED;
        } catch (Error e) {
            return failed(e, terminal, main.debug);
        } finally {
            terminal.flush();
        }
    }

    private static CommandLine commandLine(Main main, Terminal terminal) {
        CommandLine line = new CommandLine(main);
        CommandLine fit = new CommandLine(new FitCommand());
        ModelKinds.ALL.forEach(kind -> fit.addSubcommand(kind.command().apply(terminal)));
        line.addSubcommand(fit);
        line.addSubcommand(new PredictCommand(terminal));
        line.addSubcommand(new BacktestCommand(terminal));
        line.addSubcommand(new ResumeCommand(terminal));
        line.addSubcommand(new CompareCommand(terminal));
        line.addSubcommand(new ReportCommand(terminal));
        line.addSubcommand(new StudioCommand(terminal));
        line.addSubcommand(new ExportCommand(terminal));
        line.addSubcommand(new ImportCommand(terminal));
        line.addSubcommand(new CheckCommand(terminal));
        line.addSubcommand(new CalibrateCommand(
                terminal, (record, source) -> AskedFit.again(record).on(source)));
        line.addSubcommand(new ReproduceCommand(terminal));
        line.setUsageHelpWidth(100);
        line.setUsageHelpLongOptionsMaxWidth(34);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    private static int failed(Throwable e, Terminal terminal, boolean debug) {
        if (debug) {
            e.printStackTrace(terminal.errWriter());
            terminal.flush();
        }
        if (e instanceof InputException) {
            terminal.error(e.getMessage());
            return MISUSED;
        }
        if (e instanceof InferenceException) {
            terminal.error(e.getMessage());
        } else if (e.getCause() instanceof OutOfMemoryError memory) {
            throw memory;
        } else {
            terminal.error("internal failure: " + e + (debug ? "" : "; --debug shows where"));
        }
        return FAILED;
    }

    /** The complaint in one line, with what was probably meant and where to read on. */
    private static String hinted(ParameterException e) {
        String message = e.getMessage();
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> near = unmatched.getSuggestions();
            if (!near.isEmpty()) {
                message += "; did you mean " + near.get(0) + "?";
            }
        }
        return message + " (see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help)";
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a command: " + subcommands(spec));
    }

    static String subcommands(CommandSpec spec) {
        return String.join(", ", spec.subcommands().keySet());
    }

    /** Tells picocli the version. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"driftfield " + Provenance.libraryVersion()};
        }
    }
}
