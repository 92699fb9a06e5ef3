package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.JsonResult;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.driver.Session;
import org.driftfield.models.volatility.backtest.Backtest;
import org.driftfield.report.volatility.BacktestPage;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.volatility.BacktestFolder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code driftfield backtest}. */
@Command(
        name = "backtest",
        description =
                "Forecast each of the last returns of a series from those before it, and see how good the forecasts"
                        + " of a volatility model were, or of several.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  driftfield backtest --data examples/returns.csv --column return --time date \\",
            "      --test 20 --every 20 --against '--errors t' --particles 100 --out backtest/"
        })
public final class BacktestCommand implements Callable<Integer> {
    private static final int MOST_TESTED = 100;
    private static final int FITS = 4;

    private static final Set<String> OWN = Set.of(
            "--test", "--every", "--against", "--out", "--overwrite", "--quiet", "--json", "--debug", "--no-report");

    /** Options that say which model: those after {@code --against} take their place. */
    private static final Set<String> OF_MODEL = Set.of(
            "--errors",
            "--leverage",
            "--mean",
            "--mean-columns",
            "--variance-columns",
            "--prior-mu",
            "--prior-phi",
            "--prior-sigma2",
            "--prior-nu",
            "--prior-rho",
            "--prior-coefficients",
            "--factorization");

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @ArgGroup(validate = false, heading = "%nThe data:%n", order = 1)
    private DataOptions data = new DataOptions();

    @ArgGroup(validate = false)
    private SvOptions options = new SvOptions();

    @ArgGroup(validate = false, heading = "%nThe backtest:%n", order = 7)
    private TestOptions asked = new TestOptions();

    @ArgGroup(validate = false, heading = "%nThe work:%n", order = 8)
    private ComputeOptions compute = new ComputeOptions();

    static final class TestOptions {
        @Option(
                names = "--test",
                paramLabel = "K",
                description = "How many returns at the end are forecast (default: a quarter, at most 100).")
        Integer test;

        @Option(
                names = "--every",
                paramLabel = "N",
                description = "Fit again after so many of them (default: four fits). In between, the draws follow the"
                        + " series.")
        Integer every;

        @Option(
                names = "--against",
                paramLabel = "OPTIONS",
                description =
                        "Another model to compare with, as the options of 'fit sv' that make it, such as '--errors t"
                                + " --leverage'; '' is the plain model. May be repeated.")
        List<String> against = List.of();

        @Option(names = "--out", paramLabel = "FOLDER", description = "Where to write (default: backtest).")
        Path out = Path.of("backtest");

        @Option(names = "--overwrite", description = "Replace the backtest that the folder holds.")
        boolean overwrite;

        @Option(names = "--no-report", description = "Do not write report.html.")
        boolean noReport;

        @Option(names = "--quiet", description = "No progress and no table.")
        boolean quiet;

        @Option(names = "--json", description = "Print one JSON object in place of the table.")
        boolean json;
    }

