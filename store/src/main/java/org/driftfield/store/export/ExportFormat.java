package org.driftfield.store.export;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.DrawsFile;
import org.driftfield.store.folder.FileTrouble;

/** The formats of other programs in which a fit can be written, each to a folder. */
public enum ExportFormat {
    /** A Zarr folder that ArviZ and xarray open. */
    ARVIZ("a Zarr folder for ArviZ and xarray") {
        @Override
        void writeTo(Fit fit, Path folder) throws IOException {
            ArvizFolder.write(fit, folder);
        }
    },
    /** The CSV files of CmdStan. */
    STAN_CSV("CSV files as CmdStan writes them, one a chain") {
        @Override
        void writeTo(Fit fit, Path folder) throws IOException {
            StanCsv.write(fit, folder);
        }
    },
    /** One CSV file of all draws. */
    CSV("one CSV file, a row a draw") {
        @Override
        void writeTo(Fit fit, Path folder) throws IOException {
            DrawsFile.write(folder.resolve("draws.csv"), fit.posterior());
        }
    };

    private final String about;

    ExportFormat(String about) {
        this.about = about;
    }

    abstract void writeTo(Fit fit, Path folder) throws IOException;

    /** The word of the format. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is, in words. */
    public String about() {
        return about;
    }

    /** Writes a fit to a folder that does not exist or is empty; nothing is left of it when that fails. */
    public void write(Fit fit, Path folder) {
        Path beside = folder.toAbsolutePath().normalize().resolveSibling("part-" + folder.getFileName());
        try {
            require(isFree(folder), "%s exists already; give another folder with --out", folder);
            try {
                Files.createDirectories(beside);
                writeTo(fit, beside);
                Files.deleteIfExists(folder);
                Files.move(beside, folder);
            } finally {
                delete(beside);
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("write", folder, e);
        }
    }

    private static boolean isFree(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return !Files.exists(folder);
        }
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            return !inside.iterator().hasNext();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> inside = Files.walk(folder)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
