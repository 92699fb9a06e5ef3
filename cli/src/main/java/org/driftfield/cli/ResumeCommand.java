package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.Engine;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.options.OutputOptions;
import org.driftfield.cli.options.PlaceOptions;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield resume}. */
@Command(
        name = "resume",
        description = "Go on with a fit that was interrupted; the answer is the same as without the interruption.",
        footer = {"", "Example:", "  driftfield resume fit-challenger/"})
final class ResumeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "FOLDER",
            description = "The fit folder; with --engine spark also one such as hdfs://host/fit.")
    private String folder;

    @Option(names = "--data", paramLabel = "FILE", description = "Where the data are now (default: where they were).")
    private String data;

    @Option(names = "--threads", paramLabel = "N", description = "How many threads share the work.")
    private Integer threads;

    @Option(names = "--quiet", description = "No progress and no summary.")
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object in place of the summary.")
    private boolean json;

    @Option(
            names = "--live",
            description =
                    "Serve a page that shows the run while it goes on, on this machine only; its address is printed.")
    private boolean live;

    @ArgGroup(validate = false)
    private PlaceOptions place = new PlaceOptions();

    ResumeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (place.elsewhere()) {
            try (Engine engine = Engine.open(place.engine, new Engine.Place(place.master, 0, List.of()));
                    Engine.Folder far = engine.folder(folder)) {
                resume(far);
            }
        } else {
            require(!OutputOptions.isElsewhere(folder), "%s belongs to --engine spark, got --engine local", folder);
            resume(Engine.Folder.here(Path.of(folder)));
        }
        return 0;
    }

    private void resume(Engine.Folder where) {
        FitFolder fit = new FitFolder(where.here(), where.given());
        if (!fit.isUnfinished()) {
            fit.record();
            if (!quiet && !json) {
                terminal.out().println("The fit in " + folder + " is finished; there is nothing to resume.");
            }
            return;
        }
        FitRecord unfinished = fit.unfinished();
        boolean ofRows = unfinished.data().sha256().startsWith(DataSource.OF_ROWS);
        require(ofRows || !place.elsewhere(), "the fit in %s was not started with --engine spark", folder);
        require(
                !ofRows || place.elsewhere(),
                "the fit in %s was started with --engine spark, and can only be resumed with it",
                folder);
        String given = data == null ? unfinished.data().file() : data;
        if (!ofRows) {
            Path file = Path.of(given);
            require(Files.exists(file), "%s: no such file; --data says where the data of the fit are now", file);
            require(
                    DataFile.sha256(file).equals(unfinished.data().sha256()),
                    "%s has changed since the fit was started: its SHA-256 differs; fit again with --overwrite",
                    file);
        }
        if (!quiet && !json && !Files.exists(fit.run())) {
            terminal.err().println("Nothing had been saved yet: the fit starts again from the beginning.");
        }
        ModelCommand command = ModelKinds.of(unfinished).command().apply(terminal);
        new CommandLine(command).parseArgs(unfinished.asked().arguments().toArray(String[]::new));
        ModelCommand.Manner manner = new ModelCommand.Manner(threads, quiet, json, live);
        if (ofRows) {
            command.resume(where, unfinished, given, place, manner);
        } else {
            command.resume(fit, unfinished, Path.of(given), manner);
        }
    }
}
