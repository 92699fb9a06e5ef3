package org.driftfield.cli;

import static org.driftfield.InputException.require;

import picocli.CommandLine.Option;

/** How the work is done, whatever it is. */
final class ComputeOptions {
    @Option(names = "--seed", paramLabel = "N", description = "Fixes every random number (default: 1).")
    Long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads share the work (default: all processors); never changes an answer.")
    Integer threads;

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "S",
            description = "How often an unfinished run is saved, for 'driftfield resume' (default: 30).")
    Double checkpointSeconds;

    long seed() {
        return seed == null ? 1 : seed;
    }

    int threads() {
        return threads == null ? Math.min(1024, Runtime.getRuntime().availableProcessors()) : threads;
    }

    double checkpointSeconds() {
        double seconds = checkpointSeconds == null ? 30 : checkpointSeconds;
        require(seconds >= 0, "--checkpoint-seconds must not be negative, got %s", seconds);
        return seconds;
    }
}
