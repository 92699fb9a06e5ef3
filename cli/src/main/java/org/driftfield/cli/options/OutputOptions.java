package org.driftfield.cli.options;

import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Where and how an answer is written. */
public final class OutputOptions {
    private static final Pattern ELSEWHERE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The fit folder (default: fit); with --engine spark also one such as hdfs://host/fit.")
    public Path out;

    @Option(names = "--overwrite", description = "Replace the fit that the folder holds.")
    public boolean overwrite;

    @Option(names = "--no-report", description = "Do not write report.html.")
    public boolean noReport;

    @Option(
            names = "--live",
            description =
                    "Show the run in the browser while it goes on, on this machine only; it can be stopped there.")
    public boolean live;

    @Option(
            names = "--evidence",
            description =
                    "Also estimate the log evidence, by bridge sampling; 'driftfield compare' then has Bayes factors.")
    public boolean evidence;

    @Option(names = "--quiet", description = "No progress and no summary.")
    public boolean quiet;

    @Option(names = "--json", description = "Print one JSON object in place of the summary.")
    public boolean json;

    public Path folder() {
        return out == null ? Path.of("fit") : out;
    }

    /** Whether a name is that of a folder on another file system, as in {@code hdfs://host/fit}. */
    public static boolean isElsewhere(String name) {
        return ELSEWHERE.matcher(name).lookingAt();
    }
}
