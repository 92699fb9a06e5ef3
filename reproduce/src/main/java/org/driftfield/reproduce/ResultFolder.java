package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.driver.Trace;
import org.driftfield.store.folder.DrawsFile;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.Json;
import org.driftfield.store.folder.Replacing;
import org.driftfield.store.folder.TraceFile;

/**
 * The folder of an experiment's results: {@code settings.json}, the tables and the page, and for each method and replicate a
 * folder with its trace and scores. A replicate is finished when it has its {@code scores.json}, which is written last.
 */
final class ResultFolder {
    private static final String SETTINGS = "settings.json";
    private static final String SCORES = "scores.json";
    private static final String TRACE = "trace.csv";
    private static final String DRAWS = "draws.csv";

    private final Path folder;

    ResultFolder(Path folder) {
        this.folder = folder;
    }

    Path path() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Takes the folder for results with these settings; refuses one that holds anything else. */
    void begin(Map<String, String> settings) {
        require(!Files.exists(folder) || Files.isDirectory(folder), "%s is not a folder", folder);
        Path file = file(SETTINGS);
        if (Files.exists(file)) {
            requireSame(file, settings);
            return;
        }
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
                for (Path other : inside) {
                    throw new InputException(folder + " is not empty and holds no results: it has "
                            + other.getFileName() + "; give another folder with --out");
                }
            } catch (IOException e) {
                throw FileTrouble.cannot("read", folder, e);
            }
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", folder, e);
        }
        Replacing.write(file, beside -> Json.MAPPER.writeValue(beside.toFile(), settings));
    }

    private void requireSame(Path file, Map<String, String> settings) {
        Map<String, String> there;
        try {
            there = Json.MAPPER.readValue(file.toFile(), new TypeReference<Map<String, String>>() {});
        } catch (IOException e) {
            throw new InputException(file + " is damaged: it is not the JSON of settings", e);
        }
        Set<String> names = new LinkedHashSet<>(settings.keySet());
        names.addAll(there.keySet());
        for (String name : names) {
            String was = there.getOrDefault(name, "nothing");
            String is = settings.getOrDefault(name, "nothing");
            require(
                    was.equals(is),
                    "%s holds results of other settings: %s is %s there and %s now; give another folder with --out, or"
                            + " remove it",
                    folder,
                    name,
                    was,
                    is);
        }
    }

    /** Where a method leaves what it found in a replicate. */
    Path of(String method, int replicate) {
        return folder.resolve("replicates").resolve(method + "-" + replicate);
    }

    Path checkpoint(String method, int replicate) {
        return of(method, replicate).resolve("checkpoint.bin");
    }

    Path spent(String method, int replicate) {
        return of(method, replicate).resolve("spent.json");
    }

    void forgetSpent(String method, int replicate) {
        try {
            Files.deleteIfExists(spent(method, replicate));
        } catch (IOException e) {
            throw FileTrouble.cannot("remove", spent(method, replicate), e);
        }
    }

    void prepare(String method, int replicate) {
        try {
            Files.createDirectories(of(method, replicate));
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", of(method, replicate), e);
        }
    }

    /** What a method found in a replicate, if that is finished. */
    Optional<Replicate> finished(String method, int replicate) {
        Path file = of(method, replicate).resolve(SCORES);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readValue(file.toFile(), Replicate.class));
        } catch (IOException e) {
            throw new InputException(file + " is damaged: remove it, and the replicate is run again", e);
        }
    }

    /** Keeps a finished replicate; {@code outcome} is null when the method failed. */
    void finish(Replicate replicate, Outcome outcome) {
        Path at = of(replicate.method(), replicate.replicate());
        if (outcome != null) {
            Replacing.write(at.resolve(TRACE), beside -> TraceFile.write(beside, outcome.trace()));
            if (outcome.posterior() != null) {
                Replacing.write(at.resolve(DRAWS), beside -> DrawsFile.write(beside, outcome.posterior()));
            }
        }
        Replacing.write(at.resolve(SCORES), beside -> Json.MAPPER.writeValue(beside.toFile(), replicate));
        try {
            Files.deleteIfExists(checkpoint(replicate.method(), replicate.replicate()));
            Files.deleteIfExists(spent(replicate.method(), replicate.replicate()));
        } catch (IOException e) {
            throw FileTrouble.cannot("remove the checkpoint in", at, e);
        }
    }

    Trace trace(String method, int replicate) {
        return TraceFile.read(of(method, replicate).resolve(TRACE));
    }

    /** The draws that were kept, by parameter. */
    Map<String, double[]> draws(String method, int replicate) {
        Table table = Table.read(
                of(method, replicate).resolve(DRAWS), CsvOptions.defaults().withSeparator(','));
        Map<String, double[]> draws = new LinkedHashMap<>();
        table.names().forEach(name -> draws.put(name, table.numbers(name)));
        return draws;
    }
}
