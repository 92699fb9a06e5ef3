package org.driftfield.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.driftfield.InputException;
import org.driftfield.data.formula.CategoricalSpec;
import org.driftfield.data.formula.Node;
import org.driftfield.data.text.Decimal;
import org.driftfield.data.text.Messages;

/**
 * The levels of a categorical as the training data had them, sorted (numbers by value, text by character), and the one
 * that the others are compared with.
 */
record Categorical(String column, boolean numeric, List<String> levels, int reference) {
    /** A number as it is written where the comma is the decimal mark. */
    private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?");

    Categorical {
        levels = List.copyOf(levels);
    }

    static Categorical fit(CategoricalSpec spec, Table table, int[] rows) {
        Column column = table.column(spec.column(), "formula: ");
        List<String> levels = new ArrayList<>();
        if (column instanceof NumericColumn numbers) {
            double[] values = new double[rows.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = numbers.values()[rows[i]] + 0.0; // makes -0.0 the same level as 0.0
            }
            Arrays.sort(values);
            for (int i = 0; i < values.length; i++) {
                if (i == 0 || values[i] != values[i - 1]) {
                    levels.add(Messages.number(values[i]));
                }
            }
        } else if (column instanceof TextColumn text) {
            BitSet used = new BitSet();
            for (int row : rows) {
                used.set(text.codes()[row]);
            }
            used.stream().forEach(code -> levels.add(text.levels().get(code)));
            Collections.sort(levels);
        }
        boolean numeric = column instanceof NumericColumn;
        int reference = 0;
        if (spec.reference() != null) {
            String wanted = spec.reference();
            double number = Decimal.parse(wanted);
            reference = levels.indexOf(numeric && !Double.isNaN(number) ? Messages.number(number + 0.0) : wanted);
            InputException.require(
                    reference >= 0,
                    "formula: reference level %s is not in column %s of %s; levels: %s",
                    Messages.quote(wanted),
                    Messages.quote(column.name()),
                    table.source(),
                    Messages.list(levels));
        }
        return new Categorical(column.name(), numeric, levels, reference);
    }

    /**
     * Refuses to take a column of text for a categorical, without being told to, when most of its values are numbers: it
     * is much more likely to hold a typing error or an unknown token for missing values.
     */
    static void requireText(Table table, TextColumn column) {
        requireText(table, column, "write C(" + Messages.plain(new Node.Col(column.name())) + ") if it is a category");
    }

    static void requireText(Table table, TextColumn column, String advice) {
        boolean[] number = Table.numberLevels(column);
        int numbers = 0;
        int others = 0;
        int commas = 0;
        String example = "";
        for (int code : column.codes()) {
            if (code >= 0) {
                numbers += number[code] ? 1 : 0;
                others += number[code] ? 0 : 1;
                String level = column.levels().get(code);
                if (!number[code] && DECIMAL_COMMA.matcher(level).matches()) {
                    commas++;
                    example = level;
                }
            }
        }
        InputException.require(
                commas == 0 || 2 * (commas + numbers) <= numbers + others,
                "%s: column %s has decimal commas, such as %s; write its numbers with decimal points",
                table.source(),
                Messages.quote(column.name()),
                Messages.quote(example));
        if (others > 0 && numbers > others) {
            throw table.notANumber(column, " (most values are numbers; " + advice + ")");
        }
    }

    /** Checks that there is something to compare. */
    void requireTwoLevels(Table table, long rows) {
        InputException.require(
                levels.size() >= 2,
                "formula: column %s has one level (%s) in the %d rows used of %s, a categorical needs at least 2",
                Messages.quote(column),
                Messages.quote(levels.get(0)),
                rows,
                table.source());
    }

    /** The level of each row; a value the training data did not have is an error, or -1 if flags are asked for. */
    int[] codes(Table table, int[] rows, UnseenPolicy unseen, BitSet flagged) {
        int[] codes = new int[rows.length];
        if (table.column(column, "formula: ") instanceof TextColumn text) {
            int[] map = new int[text.levels().size()];
            Map<String, Integer> positions = positions();
            for (int k = 0; k < map.length; k++) {
                map[k] = positions.getOrDefault(key(text.levels().get(k)), -1);
            }
            for (int i = 0; i < codes.length; i++) {
                int code = text.codes()[rows[i]];
                codes[i] = code < 0 ? -1 : map[code];
            }
        } else if (numeric) {
            double[] values = table.numbers(column);
            double[] sorted = levels.stream().mapToDouble(Decimal::parse).toArray();
            for (int i = 0; i < codes.length; i++) {
                codes[i] = Math.max(-1, Arrays.binarySearch(sorted, values[rows[i]] + 0.0));
            }
        } else {
            // Text in the training data, but nothing except numbers here.
            double[] values = table.numbers(column);
            Map<String, Integer> positions = positions();
            for (int i = 0; i < codes.length; i++) {
                codes[i] = positions.getOrDefault(Messages.number(values[rows[i]]), -1);
            }
        }
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] < 0) {
                if (unseen == UnseenPolicy.ERROR) {
                    throw unseen(table, rows[i]);
                }
                flagged.set(i);
            }
        }
        return codes;
    }

    InputException unseen(Table table, int row) {
        Column values = table.column(column);
        String value = values instanceof TextColumn text
                ? text.get(row)
                : Messages.number(((NumericColumn) values).values()[row]);
        return new InputException(table.where(row, column) + ": unseen category " + Messages.quote(value) + "; known: "
                + Messages.list(levels));
    }

    private Map<String, Integer> positions() {
        Map<String, Integer> positions = new HashMap<>();
        for (int k = 0; k < levels.size(); k++) {
            positions.put(levels.get(k), k);
        }
        return positions;
    }

    private String key(String text) {
        double number = numeric ? Decimal.parse(text) : Double.NaN;
        return Double.isNaN(number) ? text : Messages.number(number + 0.0);
    }
}
