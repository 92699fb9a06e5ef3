package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import picocli.CommandLine;
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

    @Parameters(paramLabel = "FOLDER", description = "The fit folder.")
    private Path folder;

    @Option(names = "--data", paramLabel = "FILE", description = "Where the data are now (default: where they were).")
    private Path data;

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

    ResumeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        FitFolder fit = new FitFolder(folder);
        if (!fit.isUnfinished()) {
            fit.record();
            if (!quiet && !json) {
                terminal.out().println("The fit in " + folder + " is finished; there is nothing to resume.");
            }
            return 0;
        }
        FitRecord unfinished = fit.unfinished();
        Path file = data == null ? Path.of(unfinished.data().file()) : data;
        require(Files.exists(file), "%s: no such file; --data says where the data of the fit are now", file);
        require(
                DataFile.sha256(file).equals(unfinished.data().sha256()),
                "%s has changed since the fit was started: its SHA-256 differs; fit again with --overwrite",
                file);
        if (!quiet && !json && !Files.exists(fit.run())) {
            terminal.err().println("Nothing had been saved yet: the fit starts again from the beginning.");
        }
        ModelCommand command = ModelKinds.of(unfinished).command().apply(terminal);
        new CommandLine(command).parseArgs(unfinished.asked().arguments().toArray(String[]::new));
        command.resume(fit, unfinished, file, new ModelCommand.Manner(threads, quiet, json, live));
        return 0;
    }
}
