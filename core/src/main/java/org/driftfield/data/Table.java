package org.driftfield.data;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.driftfield.InputException;
import org.driftfield.data.text.Decimal;
import org.driftfield.data.text.Lines;
import org.driftfield.data.text.Messages;

/** Rows of data in named, typed columns, which can say where each row came from. */
public final class Table {
    private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d*,\\d+([eE][+-]?\\d+)?");

    private final String source;
    private final int rows;
    private final Map<String, Column> columns;
    private final List<String> header;
    private final Lines lines;
    private final Set<String> missingTokens;
    private final long firstRow;

    Table(String source, List<Column> columns, List<String> header, Lines lines, Set<String> missingTokens) {
        this(source, columns, header, lines, missingTokens, 0);
    }

    private Table(
            String source,
            List<Column> columns,
            List<String> header,
            Lines lines,
            Set<String> missingTokens,
            long firstRow) {
        this.firstRow = firstRow;
        this.source = source;
        this.rows = columns.isEmpty() ? 0 : columns.get(0).size();
        this.columns = new LinkedHashMap<>();
        for (Column column : columns) {
            InputException.require(
                    column.size() == rows,
                    "%s: column %s must have %d values like the first, got %d",
                    source,
                    Messages.quote(column.name()),
                    rows,
                    column.size());
            InputException.require(
                    this.columns.put(column.name(), column) == null,
                    "%s: two columns are named %s",
                    source,
                    Messages.quote(column.name()));
        }
        this.header = header;
        this.lines = lines;
        this.missingTokens = missingTokens;
    }

    /**
     * Reads a CSV file: a header row, then rows of as many fields; fields may be quoted and then hold separators, quotes
     * (doubled) and line ends; UTF-8, plain or gzipped. Spaces around unquoted fields are dropped and blank lines
     * skipped. A column is numeric if every field that is not missing is a number, otherwise text.
     */
    public static Table read(Path file, CsvOptions options) {
        return new CsvLoader(file, options).load();
    }

    /** A table of columns made in a program; the source names it in messages. */
    public static Table of(String source, List<Column> columns) {
        return new Table(
                source, columns, columns.stream().map(Column::name).toList(), null, CsvOptions.DEFAULT_MISSING);
    }

    /** The same as a piece of something longer, in which so many rows stand before it. */
    public Table startingAt(long row) {
        return new Table(source, List.copyOf(columns.values()), header, lines, missingTokens, row);
    }

    /** The same with other fields that mean "no value", where the fields of a file were read elsewhere. */
    public Table withMissingTokens(Set<String> tokens) {
        return new Table(source, List.copyOf(columns.values()), header, lines, tokens, firstRow);
    }

    long firstRow() {
        return firstRow;
    }

    /** The name of the file, for messages. */
    public String source() {
        return source;
    }

    public int rows() {
        return rows;
    }

    /** The names of the columns held. */
    public List<String> names() {
        return List.copyOf(columns.keySet());
    }

    public boolean has(String name) {
        return columns.containsKey(name);
    }

    /** The column of that name; says which ones there are when there is none. */
    public Column column(String name) {
        return column(name, "");
    }

    Column column(String name, String asker) {
        Column column = columns.get(name);
        if (column == null) {
            InputException.require(
                    !header.contains(name), "%scolumn %s of %s was not read", asker, Messages.quote(name), source);
            String near = Messages.closest(name, header);
            throw new InputException(asker + "no column " + Messages.quote(name) + " in " + source
                    + (near == null ? "; columns: " : "; did you mean " + Messages.quote(near) + "? columns: ")
                    + Messages.list(header));
        }
        return column;
    }

    /** The numbers of a column (NaN where missing, not to be changed); a value that is none is an error naming it. */
    public double[] numbers(String name) {
        Column column = column(name);
        if (column instanceof NumericColumn numeric) {
            return numeric.values();
        }
        TextColumn text = (TextColumn) column;
        InputException complaint = notANumber(text, "");
        if (complaint != null) {
            throw complaint;
        }
        double[] levels = text.levels().stream().mapToDouble(Decimal::parse).toArray();
        double[] values = new double[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = text.isMissing(i) ? Double.NaN : levels[text.codes()[i]];
        }
        return values;
    }

    /** The complaint about the first value of the column that is not a number, null if all are. */
    InputException notANumber(TextColumn column, String advice) {
        boolean[] number = numberLevels(column);
        for (int row = 0; row < rows; row++) {
            if (!column.isMissing(row) && !number[column.codes()[row]]) {
                boolean comma = DECIMAL_COMMA.matcher(column.get(row)).matches();
                return new InputException(where(row, column.name()) + ": expected a number, got "
                        + Messages.quote(column.get(row))
                        + (comma ? "; decimals must have a point, not a comma" : "")
                        + advice);
            }
        }
        return null;
    }

    static boolean[] numberLevels(TextColumn column) {
        boolean[] number = new boolean[column.levels().size()];
        for (int level = 0; level < number.length; level++) {
            number[level] = !Double.isNaN(Decimal.parse(column.levels().get(level)));
        }
        return number;
    }

    /** Where a row came from, as in {@code wages.csv line 17}. */
    public String where(int row) {
        return lines == null ? source + " row " + (firstRow + row + 1) : source + " line " + lines.of(row);
    }

    String where(int row, String column) {
        return where(row) + ", column " + Messages.quote(column);
    }

    Set<String> missingTokens() {
        return missingTokens;
    }
}
