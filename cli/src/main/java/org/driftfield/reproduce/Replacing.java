package org.driftfield.reproduce;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.driftfield.cli.fit.FileTrouble;

/** Files that are replaced only once the new one is complete. */
final class Replacing {
    private Replacing() {}

    /** Writes a file. */
    @FunctionalInterface
    interface Writer {
        void write(Path file) throws IOException;
    }

    static void move(Path beside, Path file) throws IOException {
        try {
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Writes beside the file and moves the whole into its place. */
    static void write(Path file, Writer writer) {
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        try {
            try {
                writer.write(beside);
                move(beside, file);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("write", file, e);
        }
    }
}
