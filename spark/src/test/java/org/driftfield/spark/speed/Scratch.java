package org.driftfield.spark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is gone when its work is done. */
record Scratch(Path folder) implements AutoCloseable {
    Scratch() throws IOException {
        this(Files.createTempDirectory("driftfield-speed"));
    }

    Path resolve(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
