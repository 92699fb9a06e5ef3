package org.driftfield.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code driftfield report}. */
@Command(
        name = "report",
        description = "Write report.html of a fit again, from what its folder holds.",
        footer = {"", "Example:", "  driftfield report fit-challenger/"})
final class ReportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FOLDER", description = "The fit folder.")
    private Path folder;

    ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Path page = folder.resolve(FitFolder.REPORT);
        Fit.load(folder).writeReport(page);
        terminal.out().println("Wrote " + page);
        return 0;
    }
}
