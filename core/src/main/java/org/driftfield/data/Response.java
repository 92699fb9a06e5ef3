package org.driftfield.data;

import java.util.BitSet;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.data.formula.CategoricalSpec;
import org.driftfield.data.formula.LeftSide;
import org.driftfield.data.formula.Node;
import org.driftfield.data.text.Messages;

/** The left-hand side of a formula evaluated: values, and where they apply trials or the names of the two categories. */
final class Response {
    final double[] values;
    final double[] trials;
    final Categorical categories;

    private Response(double[] values, double[] trials, Categorical categories) {
        this.values = values;
        this.trials = trials;
        this.categories = categories;
    }

    /** Other values of the same response. */
    Response with(double[] others) {
        return new Response(others.clone(), trials, categories);
    }

    /** The two categories of the response in the training data, null if it is a number. */
    static Categorical fitCategories(LeftSide left, Table table, int[] rows) {
        CategoricalSpec spec = null;
        if (left.isCategorical()) {
            spec = CategoricalSpec.of((Node.Call) left.value());
        } else if (!left.isBinomial()
                && left.value() instanceof Node.Col column
                && table.column(column.name(), "formula: ") instanceof TextColumn text) {
            Categorical.requireText(table, text);
            spec = new CategoricalSpec(column.name(), null);
        }
        if (spec == null) {
            return null;
        }
        Categorical categories = Categorical.fit(spec, table, rows);
        InputException.require(
                categories.levels().size() == 2,
                "formula: the response %s must be a number or have 2 levels, got %d: %s",
                Messages.quote(categories.column()),
                categories.levels().size(),
                Messages.list(categories.levels()));
        return categories;
    }

    /** NaN where a value is missing. */
    static Response of(
            LeftSide left,
            Categorical categories,
            Table table,
            int[] rows,
            Arithmetic arithmetic,
            UnseenPolicy unseen) {
        if (categories != null) {
            return new Response(zeroOne(categories, table, rows, unseen), null, categories);
        }
        double[] values = arithmetic.evaluate(left.value());
        if (!left.isBinomial()) {
            return new Response(values, null, null);
        }
        double[] trials = arithmetic.evaluate(left.trials() == null ? left.failures() : left.trials());
        for (int i = 0; i < trials.length; i++) {
            if (left.trials() == null) {
                requireCount(trials[i], "failures", table, rows[i]);
                trials[i] += values[i];
            }
            requireCount(values[i], "successes", table, rows[i]);
            requireCount(trials[i], "trials", table, rows[i]);
            if (values[i] > trials[i]) {
                throw new InputException(table.where(rows[i]) + ": successes must be at most the "
                        + Messages.number(trials[i]) + " trials, got " + Messages.number(values[i]));
            }
        }
        return new Response(values, trials, null);
    }

    private static void requireCount(double value, String what, Table table, int row) {
        if (value < 0 || (value != Math.rint(value) && !Double.isNaN(value))) {
            throw new InputException(
                    table.where(row) + ": " + what + " must be a whole number from 0, got " + Messages.number(value));
        }
    }

    private static double[] zeroOne(Categorical categories, Table table, int[] rows, UnseenPolicy unseen) {
        int[] codes = categories.codes(table, rows, UnseenPolicy.FLAG, new BitSet());
        Column column = table.column(categories.column());
        double[] values = new double[rows.length];
        for (int i = 0; i < values.length; i++) {
            if (codes[i] < 0 && unseen == UnseenPolicy.ERROR && !column.isMissing(rows[i])) {
                throw categories.unseen(table, rows[i]);
            }
            values[i] = codes[i] < 0 ? Double.NaN : codes[i] == categories.reference() ? 0 : 1;
        }
        return values;
    }

    /** The category that counts as 0 and the one that counts as 1, empty for a number. */
    static List<String> levels(Categorical categories) {
        if (categories == null) {
            return List.of();
        }
        int zero = categories.reference();
        return List.of(categories.levels().get(zero), categories.levels().get(1 - zero));
    }
}
