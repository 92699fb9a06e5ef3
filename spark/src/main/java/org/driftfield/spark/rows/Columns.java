package org.driftfield.spark.rows;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.driftfield.InputException;
import org.driftfield.data.Column;
import org.driftfield.data.ColumnBuilder;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;

/**
 * How the first columns of Spark's rows become columns of a table.
 *
 * @param source what the data are called in messages
 * @param names of the columns
 * @param text which of them are text, the others being numbers
 * @param asked those that somebody asked to be read as text
 * @param csv how fields are to be understood where all columns are the text of a file; null where columns have types
 */
public record Columns(String source, List<String> names, boolean[] text, Set<String> asked, CsvLike csv)
        implements Serializable {
    /**
     * The part of {@link CsvOptions} that concerns fields.
     *
     * @param missing the fields that mean "no value"
     */
    public record CsvLike(Set<String> missing) implements Serializable {
        CsvOptions options() {
            return CsvOptions.defaults().withMissing(missing);
        }
    }

    /** Columns with the types that Spark gives them. */
    public static Columns typed(String source, StructType schema) {
        return typed(source, schema, Set.of());
    }

    /**
     * Columns with the types that Spark gives them.
     *
     * @param asText those that are text whatever Spark says
     */
    public static Columns typed(String source, StructType schema, Set<String> asText) {
        StructField[] fields = schema.fields();
        boolean[] text = new boolean[fields.length];
        List<String> names = new ArrayList<>();
        for (int j = 0; j < fields.length; j++) {
            text[j] = isText(source, fields[j]) || asText.contains(fields[j].name());
            names.add(fields[j].name());
        }
        return new Columns(source, names, text, asText, null);
    }

    private static boolean isText(String source, StructField field) {
        DataType type = field.dataType();
        boolean text = type instanceof StringType
                || type instanceof BooleanType
                || type instanceof DateType
                || type instanceof TimestampType
                || type.equals(DataTypes.TimestampNTZType);
        InputException.require(
                text || type instanceof NumericType,
                "%s, column '%s': expected numbers or text, got %s",
                source,
                field.name(),
                type.simpleString());
        return text;
    }

    /** Columns whose fields are the text of a file; which are numbers is to be seen, but for those that are to be text. */
    public static Columns untyped(String source, List<String> names, CsvOptions options) {
        boolean[] text = new boolean[names.size()];
        for (int j = 0; j < text.length; j++) {
            text[j] = options.text().contains(names.get(j));
        }
        return new Columns(source, names, text, options.text(), new CsvLike(options.missing()));
    }

    /** The same under another name in messages. */
    public Columns called(String other) {
        return new Columns(other, names, text, asked, csv);
    }

    Columns withText(boolean[] which) {
        return new Columns(source, names, which, asked, csv);
    }

    /** The names of those that are numbers. */
    Set<String> numbers() {
        Set<String> numbers = new LinkedHashSet<>(names);
        for (int j = 0; j < text.length; j++) {
            if (text[j]) {
                numbers.remove(names.get(j));
            }
        }
        return numbers;
    }

    /** Which columns are text as far as these rows tell; for fields of a file. */
    boolean[] seenText(List<Row> rows) {
        boolean[] seen = new boolean[names.size()];
        for (int j = 0; j < seen.length; j++) {
            ColumnBuilder builder = new ColumnBuilder(names.get(j), csv.options(), text[j]);
            add(builder, rows, j);
            seen[j] = builder.isMixed() || builder.build() instanceof TextColumn;
        }
        return seen;
    }

    /** Adds the fields that stand at a place of the rows. */
    private static void add(ColumnBuilder builder, List<Row> rows, int place) {
        char[] buffer = new char[64];
        for (Row row : rows) {
            String field = field(row, place);
            int length = field == null ? 0 : field.length();
            if (length > buffer.length) {
                buffer = new char[2 * length];
            }
            if (length > 0) {
                field.getChars(0, length, buffer, 0);
            }
            builder.add(buffer, 0, length);
        }
    }

    /** A field of a file of text, null for none. What the names of sub-folders say, as in {@code year=2024}, Spark gives a type. */
    public static String field(Row row, int place) {
        Object value = row.get(place);
        return value == null ? null : value.toString();
    }

    /** The columns without rows. */
    public Table empty() {
        return table(List.of(), 0);
    }

    /** Some rows as a table. */
    public Table table(List<Row> rows, long first) {
        return table(rows, first, IntStream.range(0, names.size()).toArray());
    }

    /** Some rows as a table, whose columns stand at these places of the rows. */
    public Table table(List<Row> rows, long first, int[] places) {
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            Column column = csv != null
                    ? fields(rows, j, places[j])
                    : text[j] ? words(rows, j, places[j]) : numbers(rows, j, places[j]);
            columns.add(asked.contains(column.name()) && column instanceof TextColumn words ? words.asAsked() : column);
        }
        Table table = Table.of(source, columns).startingAt(first);
        return csv == null ? table : table.withMissingTokens(csv.missing());
    }

    private Column fields(List<Row> rows, int j, int place) {
        ColumnBuilder builder = new ColumnBuilder(names.get(j), csv.options(), text[j]);
        add(builder, rows, place);
        return builder.build();
    }

    private Column numbers(List<Row> rows, int j, int place) {
        double[] values = new double[rows.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = rows.get(i).get(place);
            values[i] = value == null
                    ? Double.NaN
                    : value instanceof BigDecimal decimal ? decimal.doubleValue() : ((Number) value).doubleValue();
        }
        return Column.of(names.get(j), values);
    }

    private Column words(List<Row> rows, int j, int place) {
        List<String> values = new ArrayList<>(rows.size());
        for (Row row : rows) {
            values.add(field(row, place));
        }
        return Column.of(names.get(j), values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Columns columns
                && source.equals(columns.source)
                && names.equals(columns.names)
                && Arrays.equals(text, columns.text);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return source + " " + names;
    }
}
