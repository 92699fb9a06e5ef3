package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.driftfield.data.Column;
import org.driftfield.data.NumericColumn;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;

/**
 * The rows of a file that make up one series, in the order of time.
 *
 * @param rows which, counted from 0
 * @param times what their times are called; empty when they have no names
 * @param notes what was done to the order
 */
record SvRows(Table table, int[] rows, List<String> times, List<String> notes) {
    /** How times may be written if they are to be put in order; the first that fits all of them counts. */
    private static final List<Function<String, Comparable<?>>> CLOCKS = List.of(
            LocalDate::parse,
            text -> LocalDateTime.parse(text.replace(' ', 'T')),
            text -> LocalDate.parse(text, DateTimeFormatter.ofPattern("uuuu/MM/dd")),
            text -> LocalDate.parse(text, DateTimeFormatter.ofPattern("dd.MM.uuuu")),
            Double::valueOf);

    /**
     * Picks them.
     *
     * @param series the column that names the series and the name wanted; null for a file of one series
     * @param time the column of times; null for none
     */
    static SvRows of(Table table, SvSeries series, String time) {
        int[] rows = IntStream.range(0, table.rows())
                .filter(row -> series == null || series.value().equals(text(table, series.column(), row)))
                .toArray();
        if (series != null) {
            require(
                    rows.length > 0,
                    "%s, column '%s': no row has '%s'",
                    table.source(),
                    series.column(),
                    series.value());
        }
        if (time == null) {
            return new SvRows(table, rows, List.of(), List.of());
        }
        return inOrder(table, rows, time);
    }

    /** The names in a column, in the order in which they first stand there. */
    static Set<String> names(Table table, String column) {
        Set<String> names = new LinkedHashSet<>();
        for (int row = 0; row < table.rows(); row++) {
            names.add(text(table, column, row));
        }
        return names;
    }

    private static String text(Table table, String name, int row) {
        Column column = table.column(name);
        require(!column.isMissing(row), "%s, column '%s': the value is missing", table.where(row), name);
        if (column instanceof TextColumn texts) {
            return texts.get(row);
        }
        // Rows that are no text, as those of Parquet, have numbers for times.
        double value = ((NumericColumn) column).values()[row];
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static SvRows inOrder(Table table, int[] rows, String time) {
        List<String> times = new ArrayList<>();
        Map<String, Integer> where = new HashMap<>();
        for (int row : rows) {
            String own = text(table, time, row);
            Integer before = where.put(own, row);
            require(
                    before == null,
                    "%s, column '%s': the time '%s' stands there a second time, first at %s; for several series in one"
                            + " file name their column with --series",
                    table.where(row),
                    time,
                    own,
                    before == null ? "" : table.where(before));
            times.add(own);
        }
        List<? extends Comparable<?>> parsed = parsed(times);
        if (parsed.isEmpty() || ascends(parsed)) {
            return new SvRows(table, rows, times, List.of());
        }
        int[] order = IntStream.range(0, rows.length)
                .boxed()
                .sorted((a, b) -> compare(parsed.get(a), parsed.get(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        return new SvRows(
                table,
                IntStream.of(order).map(k -> rows[k]).toArray(),
                IntStream.of(order).mapToObj(times::get).toList(),
                List.of("The rows were not in the order of '" + time + "': they have been sorted."));
    }

    /** The times as what they mean; empty when they cannot be read. */
    private static List<? extends Comparable<?>> parsed(List<String> times) {
        for (Function<String, Comparable<?>> clock : CLOCKS) {
            List<? extends Comparable<?>> all = times.stream()
                    .map(text -> read(clock, text))
                    .takeWhile(Objects::nonNull)
                    .toList();
            if (all.size() == times.size()) {
                return all;
            }
        }
        return List.of();
    }

    private static Comparable<?> read(Function<String, Comparable<?>> clock, String text) {
        try {
            return clock.apply(text.trim());
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    @SuppressWarnings("unchecked") // All are of one clock, and so of one type.
    private static int compare(Comparable<?> a, Comparable<?> b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static boolean ascends(List<? extends Comparable<?>> times) {
        return IntStream.range(1, times.size()).allMatch(k -> compare(times.get(k - 1), times.get(k)) < 0);
    }

    /** The numbers of a column in these rows. */
    double[] numbers(String column) {
        double[] all = table.numbers(column);
        return IntStream.of(rows).mapToDouble(row -> all[row]).toArray();
    }
}
