package org.driftfield.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.driftfield.cli.live.Studio;
import org.driftfield.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield studio}. */
@Command(
        name = "studio",
        description =
                "Show the fits in a folder in the browser, open them and put them side by side. Only browsers on this"
                        + " machine that know the address can see them; Ctrl-C ends it.",
        footer = {"", "Example:", "  driftfield studio ."})
final class StudioCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FOLDER", description = "The folder that holds fits, or folders of fits.")
    private Path folder;

    @Option(names = "--port", paramLabel = "N", description = "The port to serve on (default: one that is free).")
    private int port;

    StudioCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Studio studio = new Studio(folder, port)) {
            terminal.out().println("Open " + studio.address() + " (Ctrl-C ends)");
            terminal.out().flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
