package org.driftfield.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where and how an answer is written. */
final class OutputOptions {
    @Option(names = "--out", paramLabel = "FOLDER", description = "The fit folder (default: fit).")
    Path out;

    @Option(names = "--overwrite", description = "Replace the fit that the folder holds.")
    boolean overwrite;

    @Option(names = "--no-report", description = "Do not write report.html.")
    boolean noReport;

    @Option(names = "--quiet", description = "No progress and no summary.")
    boolean quiet;

    @Option(names = "--json", description = "Print one JSON object in place of the summary.")
    boolean json;

    Path folder() {
        return out == null ? Path.of("fit") : out;
    }
}
