package org.driftfield.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.driftfield.cli.fit.FileTrouble;
import org.driftfield.cli.fit.FitFolder;
import org.driftfield.cli.fit.FitPage;
import org.driftfield.cli.fit.FitRecord;
import org.driftfield.cli.fit.Presentation;
import org.driftfield.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code driftfield report}. */
@Command(
        name = "report",
        description = "Write report.html of a fit again, from what its folder holds.",
        footer = {"", "Example:", "  driftfield report fit/"})
final class ReportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FOLDER", description = "The fit folder.")
    private Path folder;

    ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        FitFolder fit = new FitFolder(folder);
        FitRecord record = fit.record();
        try {
            Presentation own = ModelKinds.of(record).presentation().apply(record, folder);
            FitPage.of(record, fit.posterior(record), own, folder.toString()).write(fit.report());
        } catch (IOException e) {
            throw FileTrouble.cannot("write", fit.report(), e);
        }
        terminal.out().println("Wrote " + fit.report());
        return 0;
    }
}
