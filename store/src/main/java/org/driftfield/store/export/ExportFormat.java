package org.driftfield.store.export;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FileTrouble;

/** The formats of other programs in which a fit can be written, each to a folder. */
public enum ExportFormat {
    /** A Zarr folder that ArviZ and xarray open. */
    ARVIZ("a Zarr folder for ArviZ and xarray") {
        @Override
        List<String> writeTo(Fit fit, Optional<Path> data, Path folder) throws IOException {
            return ArvizFolder.write(fit, data, folder);
        }
    },
    /** The CSV files of CmdStan. */
    STAN_CSV("CSV files as CmdStan writes them, one a chain") {
        @Override
        List<String> writeTo(Fit fit, Optional<Path> data, Path folder) throws IOException {
            StanCsv.write(fit, folder);
            return List.of();
        }
    },
    /** One CSV file of all draws. */
    CSV("one CSV file, a row a draw") {
        @Override
        List<String> writeTo(Fit fit, Optional<Path> data, Path folder) throws IOException {
            FlatFiles.csv(fit, folder.resolve("draws.csv"));
            return List.of();
        }
    },
    /** One Parquet file of all draws. */
    PARQUET("one Parquet file, a row a draw") {
        @Override
        List<String> writeTo(Fit fit, Optional<Path> data, Path folder) throws IOException {
            FlatFiles.parquet(fit, folder.resolve("draws.parquet"));
            return List.of();
        }
    };

    private final String about;

    ExportFormat(String about) {
        this.about = about;
    }

    abstract List<String> writeTo(Fit fit, Optional<Path> data, Path folder) throws IOException;

    /** The word of the format. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is, in words. */
    public String about() {
        return about;
    }

    /**
     * Writes a fit to a folder that does not exist or is empty; nothing is left of it when that fails.
     *
     * @param data where the data of the fit are now; where they were if it is empty
     * @return what was left out and why, a sentence each
     */
    public List<String> write(Fit fit, Optional<Path> data, Path folder) {
        Path beside = folder.toAbsolutePath().normalize().resolveSibling("part-" + folder.getFileName());
        try {
            require(isFree(folder), "%s exists already; give another folder with --out", folder);
            try {
                Files.createDirectories(beside);
                List<String> remarks = writeTo(fit, data, beside);
                Files.deleteIfExists(folder);
                Files.move(beside, folder);
                return remarks;
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
