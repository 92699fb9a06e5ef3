package org.driftfield.data;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.data.formula.CategoricalSpec;
import org.driftfield.data.text.Messages;

/**
 * How the columns of a table become the inputs of a network: every column but the target is used; numbers are standardised
 * by the mean and standard deviation of the training rows, and drawn in beyond five of these; text becomes one 0/1 input per level. No level is left out as a
 * reference: the prior on the weights makes the coding identified, and treats all levels alike. A column with one value is
 * left out. The same coding is made from new data, and can be written to and read from plain maps.
 */
public final class Encoding {
    /** A column of text with more levels than this is more likely a name or an identifier than a category. */
    private static final int MOST_LEVELS = 1000;

    /** A row further out than this would have a say in the network out of proportion to what it tells. */
    private static final double FAR = 5;

    private final String target;
    private final Categorical classes;
    private final Map<String, double[]> numbers;
    private final Map<String, Categorical> categories;
    private final Set<String> missingTokens;
    private final List<String> names;

    Encoding(
            String target,
            Categorical classes,
            Map<String, double[]> numbers,
            Map<String, Categorical> categories,
            Set<String> missingTokens) {
        this.target = target;
        this.classes = classes;
        this.numbers = numbers;
        this.categories = categories;
        this.missingTokens = missingTokens;
        List<String> all = new ArrayList<>(numbers.keySet());
        categories.forEach((name, categorical) ->
                categorical.levels().forEach(level -> all.add(name + "[" + Messages.plain(level) + "]")));
        this.names = List.copyOf(all);
    }

    /**
     * Learns the coding. Levels of inputs are taken from all the rows given, so that a rare level that only a test row has
     * gets an input of its own, whose weights then know no more than their prior; means and spreads are those of the
     * training rows alone.
     *
     * @param target the column to predict
     * @param asClasses whether its values are classes rather than numbers
     * @param train the training rows of the table, complete
     * @param others complete rows whose levels are to be known too: by table
     */
    public static Encoding fit(String target, boolean asClasses, Table table, int[] train, Map<Table, int[]> others) {
        Column column = table.column(target, "target: ");
        require(train.length >= 2, "%s: training needs at least 2 complete rows, got %d", table.source(), train.length);
        Categorical classes = null;
        if (asClasses) {
            classes = Categorical.fit(new CategoricalSpec(target, null), table, train);
            require(
                    classes.levels().size() >= 2,
                    "%s: target %s must have at least 2 classes in the training rows, got only %s",
                    table.source(),
                    Messages.quote(target),
                    Messages.quote(classes.levels().get(0)));
            require(
                    classes.levels().size() <= MOST_LEVELS,
                    "%s: target %s has %d classes, at most %d can be told apart; is it a number to predict?",
                    table.source(),
                    Messages.quote(target),
                    classes.levels().size(),
                    MOST_LEVELS);
        } else {
            double[] values = table.numbers(column.name());
            double[] mean = moments(values, train, table, target);
            require(
                    mean[1] > 0,
                    "%s: target %s has the same value %s in all training rows",
                    table.source(),
                    Messages.quote(target),
                    Messages.number(values[train[0]]));
        }
        Map<String, double[]> numbers = new LinkedHashMap<>();
        Map<String, Categorical> categories = new LinkedHashMap<>();
        for (String name : table.names()) {
            if (name.equals(target)) {
                continue;
            }
            if (table.column(name) instanceof TextColumn text) {
                if (!text.isAsked()) {
                    Categorical.requireText(
                            table, text, "read the column as text, as --categories has it, if it is a category");
                }
                Categorical fitted = levels(name, table, train, others);
                require(
                        fitted.levels().size() <= MOST_LEVELS,
                        "%s: column %s of text has %d levels, at most %d can be coded; leave it out",
                        table.source(),
                        Messages.quote(name),
                        fitted.levels().size(),
                        MOST_LEVELS);
                if (fitted.levels().size() > 1) {
                    categories.put(name, fitted);
                }
            } else {
                double[] moments = moments(table.numbers(name), train, table, name);
                if (moments[1] > 0) {
                    numbers.put(name, moments);
                }
            }
        }
        require(
                !numbers.isEmpty() || !categories.isEmpty(),
                "%s: no column besides the target %s varies over the training rows",
                table.source(),
                Messages.quote(target));
        return new Encoding(target, classes, numbers, categories, table.missingTokens());
    }

    private static Categorical levels(String name, Table table, int[] train, Map<Table, int[]> others) {
        CategoricalSpec spec = new CategoricalSpec(name, null);
        Set<String> all = new TreeSet<>(Categorical.fit(spec, table, train).levels());
        others.forEach((other, rows) -> {
            other.column(name, "input: ");
            if (rows.length > 0) {
                all.addAll(Categorical.fit(spec, other, rows).levels());
            }
        });
        return new Categorical(name, false, List.copyOf(all), 0);
    }

    /** Mean and standard deviation; the latter 0 where it is lost in rounding. */
    private static double[] moments(double[] values, int[] rows, Table table, String name) {
        double sum = 0;
        for (int row : rows) {
            requireFinite(values[row], table, row, name);
            sum += values[row] / rows.length;
        }
        double squares = 0;
        for (int row : rows) {
            squares += (values[row] - sum) * (values[row] - sum) / (rows.length - 1);
        }
        double sd = Math.sqrt(squares);
        require(
                Double.isFinite(sd),
                "%s: the numbers of column %s are too large to standardise",
                table.source(),
                Messages.quote(name));
        return new double[] {sum, sd <= 1e-12 * Math.abs(sum) ? 0 : sd};
    }

