package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import picocli.CommandLine.Option;

/** How the work is done, whatever it is. */
public final class ComputeOptions {
    @Option(names = "--seed", paramLabel = "N", description = "Fixes every random number (default: 1).")
    public Long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads share the work (default: all processors); never changes an answer.")
    public Integer threads;

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "S",
            description = "How often an unfinished run is saved, for 'driftfield resume' (default: 30).")
    public Double checkpointSeconds;

    /** Another seed, on one thread. */
    public static ComputeOptions alone(long seed) {
        ComputeOptions one = new ComputeOptions();
        one.seed = seed;
        one.threads = 1;
        return one;
    }

    public long seed() {
        return seed == null ? 1 : seed;
    }

    public int threads() {
        require(threads == null || threads >= 1, "--threads must be at least 1, got %s", threads);
        return threads == null ? Math.min(1024, Runtime.getRuntime().availableProcessors()) : threads;
    }

    public double checkpointSeconds() {
        double seconds = checkpointSeconds == null ? 30 : checkpointSeconds;
        require(seconds >= 0, "--checkpoint-seconds must not be negative, got %s", seconds);
        return seconds;
    }
}
