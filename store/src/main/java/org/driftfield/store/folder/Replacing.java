package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are replaced only once the new one is complete. */
public final class Replacing {
    private Replacing() {}

    /** Writes a file. */
    @FunctionalInterface
    public interface Writer {
        void write(Path file) throws IOException;
    }

    public static void move(Path beside, Path file) throws IOException {
        try {
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Writes beside the file and moves the whole into its place. */
    public static void write(Path file, Writer writer) {
        Path beside = file.resolveSibling("part-" + file.getFileName());
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
