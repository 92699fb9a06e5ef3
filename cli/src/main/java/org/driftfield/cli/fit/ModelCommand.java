package org.driftfield.cli.fit;

import static org.driftfield.InputException.require;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.driftfield.InputException;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.assessment.Evidence;
import org.driftfield.cli.live.LivePage;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.EngineOptions;
import org.driftfield.cli.options.OutputOptions;
import org.driftfield.cli.options.PlaceOptions;
import org.driftfield.cli.terminal.GroupProgress;
import org.driftfield.cli.terminal.ProgressDisplay;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.report.Presentation;
import org.driftfield.report.fit.FitReport;
import org.driftfield.store.folder.EvidenceFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code driftfield fit …}: what fitting has in common, whatever the model. */
public abstract class ModelCommand implements Callable<Integer> {
    /** Options that say where and how to write, not what to compute. */
    private static final Set<String> NOT_ASKED = Set.of(
            "--out",
            "--overwrite",
            "--quiet",
            "--json",
            "--debug",
            "--threads",
            "--no-report",
            "--live",
            "--seed",
            "--checkpoint-seconds",
            "--master",
            "--partitions",
            "--by",
            "--keep-draws");

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @ArgGroup(validate = false, heading = "%nThe data:%n", order = 1)
    protected DataOptions data = new DataOptions();

    @ArgGroup(validate = false, heading = "%nThe work:%n", order = 8)
    protected ComputeOptions compute = new ComputeOptions();

    @ArgGroup(validate = false, heading = "%nWhere it is done:%n", order = 9)
    private EngineOptions place = new EngineOptions();

    @ArgGroup(validate = false, heading = "%nWhat is written:%n", order = 10)
    protected OutputOptions output = new OutputOptions();

    protected ModelCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The word of the method. */
    protected abstract String method();

    /** The methods that an option is for; empty when it is for all. */
    protected abstract List<Method> methodsFor(String option);

    /** How the data are to be read. */
    public abstract CsvOptions csv();

    /** Reads the data and sets up the model. */
    protected abstract FitRun prepare(DataSource source);

    /** How to go on, which has no part in the answer. */
    public record Manner(Integer threads, boolean quiet, boolean json, boolean live) {}

    @Override
    public Integer call() {
        requireOptions();
        requireOnce();
        boolean elsewhere = place.elsewhere();
        if (!OutputOptions.isElsewhere(out())) {
            GroupFolder.requireFree(Engine.Folder.here(output.folder()), place.by != null, output.overwrite);
        }
        if (!elsewhere) {
            require(!OutputOptions.isElsewhere(out()), "--out %s belongs to --engine spark, got --engine local", out());
            run(Engine.Folder.here(output.folder()), DataSource.of(data.file(), data.given), asked(), null);
            return 0;
        }
        try (Engine engine = engine();
                Engine.Folder folder = engine.folder(out())) {
            GroupFolder.requireFree(folder, place.by != null, output.overwrite);
            if (place.by == null) {
                run(folder, engine.source(data.given), asked(), null);
                say(engine);
            } else {
                requireFitting();
                String done = groups(engine, folder);
                folder.publish();
                if (!output.quiet) {
                    terminal.out().println(done);
                }
            }
        }
        return 0;
    }

    private String groups(Engine engine, Engine.Folder folder) {
        try (GroupProgress progress = new GroupProgress(terminal, output.quiet)) {
            return engine.groups(new Engine.Groups(
                    data.given,
                    place.by,
                    spec.name(),
                    withoutData(),
                    place.keepDraws,
                    folder,
                    output.overwrite,
                    progress::made));
        }
    }

    /** The folder as it was given: a path has no double slash. */
    private String out() {
        List<String> given = spec.findOption("--out").originalStringValues();
        return given.isEmpty() || given.get(0) == null ? output.folder().toString() : given.get(0);
    }

    /** What was asked, but of which data. */
    private List<String> withoutData() {
        List<String> arguments = new ArrayList<>(asked().arguments());
        int at = arguments.indexOf("--data");
        arguments.subList(at, at + 2).clear();
        return arguments;
    }

    private Engine engine() {
        int partitions = place.partitions == null ? 0 : place.partitions;
        List<String> orderBy = place.orderBy == null ? List.of() : place.orderBy;
        return Engine.open(place.engine, new Engine.Place(place.master, partitions, orderBy));
    }

    private void say(Engine engine) {
        if (!output.quiet && !output.json) {
            terminal.out().println("  " + String.format("%-8s ", place.engine) + engine.work());
        }
    }

