package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for.
 *
 * @param seed of the first replicate; replicate k has {@code seed + k - 1}, for its data and for its methods
 * @param methods the keys of the methods to run; empty for all
 * @param data the folder with the data; null where none was given
 * @param threads never changes an answer
 * @param checkpointSeconds how often the replicate under way is saved
 */
record Request(
        long seed,
        int replicates,
        Effort effort,
        List<String> methods,
        Path data,
        int threads,
        double checkpointSeconds) {
    Request {
        require(replicates >= 1, "--replicates must be at least 1, got %d", replicates);
        require(threads >= 1 && threads <= 1024, "--threads must be between 1 and 1024, got %d", threads);
        require(checkpointSeconds >= 0, "--checkpoint-seconds must not be negative, got %s", checkpointSeconds);
        methods = List.copyOf(methods);
    }

    long seedOf(int replicate) {
        return seed + replicate - 1;
    }
}
