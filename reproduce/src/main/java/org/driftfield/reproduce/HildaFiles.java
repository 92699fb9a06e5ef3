package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.store.folder.DataFile;

/** The HILDA survey, dealt out beforehand by whoever has it: three files with the same columns, the last one the target. */
final class HildaFiles implements NetworkSource {
    private static final List<String> FILES = List.of("train.csv", "validation.csv", "test.csv");

    private final Path folder;
    private final List<Table> tables;

    HildaFiles(Request request) {
        this.folder = request.data();
        this.tables = FILES.stream()
                .map(name -> Table.read(folder.resolve(name), CsvOptions.defaults()))
                .toList();
        List<String> names = tables.get(0).names();
        require(
                names.size() >= 2,
                "%s must have inputs and, last, the target; it has %d column",
                FILES.get(0),
                names.size());
        require(
                !names.stream().allMatch(HildaFiles::isNumber),
                "%s must begin with a row of column names, got numbers",
                FILES.get(0));
        for (int f = 1; f < FILES.size(); f++) {
            require(
                    tables.get(f).names().equals(names),
                    "%s must have the columns of %s in the same order: %d from %s to %s, got %d from %s to %s",
                    FILES.get(f),
                    FILES.get(0),
                    names.size(),
                    names.get(0),
                    last(names),
                    tables.get(f).names().size(),
                    tables.get(f).names().get(0),
                    last(tables.get(f).names()));
        }
        tables.forEach(table -> table.numbers(last(names)));
    }

    private static boolean isNumber(String text) {
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String last(List<String> names) {
        return names.get(names.size() - 1);
    }

    @Override
    public String title() {
        return "HILDA: income by Bayesian networks";
    }

    @Override
    public Task task() {
        return Task.REGRESSION;
    }

    @Override
    public List<Integer> hidden() {
        return List.of(50, 50, 50);
    }

    /** As in the authors' program. */
    @Override
    public int particles() {
        return 200;
    }

    @Override
    public int dearer() {
        return 5;
    }

    @Override
    public NetworkData data(long seed) {
        return NetworkData.of(
                tables.get(0),
                last(tables.get(0).names()),
                Task.REGRESSION,
                NetworkData.Part.table(tables.get(1)),
                NetworkData.Part.table(tables.get(2)),
                NaPolicy.ERROR,
                seed);
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        FILES.forEach(name -> settings.put("SHA-256 of " + name, DataFile.sha256(folder.resolve(name))));
        return settings;
    }

    @Override
    public Map<String, PaperRow> paper() {
        return PaperTables.hilda();
    }

    @Override
    public Map<String, String> description() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(
                "Data",
                String.format(
                        Locale.ROOT,
                        "%,d training, %,d validation and %,d test rows (the paper: 14,010, 1,751 and 1,751), the same in"
                                + " every replicate; target '%s'",
                        tables.get(0).rows(),
                        tables.get(1).rows(),
                        tables.get(2).rows(),
                        last(tables.get(0).names())));
        words.put(
                "Coding",
                "Inputs that are numbers are standardised by the training rows, and drawn in logarithmically beyond five"
                        + " standard deviations; text becomes one 0/1 input a level.");
        return words;
    }
}
