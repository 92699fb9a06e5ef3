package org.driftfield.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.driftfield.data.text.Decimal;

/**
 * What the columns behind some predictors look like: enough to change one of them while the others stay where they are,
 * numbers at their mean and categories at the one that others are compared with.
 */
public final class Profile {
    /** Places along a number: more than a curve needs. */
    private static final int PLACES = 51;

    private static final int MOST_SEEN = 200;
    private static final int MOST_SORTED = 10_000;

    /** A number with no more values than this is shown as categories are. */
    private static final int FEW_VALUES = 2;

    /** Levels beyond which nobody reads them. */
    private static final int MOST_LEVELS = 40;

    private final Map<String, Seen> columns = new LinkedHashMap<>();
    private final Set<String> changing;

    /** One column; {@code levels} is empty for a number with many values, {@code values} for text. */
    private record Seen(boolean text, String typical, List<String> levels, double[] values) {}

    private Profile(Set<String> changing) {
        this.changing = changing;
    }

    /** The profile of the columns that a formula uses, in these rows. */
    static Profile of(Table table, int[] rows, Set<String> used, Set<String> changing, Iterable<Categorical> known) {
        Profile profile = new Profile(new LinkedHashSet<>(changing));
        for (String name : used) {
            profile.columns.put(name, seen(table, rows, name));
        }
        for (Categorical categorical : known) {
            profile.columns.put(
                    categorical.column(),
                    new Seen(
                            !categorical.numeric(),
                            categorical.levels().get(categorical.reference()),
                            categorical.levels(),
                            new double[0]));
        }
        return profile;
    }

    private static Seen seen(Table table, int[] rows, String name) {
        if (table.column(name) instanceof TextColumn text) {
            List<String> levels = IntStream.of(rows)
                    .mapToObj(text::get)
                    .distinct()
                    .sorted()
                    .limit(MOST_LEVELS + 1L)
                    .toList();
            return new Seen(true, levels.get(0), levels, new double[0]);
        }
        double[] all = table.numbers(name);
        // The mean and the ends are those of all rows; how the rest is spread, some rows tell as well.
        var statistics = IntStream.of(rows).mapToDouble(i -> all[i]).summaryStatistics();
        int count = Math.min(rows.length, MOST_SORTED);
        double[] sorted = IntStream.range(0, count)
                .mapToDouble(i -> all[rows[(int) ((long) i * rows.length / count)]])
                .sorted()
                .toArray();
        sorted[0] = statistics.getMin();
        sorted[count - 1] = statistics.getMax();
        // Four digits, so that what is said of the place is what it is.
        String typical = new BigDecimal(statistics.getAverage(), new MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
        double[] few = Arrays.stream(sorted).distinct().limit(FEW_VALUES + 1L).toArray();
        if (few.length <= FEW_VALUES) {
            return new Seen(
                    false, typical, Arrays.stream(few).mapToObj(Profile::plain).toList(), new double[0]);
        }
        double[] values = new double[Math.min(count, MOST_SEEN)];
        for (int i = 0; i < values.length; i++) {
            values[i] = sorted[(int) ((long) i * (count - 1) / (values.length - 1))];
        }
        return new Seen(false, typical, List.of(), values);
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    /** The columns that can be changed one at a time. */
    public List<String> columns() {
        return changing.stream()
                .filter(name -> columns.get(name).levels().size() <= MOST_LEVELS)
                .toList();
    }

    /** The categories of a column; empty where it is a number of many values. */
    public List<String> levels(String column) {
        return columns.get(column).levels();
    }

    /** Values that the data have, spread as theirs are; empty for categories. */
    public double[] values(String column) {
        return columns.get(column).values().clone();
    }

    /** Where a column stays while others change. */
    public Map<String, String> held() {
        Map<String, String> held = new LinkedHashMap<>();
        columns.forEach((name, seen) -> held.put(name, seen.typical()));
        return held;
    }

    /** Where a number is looked at: evenly from the least to the largest. */
    public double[] places(String column) {
        double[] values = columns.get(column).values();
        double low = values[0];
        double high = values[values.length - 1];
        double[] places = new double[PLACES];
        Arrays.setAll(places, i -> i == PLACES - 1 ? high : low + (high - low) * i / (PLACES - 1));
        return places;
    }

    /** Rows in which one column changes and the others stay. */
    public Table along(String column) {
        List<String> levels = levels(column);
        double[] places = levels.isEmpty() ? places(column) : new double[levels.size()];
        List<Column> made = new ArrayList<>();
        columns.forEach((name, seen) -> {
            List<String> words = name.equals(column) ? levels : Collections.nCopies(places.length, seen.typical());
            if (seen.text()) {
                made.add(Column.of(name, words));
            } else {
                made.add(Column.of(
                        name,
                        words.isEmpty()
                                ? places
                                : words.stream().mapToDouble(Decimal::parse).toArray()));
            }
        });
        return Table.of("effects", made);
    }
}
