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
        int[] some = IntStream.range(0, sampled(rows.length))
                .map(i -> rows[(int) sample(i, rows.length)])
                .toArray();
        Map<String, Range> ranges = new LinkedHashMap<>();
        for (String name : used) {
            if (table.column(name) instanceof NumericColumn numbers) {
                Range range = new Range();
                IntStream.of(rows).forEach(row -> range.add(numbers.values()[row]));
                ranges.put(name, range);
            }
        }
        return of(table, some, ranges, used, changing, known);
    }

    /**
     * The same from some of the rows.
     *
     * @param some those that {@link #isSample} says
     * @param ranges of the numbers in all rows
     */
    static Profile of(
            Table table,
            int[] some,
            Map<String, Range> ranges,
            Set<String> used,
            Set<String> changing,
            Iterable<Categorical> known) {
        Profile profile = new Profile(new LinkedHashSet<>(changing));
        Map<String, Seen> categories = new LinkedHashMap<>();
        for (Categorical categorical : known) {
            categories.put(
                    categorical.column(),
                    new Seen(
                            !categorical.numeric(),
                            categorical.levels().get(categorical.reference()),
                            categorical.levels(),
                            new double[0]));
        }
        for (String name : used) {
            Seen seen = categories.get(name);
            profile.columns.put(name, seen == null ? seen(table.numbers(name), some, ranges.get(name)) : seen);
        }
        return profile;
    }

    private static int sampled(long rows) {
        return (int) Math.min(rows, MOST_SORTED);
    }

    /** Which of so many rows is the i-th that tells how all are spread. */
    private static long sample(long i, long rows) {
        return i * rows / sampled(rows);
    }

    /** Whether a row, counted from 0, is one of those that tell how so many rows are spread. */
    public static boolean isSample(long row, long rows) {
        long i = (row * sampled(rows) + rows - 1) / rows;
        return i < sampled(rows) && sample(i, rows) == row;
    }

    /** The mean and the ends are those of all rows; how the rest is spread, some rows tell as well. */
    private static Seen seen(double[] all, int[] some, Range range) {
        int count = some.length;
        double[] sorted =
                IntStream.of(some).mapToDouble(row -> all[row]).sorted().toArray();
        sorted[0] = range.least();
        sorted[count - 1] = range.largest();
        // Four digits, so that what is said of the place is what it is.
        String typical = new BigDecimal(range.mean(), new MathContext(4))
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