    /** Reads the data, from wherever they are, and sets up the model. */
    public final FitRun prepared(DataSource source) {
        requireOptions();
        requireOnce();
        requireFitting();
        return prepare(source);
    }

    /** Fits, silently, and writes the folder. */
    public final void write(DataSource source, FitFolder folder) {
        FitRun run = prepared(source);
        FitRecord begun = FitRecord.begun(asked(), run.data(), run.priors(), run.factors(), run.notes());
        folder.begin(begun);
        FitResult result = fitted(run, Session.NONE.sharedWith(source.crew()));
        finish(folder, begun, result, run.model().isPresent());
    }

    /** Goes on with an unfinished fit, the options being those that were asked then. */
    public final void resume(FitFolder folder, FitRecord unfinished, Path file, Manner manner) {
        take(manner);
        run(
                Engine.Folder.here(folder.path()),
                DataSource.of(file, unfinished.data().file()),
                unfinished.asked(),
                unfinished);
    }

    /**
     * The same on an engine.
     *
     * @param given the data, where they are now
     */
    public final void resume(
            Engine.Folder folder, FitRecord unfinished, String given, PlaceOptions where, Manner manner) {
        take(manner);
        place.engine = where.engine;
        place.master = where.master;
        place.partitions = where.partitions;
        try (Engine engine = engine()) {
            run(folder, engine.source(given), unfinished.asked(), unfinished);
            say(engine);
        }
    }

    private void take(Manner manner) {
        compute.threads = manner.threads();
        output.quiet = manner.quiet();
        output.json = manner.json();
        output.live = manner.live();
    }

    private void run(Engine.Folder into, DataSource source, FitRecord.Asked asked, FitRecord unfinished) {
        long from = System.nanoTime();
        // Refused before anything is written.
        compute.checkpointSeconds();
        // Refused here also for methods that need only one.
        compute.threads();
        requireFitting();
        FitFolder folder = new FitFolder(into.here(), into.given());
        FitFolder.warmUp();
        FitRun run = prepare(source);
        requireEvidence(run);
        FitRecord begun = FitRecord.begun(asked, run.data(), run.priors(), run.factors(), run.notes());
        if (unfinished == null) {
            folder.begin(begun);
            into.publish();
        } else {
            require(
                    unfinished.data().sha256().equals(begun.data().sha256()),
                    "%s has changed since the fit was started: its rows differ; fit again with --overwrite",
                    source.given());
        }
        Session session = Session.NONE
                .savedTo(folder.run(), compute.checkpointSeconds())
                .afterEachSave(into::publish)
                .sharedWith(source.crew());
        try {
            fit(folder, run, begun, unfinished == null, session, source.given(), from);
        } finally {
            into.publish();
        }
    }

    private void fit(
            FitFolder folder, FitRun run, FitRecord begun, boolean fresh, Session session, String given, long from) {
        if (!output.live) {
            fit(folder, run, begun, fresh, session, (LivePage) null, from);
            return;
        }
        try (LivePage page = new LivePage(begun, given)) {
            terminal.err().println("Watch the run at " + page.address());
            fit(folder, run, begun, fresh, session, page, from);
            page.finished(folder.report());
        }
    }

    private void fit(
            FitFolder folder, FitRun run, FitRecord begun, boolean fresh, Session saved, LivePage page, long from) {
        FitResult result;
        try (ProgressDisplay progress =
                new ProgressDisplay(terminal, output.quiet, begun.asked().method())) {
            Session session = saved.watchedBy(progress);
            if (page != null) {
                session = session.watchedBy(event -> {
                            progress.update(event);
                            page.update(event);
                        })
                        .stoppedBy(page::stopAsked);
            }
            try {
                result = fitted(run, session);
            } catch (InputException e) {
                if (fresh && !progress.started()) {
                    folder.takeBack();
                }
                throw e;
            }
        }
        FitRecord record = finish(
                folder,
                page != null && page.stopAsked() ? stopped(begun) : begun,
                result,
                run.model().isPresent());
        Posterior posterior = result.posterior();
        Presentation own = FitReport.presentation(record, folder.path());
        if (output.json) {
            terminal.out().println(JsonResult.of(record, posterior, own, folder));
        } else if (!output.quiet) {
            terminal.out()
                    .print(new SummaryText(terminal, record, posterior, own)
                            .text(folder, (System.nanoTime() - from) / 1e9));
        }
    }

    private static FitRecord stopped(FitRecord begun) {
        List<String> notes = new ArrayList<>(begun.notes());
        notes.add("Stopped by hand while it ran: the same command would have gone on, and gives other draws.");
        return FitRecord.begun(begun.asked(), begun.data(), begun.priors(), begun.factors(), notes);
    }

