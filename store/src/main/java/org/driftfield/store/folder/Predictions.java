package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.InputException;

/** What a fit says of rows: named columns, of which all but the names of classes are numbers; NaN where nothing can be said. */
public final class Predictions {
    private static final String OBSERVATION = "observation_";

    private final int[] numbers;
    private final String done;
    private final Map<String, Object> columns = new LinkedHashMap<>();

    private Predictions(int[] numbers, String done) {
        this.numbers = numbers;
        this.done = done;
    }

    /** Of what is not known yet: its mean, standard deviation and quantiles. */
    public record Interval(double mean, double sd, double q05, double q50, double q95) {}

    /** None yet, of the rows 1 to {@code rows} of a table; {@code done} says in a few words what was done. */
    public static Predictions ofAll(int rows, String done) {
        return new Predictions(IntStream.rangeClosed(1, rows).toArray(), done);
    }

    /** None yet, of some rows of a table, counted from 1. */
    public static Predictions of(int[] rows) {
        return new Predictions(rows.clone(), "");
    }

    /** Adds a column of numbers. */
    public Predictions with(String name, double[] values) {
        columns.put(name, values);
        return this;
    }

    /** Adds a column of words; null where there is none. */
    public Predictions with(String name, String[] values) {
        columns.put(name, values);
        return this;
    }

    /** How many rows there are. */
    public int rows() {
        return numbers.length;
    }

    /** The names of the columns. */
    public List<String> columns() {
        return List.copyOf(columns.keySet());
    }

    /** Whether a column holds words in place of numbers. */
    public boolean isText(String column) {
        return columns.get(column) instanceof String[];
    }

    /** A number. */
    public double get(int row, String column) {
        return numbers(column)[row];
    }

    /** The numbers of a column, by row; not a copy. */
    public double[] numbers(String column) {
        if (columns.get(column) instanceof double[] values) {
            return values;
        }
        throw new InputException("the predictions have no numbers '" + column + "'; they have " + columns());
    }

    /** A word; null where there is none. */
    public String text(int row, String column) {
        return texts(column)[row];
    }

    /** The words of a column, by row; not a copy. */
    public String[] texts(String column) {
        if (columns.get(column) instanceof String[] values) {
            return values;
        }
        throw new InputException("the predictions have no words '" + column + "'; they have " + columns());
    }

    /** What a new observation of the row would be. */
    public Interval interval(int row) {
        String of = columns.containsKey(OBSERVATION + "mean") ? OBSERVATION : "";
        require(columns.containsKey(of + "q05"), "classes have probabilities and no interval; see %s", columns());
        return new Interval(
                get(row, of + "mean"),
                get(row, of + "sd"),
                get(row, of + "q05"),
                get(row, of + "q50"),
                get(row, of + "q95"));
    }

    /** What was done, in a few words. */
    public String done() {
        return done;
    }

    /** Writes them as CSV, gzipped if the name says so, beside the file and then into its place. */
    public void write(Path file) {
        Replacing.write(file, this::writeTo);
    }

    /** Writes them as CSV. */
    public void writeTo(Path file) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("row");
            for (String name : columns.keySet()) {
                csv.text(name);
            }
            csv.end();
            for (int i = 0; i < numbers.length; i++) {
                csv.number(numbers[i]);
                for (Object column : columns.values()) {
                    if (column instanceof double[] values) {
                        csv.number(values[i]);
                    } else if (((String[]) column)[i] == null) {
                        csv.number(Double.NaN);
                    } else {
                        csv.text(((String[]) column)[i]);
                    }
                }
                csv.end();
            }
        }
    }

    /** A column without a number yet. */
    public static double[] unknown(int rows) {
        double[] values = new double[rows];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
