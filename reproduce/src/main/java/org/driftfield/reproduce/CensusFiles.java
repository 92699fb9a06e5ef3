package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.driftfield.InputException;
import org.driftfield.data.Column;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FileTrouble;

/**
 * The census (adult) data as downloaded from the UCI repository: no header, a question mark for what is missing, and in
 * {@code adult.test} a first line that is none and labels with a full stop. Files with a header and without these quirks are
 * read by the same rules.
 */
final class CensusFiles implements NetworkSource {
    private static final List<String> COLUMNS = List.of(
            "age",
            "workclass",
            "fnlwgt",
            "education",
            "education_num",
            "marital_status",
            "occupation",
            "relationship",
            "race",
            "sex",
            "capital_gain",
            "capital_loss",
            "hours_per_week",
            "native_country",
            "income");
    private static final Set<String> NUMBERS =
            Set.of("age", "fnlwgt", "education_num", "capital_gain", "capital_loss", "hours_per_week");
    private static final Set<String> CLASSES = Set.of("<=50K", ">50K");
    private static final String TARGET = "income";
    private static final double VALIDATION = 0.2;

    private final Path trainFile;
    private final Path testFile;
    private final Rows train;
    private final Rows test;

    /** The rows in which nothing is missing, and how many others there are. */
    private record Rows(Table table, int incomplete) {}

    CensusFiles(Request request) {
        this.trainFile = find(request.data(), "adult.data", "adult_train.csv", "adult_train.csv.gz");
        this.testFile = find(request.data(), "adult.test", "adult_test.csv", "adult_test.csv.gz");
        this.train = read(trainFile);
        this.test = read(testFile);
    }

    private static Path find(Path folder, String... names) {
        for (String name : names) {
            if (Files.isRegularFile(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        throw new InputException(folder + " must have a file " + String.join(" or ", names) + ", it has none");
    }

    private static Rows read(Path file) {
        List<String[]> rows = new ArrayList<>();
        int incomplete = 0;
        String name = file.getFileName().toString();
        try (InputStream bytes = Files.newInputStream(file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        name.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank() || line.startsWith("|") || (number == 1 && line.startsWith(COLUMNS.get(0) + ","))) {
                    continue;
                }
                String[] fields = fields(line, name + " line " + number);
                if (List.of(fields).contains("?")) {
                    incomplete++;
                } else {
                    rows.add(fields);
                }
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("read", file, e);
        }
        require(rows.size() >= 2, "%s must have at least 2 complete rows, got %d", name, rows.size());
        return new Rows(table(name, rows), incomplete);
    }

    private static String[] fields(String line, String where) {
        String[] fields = line.split(",", -1);
        require(
                fields.length == COLUMNS.size(),
                "%s: expected %d fields, got %d",
                where,
                COLUMNS.size(),
                fields.length);
        for (int j = 0; j < fields.length; j++) {
            fields[j] = fields[j].strip();
            if (NUMBERS.contains(COLUMNS.get(j)) && !fields[j].equals("?")) {
                require(
                        fields[j].matches("-?\\d+(\\.\\d+)?"),
                        "%s, column '%s': expected a number, got '%s'",
                        where,
                        COLUMNS.get(j),
                        fields[j]);
            }
        }
        int last = fields.length - 1;
        fields[last] = fields[last].replaceFirst("\\.$", "");
        require(CLASSES.contains(fields[last]), "%s: expected <=50K or >50K, got '%s'", where, fields[last]);
        return fields;
    }

    private static Table table(String source, List<String[]> rows) {
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < COLUMNS.size(); j++) {
            int at = j;
            String name = COLUMNS.get(j);
            columns.add(
                    NUMBERS.contains(name)
                            ? Column.of(
                                    name,
                                    rows.stream()
                                            .mapToDouble(row -> Double.parseDouble(row[at]))
                                            .toArray())
                            : Column.of(name, rows.stream().map(row -> row[at]).toList()));
        }
        return Table.of(source, columns);
    }

    @Override
    public String title() {
        return "Census: income class by Bayesian networks";
    }

    @Override
    public Task task() {
        return Task.BINARY;
    }

    @Override
    public List<Integer> hidden() {
        return List.of(100, 100);
    }

    @Override
    public int particles() {
        return 200;
    }

    @Override
    public int dearer() {
        return 10;
    }

    @Override
    public NetworkData data(long seed) {
        return NetworkData.of(
                train.table,
                TARGET,
                Task.BINARY,
                NetworkData.Part.fraction(VALIDATION),
                NetworkData.Part.table(test.table),
                NaPolicy.ERROR,
                seed);
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Path file : List.of(trainFile, testFile)) {
            settings.put("SHA-256 of " + file.getFileName(), DataFile.sha256(file));
        }
        return settings;
    }

    @Override
    public Map<String, PaperRow> paper() {
        return PaperTables.census();
    }

    @Override
    public Map<String, String> description() {
        int rows = train.table.rows();
        int validation = (int) Math.round(VALIDATION * rows);
        Map<String, String> words = new LinkedHashMap<>();
        words.put(
                "Data",
                String.format(
                        Locale.ROOT,
                        "%s and %s, complete rows only: %,d and %,d (%,d and %,d with a missing value are left out)",
                        trainFile.getFileName(),
                        testFile.getFileName(),
                        rows,
                        test.table.rows(),
                        train.incomplete,
                        test.incomplete));
        words.put(
                "Split",
                String.format(
                        Locale.ROOT,
                        "%s is dealt out, with the same share of both classes, to training (about %,d rows) and validation"
                                + " (about %,d) by the seed of each replicate; %s is the test",
                        trainFile.getFileName(),
                        rows - validation,
                        validation,
                        testFile.getFileName()));
        words.put(
                "Coding",
                data(1).train().inputs() + " inputs: the six numbers (age, fnlwgt, education_num, capital_gain,"
                        + " capital_loss, hours_per_week) standardised by the training rows and drawn in logarithmically beyond"
                        + " five standard deviations; every level of the eight categories a 0/1 input, none left out as a"
                        + " reference (the paper: 103 inputs, coding not told)");
        return words;
    }
}
