package org.driftfield.cli.calibrate;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.driftfield.InputException;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.Json;
import org.driftfield.store.folder.Replacing;

/**
 * The folder of a calibration: {@code settings.json} says what is calibrated, {@code ranks.csv} has a row for each data set that
 * is finished, {@code calibration.html} shows them.
 */
final class CalibrationFolder {
    private final Path folder;
    private final List<String> names;
    private final SortedMap<Integer, int[]> ranks = new TreeMap<>();

    /** Takes the folder for this calibration, with what it already holds of it; refuses one that holds anything else. */
    CalibrationFolder(Path folder, Map<String, String> settings, List<String> names) {
        this.folder = folder;
        this.names = names;
        Path file = folder.resolve("settings.json");
        try {
            if (Files.exists(file)) {
                Map<String, String> there = Json.MAPPER.readValue(file.toFile(), new TypeReference<>() {});
                require(
                        there.equals(settings),
                        "%s holds another calibration: of %s, now asked is %s; give another folder with --out",
                        folder,
                        there,
                        settings);
                read();
                return;
            }
            require(
                    !Files.exists(folder) || (Files.isDirectory(folder) && isEmpty()),
                    "%s exists and holds no calibration; give another folder with --out",
                    folder);
            Files.createDirectories(folder);
            Replacing.write(file, beside -> Json.MAPPER.writeValue(beside.toFile(), settings));
        } catch (IOException e) {
            throw FileTrouble.cannot("use", folder, e);
        }
    }

    private boolean isEmpty() throws IOException {
        try (var inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        }
    }

    private Path table() {
        return folder.resolve("ranks.csv");
    }

    Path page() {
        return folder.resolve("calibration.html");
    }

    private void read() throws IOException {
        if (!Files.exists(table())) {
            return;
        }
        List<String> lines = Files.readAllLines(table());
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            try {
                int[] row = Arrays.stream(line.split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                require(row.length == names.size() + 1, "%s is damaged: '%s'", table(), line);
                ranks.put(row[0], Arrays.copyOfRange(row, 1, row.length));
            } catch (NumberFormatException e) {
                throw new InputException(table() + " is damaged: '" + line + "'", e);
            }
        }
    }

    synchronized boolean has(int number) {
        return ranks.containsKey(number);
    }

    synchronized int finished() {
        return ranks.size();
    }

    /** Keeps the ranks of a data set. */
    synchronized void put(int number, int[] row) {
        ranks.put(number, row);
        StringBuilder text = new StringBuilder("data_set");
        names.forEach(
                name -> text.append(",\"").append(name.replace("\"", "\"\"")).append('"'));
        text.append('\n');
        ranks.forEach((set, values) -> text.append(set)
                .append(',')
                .append(Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(",")))
                .append('\n'));
        Replacing.write(table(), beside -> Files.writeString(beside, text));
    }

    /** The ranks of one quantity in the first data sets. */
    synchronized int[] of(int quantity, int sets) {
        return ranks.headMap(sets).values().stream()
                .mapToInt(row -> row[quantity])
                .toArray();
    }
}