    public BacktestCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (data.file() == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: --data=FILE");
        }
        BacktestFolder folder = new BacktestFolder(asked.out);
        folder.requireFree(asked.overwrite);
        require(
                options.model.columns.isEmpty()
                        && (options.model.series == null
                                || SvSeries.of(options.model.series).value() != null),
                "a backtest is of one series: give --column, and --series NAME=VALUE for one of a long table");
        for (String word : List.of("--forecast", "--paths")) {
            require(given(word::equals).isEmpty(), "%s is for 'fit sv', a backtest makes its own forecasts", word);
        }
        Map<String, SvRun> runs = runs();
        SvRun first = runs.values().iterator().next();
        Backtest.Plan plan = plan(first.returns().size());
        Map<String, Backtest> tests = new LinkedHashMap<>();
        BacktestProgress progress = new BacktestProgress(terminal, asked.quiet, runs.size() * plan.fits());
        try (progress) {
            runs.forEach((name, run) -> tests.put(
                    name,
                    Backtest.of(
                            run.returns(),
                            run.spec(),
                            plan,
                            (returns, model) -> run.volatility(returns, model, Session.NONE.watchedBy(progress)),
                            compute.seed(),
                            made -> progress.fitted())));
        }
        List<String> times = first.times();
        BacktestPage page = new BacktestPage(first.name(), plan, times, tests);
        try {
            folder.write(tests, times, asked.noReport ? null : page.page()::write);
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", asked.out, e);
        }
        tell(page, tests);
        return 0;
    }

    private Backtest.Plan plan(int size) {
        int test = asked.test == null ? Math.max(1, Math.min(MOST_TESTED, size / 4)) : asked.test;
        require(test >= 1, "--test must be at least 1, got %d", test);
        int every = asked.every == null ? (test + FITS - 1) / FITS : asked.every;
        require(every >= 1, "--every must be at least 1, got %d", every);
        require(
                size - test >= Backtest.FEWEST,
                "--test must leave %d of the %d returns to learn from, got %d",
                Backtest.FEWEST,
                size,
                test);
        return new Backtest.Plan(test, every);
    }

    /** A run of each model by its name. */
    private Map<String, SvRun> runs() {
        DataSource source = DataSource.of(data.file(), data.file().toString());
        Map<String, SvRun> runs = new LinkedHashMap<>();
        List<String> rest = given(option -> !OWN.contains(option) && !OF_MODEL.contains(option));
        List<String> own = given(OF_MODEL::contains);
        runs.put(name(own), run(joined(rest, own), source));
        for (String other : asked.against) {
            List<String> model = Arrays.stream(other.trim().split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
            for (String word : model) {
                require(
                        !word.startsWith("--") || OF_MODEL.contains(word.replaceFirst("=.*", "")),
                        "--against takes options that make a model, such as '--errors t', got '%s'",
                        word);
            }
            require(
                    runs.put(name(model), run(joined(rest, model), source)) == null,
                    "--against: the model '%s' is there already",
                    name(model));
        }
        return runs;
    }

    private static String name(List<String> model) {
        return model.isEmpty() ? "plain" : String.join(" ", model);
    }

    private static List<String> joined(List<String> rest, List<String> model) {
        List<String> words = new ArrayList<>(rest);
        words.addAll(model);
        return words;
    }

    private SvRun run(List<String> words, DataSource source) {
        return (SvRun) SvCommand.of(terminal, words).prepared(source);
    }

    /** What was given of some options. */
    private List<String> given(Predicate<String> wanted) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option :
                new LinkedHashSet<>(spec.commandLine().getParseResult().matchedOptions())) {
            if (wanted.test(option.longestName())) {
                for (String value : option.originalStringValues()) {
                    words.add(option.longestName());
                    if (option.arity().max() > 0) {
                        words.add(value);
                    }
                }
            }
        }
        return words;
    }

    private void tell(BacktestPage page, Map<String, Backtest> tests) {
        if (asked.json) {
            Map<String, Object> all = new LinkedHashMap<>();
            List<Map<String, Object>> models = new ArrayList<>();
            Backtest first = tests.values().iterator().next();
            tests.forEach((name, test) -> {
                Map<String, Object> own = new LinkedHashMap<>();
                own.put("model", name);
                own.put("returns", test.scored());
                own.put("log_score", test.logScore());
                own.put("gain", first.gain(test).difference());
                own.put("gain_error", first.gain(test).error());
                own.put("coverage_50", test.coverage(0.5));
                own.put("coverage_90", test.coverage(0.9));
                own.put("pit_p", test.uniformity());
                models.add(own);
            });
            all.put("models", models);
            all.put("folder", asked.out.toString());
            terminal.out().println(JsonResult.write(all));
        } else if (!asked.quiet) {
            terminal.out().println(page.model());
            terminal.out().println(TextTable.of(terminal, page.table()));
            page.remarks().forEach(terminal.out()::println);
            terminal.out().println(String.format(Locale.ROOT, "%nWritten to %s", asked.out));
        }
    }
}