    private static void requireFinite(double value, Table table, int row, String name) {
        if (!Double.isFinite(value)) {
            throw new InputException(
                    table.where(row, name) + ": expected a finite number, got " + Messages.number(value));
        }
    }

    /** The rows of a table that have a value in each of these columns. */
    public static int[] completeRows(Table table, Set<String> columns, NaPolicy missing) {
        return Recipe.completeRows(table, columns, missing);
    }

    /** The class of each of these complete rows as a number, before any coding is learned: equal classes, equal numbers. */
    public static double[] classNumbers(Table table, String target, int[] rows) {
        double[] numbers = new double[rows.length];
        Column column = table.column(target, "target: ");
        for (int i = 0; i < rows.length; i++) {
            numbers[i] = column instanceof TextColumn text
                    ? text.codes()[rows[i]]
                    : ((NumericColumn) column).values()[rows[i]];
        }
        return numbers;
    }

    /** Codes new data, which need not have the target; rows that lack an input are left out or an error. */
    public EncodedRows newRows(Table table, NaPolicy missing, UnseenPolicy unseen) {
        Set<String> used = new LinkedHashSet<>(numbers.keySet());
        used.addAll(categories.keySet());
        used.forEach(name -> table.column(name, "input: "));
        return rows(table, Recipe.rowsWithValues(table, used, missing), unseen);
    }

    /** Codes these rows, which have a value in every input. */
    public EncodedRows rows(Table table, int[] rows, UnseenPolicy unseen) {
        int width = names.size();
        require(
                (long) rows.length * width <= Integer.MAX_VALUE - 8,
                "%s: %d rows of %d inputs are %d numbers, at most %d fit",
                table.source(),
                rows.length,
                width,
                (long) rows.length * width,
                Integer.MAX_VALUE - 8);
        float[] x = new float[rows.length * width];
        BitSet flagged = new BitSet();
        int at = 0;
        for (Map.Entry<String, double[]> entry : numbers.entrySet()) {
            double[] values = table.numbers(entry.getKey());
            double[] moments = entry.getValue();
            for (int i = 0; i < rows.length; i++) {
                requireFinite(values[rows[i]], table, rows[i], entry.getKey());
                x[i * width + at] = (float) squash((values[rows[i]] - moments[0]) / moments[1]);
            }
            at++;
        }
        for (Categorical categorical : categories.values()) {
            int[] codes = categorical.codes(table, rows, unseen, flagged);
            for (int i = 0; i < rows.length; i++) {
                if (codes[i] >= 0) {
                    x[i * width + at + codes[i]] = 1;
                }
            }
            at += categorical.levels().size();
        }
        flagged.stream().forEach(i -> Arrays.fill(x, i * width, (i + 1) * width, Float.NaN));
        return new EncodedRows(x, table.has(target) ? targets(table, rows, unseen) : null, rows, width, flagged);
    }

    /** Linear up to {@link #FAR} standard deviations from the mean, logarithmic beyond, with a continuous slope. */
    private static double squash(double z) {
        double beyond = Math.abs(z) - FAR;
        return beyond <= 0 ? z : Math.copySign(FAR + Math.log1p(beyond), z);
    }

    private double[] targets(Table table, int[] rows, UnseenPolicy unseen) {
        double[] y = new double[rows.length];
        if (classes == null) {
            double[] values = table.numbers(target);
            for (int i = 0; i < y.length; i++) {
                y[i] = values[rows[i]];
            }
            return y;
        }
        Column column = table.column(target);
        int[] codes = classes.codes(table, rows, UnseenPolicy.FLAG, new BitSet());
        for (int i = 0; i < y.length; i++) {
            if (codes[i] < 0 && unseen == UnseenPolicy.ERROR && !column.isMissing(rows[i])) {
                throw classes.unseen(table, rows[i]);
            }
            y[i] = codes[i] < 0 ? Double.NaN : codes[i];
        }
        return y;
    }

    /** What the columns of the inputs look like in these rows of a table. */
    public Profile profile(Table table, int[] rows) {
        Set<String> used = new LinkedHashSet<>(numbers.keySet());
        used.addAll(categories.keySet());
        return Profile.of(table, rows, used, used, categories.values());
    }

    public String target() {
        return target;
    }

    /** The classes of the target in the order of their numbers; empty where it is a number. */
    public List<String> classes() {
        return classes == null ? List.of() : classes.levels();
    }

    /** The names of the inputs. */
    public List<String> names() {
        return names;
    }

    /** How to read a file of new data: the same tokens for missing values, the columns needed, text kept as text. */
    public CsvOptions csvOptions() {
        Set<String> columns = new TreeSet<>(numbers.keySet());
        columns.addAll(categories.keySet());
        columns.add(target);
        Set<String> text = new TreeSet<>(categories.keySet());
        if (classes != null && !classes.numeric()) {
            text.add(target);
        }
        return CsvOptions.defaults()
                .withMissing(missingTokens)
                .withColumns(columns)
                .withText(text);
    }

    /** Everything as maps, lists, strings and numbers, for a JSON file; {@link #fromMap} reads it back. */
    public Map<String, Object> toMap() {
        return EncodingMap.write(this, classes, numbers, categories, missingTokens);
    }

    /** Reads what {@link #toMap} wrote; what does not fit is an error that names the entry. */
    public static Encoding fromMap(Map<String, ?> map) {
        return EncodingMap.read(map);
    }
}
