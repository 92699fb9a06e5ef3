package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.store.Fit;

/** A file that a command is told to write. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Refuses a file that would replace something which the command reads, or which belongs to a fit.
     *
     * @param option that names the file
     * @param inputs what the command reads
     * @param fits whose folders the command reads
     */
    static void requireFree(String option, Path file, List<Path> inputs, List<Fit> fits) {
        require(!Files.isDirectory(file), "%s is a folder, expected a file to write", file);
        for (Path input : inputs) {
            require(!same(file, input), "%s %s would replace the data; give another file", option, file);
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        boolean inFit = folder != null && Files.exists(folder.resolve("fit.json"));
        for (Fit fit : fits) {
            inFit |= folder != null && same(folder, fit.folder());
        }
        require(!inFit, "%s %s lies in the folder of a fit, whose files are its own; give another file", option, file);
    }

    private static boolean same(Path one, Path other) {
        try {
            return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            return one.toAbsolutePath()
                    .normalize()
                    .equals(other.toAbsolutePath().normalize());
        }
    }
}