    /** Refused before any work is done. */
    private void requireEvidence(FitRun run) {
        require(
                !output.evidence || run.model().isPresent(),
                "--evidence is for generalised linear models and programs, got fit %s; --method smc of fit sv tells it anyway",
                spec.name());
        for (String name : run.improper()) {
            require(
                    !output.evidence,
                    "--evidence needs a proper prior for '%s', got %s",
                    name,
                    run.priors().get(name));
        }
    }

    private FitResult fitted(FitRun run, Session session) {
        FitResult result = run.fit(session);
        if (!output.evidence) {
            return result;
        }
        Evidence evidence = Evidence.of(run.model().orElseThrow(), result.posterior(), compute.seed());
        return result.with(EvidenceFile.NAME, file -> EvidenceFile.write(file, evidence));
    }

    /** @param other whether any method can fit the model */
    private FitRecord finish(FitFolder folder, FitRecord begun, FitResult result, boolean other) {
        String name = folder.name();
        FitRecord record = result.record(begun, other ? offer(result.assessment(), name) : List.of());
        folder.finish(
                record,
                result,
                (files, page) ->
                        FitReport.page(record, result.posterior(), files, name).write(page));
        return record;
    }

    /** The command of the method that does better, where this one did not do well and there is such. */
    private List<String> offer(Assessment assessment, String folder) {
        if (method().equals(Method.NUTS.word()) || !assessment.asksForChains()) {
            return List.of();
        }
        Set<String> without = new LinkedHashSet<>(NOT_ASKED);
        // The seed is said in any case, so that a fit that is resumed offers the same.
        without.addAll(List.of("--method", "--seed"));
        for (OptionSpec option : given()) {
            List<Method> methods = methodsFor(option.longestName());
            if (!methods.isEmpty() && !methods.contains(Method.NUTS)) {
                without.add(option.longestName());
            }
        }
        List<String> arguments = words(without);
        arguments.addAll(List.of("--method", Method.NUTS.word(), "--seed", String.valueOf(compute.seed())));
        String other = (folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder) + "-nuts";
        return List.of((assessment.level() == Check.Level.BAD
                        ? "NUTS is the method for this: `"
                        : "NUTS can tell whether that matters: `")
                + FitRecord.Asked.oneLine(spec.name(), arguments, other) + "`");
    }

    /** Picocli does not ask for required options in groups that only structure the help. */
    protected final void requireOptions() {
        for (OptionSpec option : spec.options()) {
            if (option.required() && option.getValue() == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Missing required option: " + option.longestName() + "=" + option.paramLabel());
            }
        }
    }

    /** Picocli takes the last of several values of an option in such a group, and says nothing. */
    private void requireOnce() {
        for (OptionSpec option : spec.options()) {
            long times = spec.commandLine().getParseResult().originalArgs().stream()
                    .filter(word -> word.equals(option.longestName()) || word.startsWith(option.longestName() + "="))
                    .count();
            if (times > 1 && !option.isMultiValue()) {
                throw new ParameterException(
                        spec.commandLine(), option.longestName() + " must be given once, got " + times + " of them");
            }
        }
    }

    /** The words that were given, but for those of the options named. */
    public final List<String> words(Set<String> without) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : given()) {
            if (!without.contains(option.longestName())) {
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

    private Set<OptionSpec> given() {
        return new LinkedHashSet<>(spec.commandLine().getParseResult().matchedOptions());
    }

    /** Refuses options that the chosen method would ignore. */
    private void requireFitting() {
        String method = method();
        for (OptionSpec option : given()) {
            List<String> methods =
                    methodsFor(option.longestName()).stream().map(Method::word).toList();
            require(
                    methods.isEmpty() || methods.contains(method),
                    "%s belongs to --method %s, got --method %s",
                    option.longestName(),
                    String.join(" or ", methods),
                    method);
        }
    }

    /** The names of the options that a group has. */
    protected static Set<String> optionsOf(Class<?> group) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> type = group; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Option option = field.getAnnotation(Option.class);
                if (option != null) {
                    names.addAll(List.of(option.names()));
                }
            }
        }
        return names;
    }

    /** What the user said, in a form that can be said again. */
    protected final FitRecord.Asked asked() {
        List<String> arguments = words(NOT_ASKED);
        arguments.add("--seed");
        arguments.add(String.valueOf(compute.seed()));
        return new FitRecord.Asked(spec.name(), arguments, method(), compute.seed(), !output.noReport);
    }
}
