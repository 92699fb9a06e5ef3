package org.driftfield.data;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/** What was seen of the rows of a piece, or of several: how many there are, and which levels. */
public final class SeenRows implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A column with more levels than this is more likely a name or an identifier than a category. */
    private static final int MOST_LEVELS = 100_000;

    private long rows;
    private long complete;
    private final TreeMap<String, Long> missing = new TreeMap<>();
    private final TreeMap<String, TreeSet<String>> words = new TreeMap<>();
    private final TreeMap<String, TreeSet<Double>> numbers = new TreeMap<>();
    private final TreeMap<String, Range> ranges = new TreeMap<>();

    /** Of how many rows. */
    public long rows() {
        return rows;
    }

    /** How many of them lack no value that the formula needs. */
    public long complete() {
        return complete;
    }

    /** How many values are missing, by column, where any are. */
    public Map<String, Integer> missing() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        missing.forEach((name, count) -> counts.put(name, (int) Math.min(Integer.MAX_VALUE, count)));
        return counts;
    }

    /** Takes in what was seen elsewhere. */
    public void add(SeenRows other) {
        rows += other.rows;
        complete += other.complete;
        other.missing.forEach((name, count) -> missing.merge(name, count, Long::sum));
        other.words.forEach((name, levels) -> words(name).addAll(levels));
        other.numbers.forEach((name, levels) -> numbers(name).addAll(levels));
        other.ranges.forEach((name, range) -> range(name).add(range));
        words.forEach((name, levels) -> requireFew(name, levels));
        numbers.forEach((name, levels) -> requireFew(name, levels));
    }

    void count(Table table, int[] kept) {
        rows += table.rows();
        complete += kept.length;
    }

    void count(Column column) {
        long count = 0;
        for (int i = 0; i < column.size(); i++) {
            count += column.isMissing(i) ? 1 : 0;
        }
        if (count > 0) {
            missing.merge(column.name(), count, Long::sum);
        }
    }

    void range(Column column, int[] kept) {
        if (column instanceof NumericColumn values) {
            Range range = range(column.name());
            for (int row : kept) {
                range.add(values.values()[row]);
            }
        }
    }

    private Range range(String column) {
        return ranges.computeIfAbsent(column, name -> new Range());
    }

    /** Of the numbers in the complete rows, by column. */
    Map<String, Range> ranges() {
        return ranges;
    }

    void levels(Column column, int[] kept) {
        if (column instanceof NumericColumn values) {
            for (int row : kept) {
                numbers(column.name()).add(values.values()[row] + 0.0); // makes -0.0 the same level as 0.0
            }
            requireFew(column.name(), numbers(column.name()));
        } else if (column instanceof TextColumn text) {
            for (int row : kept) {
                words(column.name()).add(text.get(row));
            }
            requireFew(column.name(), words(column.name()));
        }
    }

    SortedSet<String> words(String column) {
        return words.computeIfAbsent(column, name -> new TreeSet<>());
    }

    SortedSet<Double> numbers(String column) {
        return numbers.computeIfAbsent(column, name -> new TreeSet<>());
    }

    private static void requireFew(String column, SortedSet<?> levels) {
        InputException.require(
                levels.size() <= MOST_LEVELS,
                "column %s has more than %d levels; is it a name or an identifier?",
                Messages.quote(column),
                MOST_LEVELS);
    }
}
