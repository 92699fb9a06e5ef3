package org.driftfield.report;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A table. The first column names the row; a cell is a text, a number, a {@link Figure}, a {@link Level}, or null where there
 * is nothing to say. How a number is written depends on its column.
 */
public record PageTable(String caption, List<Column> columns, List<List<Object>> rows) implements Content {
    /** How the numbers of a column are written. */
    public enum Format {
        /** As many decimals as the {@link #SCALE} of the same row; four significant digits in a row without one. */
        VALUE,
        /** Three significant digits, which set the decimals of the row: the standard deviation. */
        SCALE,
        /** Two significant digits: an error of an estimate. */
        ERROR,
        /** Three decimals. */
        RATIO,
        /** Four significant digits, without zeros at the end. */
        NUMBER,
        /** A whole number. */
        COUNT
    }

    /** A column; {@code help} says what it holds when a reader asks, and may be empty. */
    public record Column(String name, Format format, String help) {
        public Column(String name, Format format) {
            this(name, format, "");
        }

        /** A column of words. */
        public Column(String name) {
            this(name, Format.NUMBER, "");
        }
    }

    /** A number that is written already, with its error for example; {@code best} sets it in bold. */
    public record Figure(String text, boolean best) {
        @Override
        public String toString() {
            return text;
        }
    }

    public PageTable {
        columns = List.copyOf(columns);
        require(!columns.isEmpty(), "a table needs at least 1 column, got 0");
        var copies = new ArrayList<List<Object>>();
        for (List<Object> row : rows) {
            require(
                    row.size() == columns.size(),
                    "a row of table '%s' needs %d cells, got %d",
                    caption,
                    columns.size(),
                    row.size());
            for (Object cell : row) {
                require(
                        cell == null
                                || cell instanceof String
                                || cell instanceof Number
                                || cell instanceof Figure
                                || cell instanceof Level,
                        "a table cell must be a text, a number, a figure or a level, got %s",
                        cell == null ? null : cell.getClass().getName());
            }
            copies.add(Collections.unmodifiableList(new ArrayList<>(row)));
        }
        rows = Collections.unmodifiableList(copies);
    }

    /** An empty table. */
    public PageTable(String caption, Column... columns) {
        this(caption, List.of(columns), List.of());
    }

    /** This table with one more row. */
    public PageTable row(Object... cells) {
        var more = new ArrayList<>(rows);
        more.add(Arrays.asList(cells));
        return new PageTable(caption, columns, more);
    }

    /** What a cell shows; levels have markup of their own. */
    String text(List<Object> row, int column) {
        Object cell = row.get(column);
        if (cell == null) {
            return "–";
        }
        if (!(cell instanceof Number number)) {
            return cell.toString();
        }
        double value = number.doubleValue();
        return switch (columns.get(column).format()) {
            case VALUE -> Numbers.fixed(value, decimals(row));
            case SCALE -> Numbers.significant(value, 3);
            case ERROR -> Numbers.significant(value, 2);
            case RATIO -> Numbers.fixed(value, 3);
            case NUMBER -> Numbers.plain(value, 4);
            case COUNT -> Numbers.count(value);
        };
    }

    private int decimals(List<Object> row) {
        double largest = 0;
        for (int j = 0; j < columns.size(); j++) {
            if (row.get(j) instanceof Number number) {
                double size = Math.abs(number.doubleValue());
                if (columns.get(j).format() == Format.SCALE && size > 0 && Double.isFinite(size)) {
                    return Numbers.decimals(size, 3);
                }
                if (columns.get(j).format() == Format.VALUE && Double.isFinite(size)) {
                    largest = Math.max(largest, size);
                }
            }
        }
        return Numbers.decimals(largest, 4);
    }
}
