package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.driftfield.InputException;

/** What is said when a file cannot be read or written. */
public final class FileTrouble {
    private FileTrouble() {}

    /** A complaint about a file in one line. */
    public static InputException cannot(String verb, Path file, IOException e) {
        String reason = e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : e instanceof NoSuchFileException
                        ? "no such file or folder"
                        : e instanceof FileSystemException
                                ? e.getClass().getSimpleName().replace("Exception", "")
                                : String.valueOf(e.getMessage());
        return new InputException("cannot " + verb + " " + file + ": " + reason, e);
    }
}
