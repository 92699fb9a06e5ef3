package org.driftfield.stan.parse;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.driftfield.InputException;
import org.driftfield.stan.tree.Position;

/** The files a program may include: those in its own folder or below. */
final class Includes {
    /** A file beyond this is no program. */
    private static final long LARGEST = 64L << 20;

    private static final int DEEPEST = 20;

    private final Path folder;
    private final Deque<Path> open = new ArrayDeque<>();
    private long total;

    /**
     * @param folder null for a program that is no file and may include nothing
     */
    Includes(Path folder) {
        this.folder = folder;
    }

    String open(Position at, String name) {
        if (folder == null) {
            throw Problem.at(at, "#include needs a program that is a file, this one was given as a text");
        }
        Path real;
        try {
            real = folder.resolve(name).toRealPath();
            if (!real.startsWith(folder.toRealPath())) {
                throw Problem.at(at, "#include must stay in the folder of the program, got '%s'", name);
            }
            if (!Files.isRegularFile(real)) {
                throw Problem.at(at, "#include '%s': that is no file", name);
            }
            if (open.contains(real) || open.size() >= DEEPEST) {
                throw Problem.at(at, "#include '%s' includes itself", name);
            }
            open.push(real);
            return text(real, name);
        } catch (IOException | InvalidPathException e) {
            throw Problem.at(at, "#include '%s': there is no such file beside the program", name);
        }
    }

    void close() {
        open.pop();
    }

    /** The whole of a file as text. */
    String text(Path file, String name) throws IOException {
        total += Files.size(file);
        InputException.require(
                Files.isRegularFile(file) && total <= LARGEST,
                "%s: expected a program of at most %d MB",
                name,
                LARGEST >> 20);
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new InputException(name + ": expected a text in UTF-8", e);
        }
    }
}
