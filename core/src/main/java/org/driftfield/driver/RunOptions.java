package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.nio.file.Path;

/**
 * How a run is driven.
 *
 * @param maximum the most iterations to settle in
 * @param collect how many times draws are taken after settling
 * @param thin how many iterations to make for each of these
 * @param checkpoint the file to which the run is saved and from which it goes on if it exists; null for none
 * @param checkpointSeconds how often the run is saved
 * @param fingerprint names what is being run; a checkpoint with another fingerprint is refused
 * @param progress hears of each iteration
 */
public record RunOptions(
        int maximum,
        int collect,
        int thin,
        Path checkpoint,
        double checkpointSeconds,
        String fingerprint,
        Progress progress) {
    public RunOptions {
        require(maximum >= 0, "the most iterations must not be negative, got %d", maximum);
        require(collect >= 1, "draws must be collected at least once, got collect %d", collect);
        require(thin >= 0, "thin must not be negative, got %d", thin);
        require(checkpointSeconds >= 0, "seconds between checkpoints must not be negative, got %s", checkpointSeconds);
    }

    /** Settles for at most {@code maximum} iterations, then collects {@code collect} times, {@code thin} apart. */
    public static RunOptions of(int maximum, int collect, int thin) {
        return new RunOptions(maximum, collect, thin, null, 30, "", Progress.NONE);
    }

    /** The same with a checkpoint file. */
    public RunOptions withCheckpoint(Path file, double seconds, String what) {
        return new RunOptions(maximum, collect, thin, file, seconds, what, progress);
    }

    /** The same with a listener. */
    public RunOptions withProgress(Progress listener) {
        return new RunOptions(maximum, collect, thin, checkpoint, checkpointSeconds, fingerprint, listener);
    }
}
