package org.driftfield.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.data.formula.CategoricalSpec;
import org.driftfield.data.formula.Functions;
import org.driftfield.data.formula.LeftSide;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Polynomial;
import org.driftfield.data.formula.Terms;
import org.driftfield.data.text.Messages;
import org.driftfield.engine.Rows;

/**
 * The design of rows that are never all in one place: they are looked at in pieces, what was seen makes the recipe, and the
 * recipe lays out each piece. Each place makes its own from the same formula and the types of the columns. What comes out is
 * what {@link Design#of} makes of all rows, to the bit.
 */
public final class DesignInPieces {
    private final Formula formula;
    private final NaPolicy missing;
    private final Table types;
    private final List<String> everyOther = new ArrayList<>();
    private final Terms terms;
    private final Set<String> columns;
    private final Set<String> categorical = new LinkedHashSet<>();

    /**
     * For pieces with the columns of a table, which need not have rows.
     *
     * @param types the columns and whether they are numbers or text
     */
    public DesignInPieces(Formula formula, Table types, NaPolicy missing) {
        this.formula = formula;
        this.missing = missing;
        this.types = types;
        LeftSide left = formula.left();
        left.columns().forEach(name -> types.column(name, "formula: "));
        if (formula.usesAllColumns()) {
            everyOther.addAll(types.names());
            everyOther.removeAll(left.columns());
        }
        this.terms = Terms.of(formula.right(), everyOther);
        this.columns = new TreeSet<>(Recipe.predictors(terms));
        columns.forEach(name -> types.column(name, "formula: "));
        columns.addAll(left.columns());
        for (Set<Node> term : terms.terms()) {
            for (Node factor : term) {
                CategoricalSpec spec = Recipe.categorical(factor, types);
                if (spec != null) {
                    categorical.add(spec.column());
                }
            }
        }
        if (left.isCategorical()) {
            categorical.add(CategoricalSpec.of((Node.Call) left.value()).column());
        } else if (!left.isBinomial()
                && left.value() instanceof Node.Col column
                && types.column(column.name()) instanceof TextColumn) {
            categorical.add(column.name());
        }
    }

    /** The columns that the formula needs. */
    public Set<String> columns() {
        return columns;
    }

    /** Adds what is to be seen of a piece. */
    public void look(Table piece, SeenRows seen) {
        int[] kept = kept(piece);
        seen.count(piece, kept);
        columns.forEach(name -> seen.count(piece.column(name)));
        columns.forEach(name -> seen.range(piece.column(name), kept));
        categorical.forEach(name -> seen.levels(piece.column(name), kept));
    }

    /** The rows of a piece that lack no value that the formula needs. */
    public int[] kept(Table piece) {
        return Recipe.rowsWithValues(piece, columns, missing);
    }

    /** The recipe, but for what its functions have still to learn. */
    public Recipe outline(SeenRows seen) {
        InputException.require(seen.rows() > 0, "%s: no rows", types.source());
        InputException.require(
                seen.complete() > 0,
                "%s: no complete rows, each of the %d misses a value in one of: %s",
                types.source(),
                seen.rows(),
                Messages.list(columns));
        int rows = 1;
        for (String name : categorical) {
            rows = Math.max(
                    rows, Math.max(seen.words(name).size(), seen.numbers(name).size()));
        }
        // A table that has every level at least once says all there is to learn of levels.
        List<Column> each = new ArrayList<>();
        int[] all = new int[rows];
        for (String name : columns) {
            each.add(column(name, rows, seen));
        }
        for (int i = 0; i < rows; i++) {
            all[i] = i;
        }
        Table levels = new Table(types.source(), each, types.names(), null, types.missingTokens());
        return Recipe.outline(formula, everyOther, levels, all, seen.complete());
    }

    private Column column(String name, int rows, SeenRows seen) {
        if (types.column(name) instanceof TextColumn) {
            List<String> words = categorical.contains(name) ? List.copyOf(seen.words(name)) : List.of("1");
            List<String> values = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                values.add(words.get(i % words.size()));
            }
            return Column.of(name, values);
        }
        List<Double> numbers = categorical.contains(name) ? List.copyOf(seen.numbers(name)) : List.of(1.0);
        double[] values = new double[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = numbers.get(i % numbers.size());
        }
        return Column.of(name, values);
    }

    /** The functions that can learn now, what is inside of them having learnt already; empty when all have. */
    public List<String> toLearn(Recipe recipe) {
        return List.copyOf(ready(recipe).keySet());
    }

    /** The values from which the functions of {@link #toLearn} learn, for the complete rows of a piece. */
    public double[][] values(Recipe recipe, Table piece) {
        Arithmetic arithmetic = new Arithmetic(piece, kept(piece), recipe.statistics(), false);
        return ready(recipe).values().stream()
                .map(call -> arithmetic.evaluate(call.arguments().get(0)))
                .toArray(double[][]::new);
    }

    /** The recipe after a function has learnt. */
    public Recipe learnt(Recipe recipe, String function, Rows<double[]> values) {
        return recipe.with(function, Statistics.fit(ready(recipe).get(function), values));
    }

    /** The design of the complete rows of a piece. */
    public Design design(Recipe recipe, Table piece) {
        return recipe.design(piece, kept(piece), UnseenPolicy.ERROR, false);
    }

    private Map<String, Node.Call> ready(Recipe recipe) {
        Map<String, Node.Call> found = new LinkedHashMap<>();
        terms.terms()
                .forEach(term -> term.stream()
                        .filter(factor -> !Functions.isCategorical(factor))
                        .forEach(factor -> collect(factor, recipe, found)));
        terms.offsets().forEach(offset -> collect(offset, recipe, found));
        LeftSide left = formula.left();
        for (Node node : new Node[] {left.value(), left.trials(), left.failures()}) {
            if (node != null && !Functions.isCategorical(node)) {
                collect(node, recipe, found);
            }
        }
        return found;
    }

    /** Adds the innermost functions that have not learnt; tells whether there is any. */
    private static boolean collect(Node node, Recipe recipe, Map<String, Node.Call> found) {
        if (node instanceof Node.Group group) {
            return collect(group.inner(), recipe, found);
        }
        if (node instanceof Node.Unary unary) {
            return collect(unary.operand(), recipe, found);
        }
        if (node instanceof Node.Binary binary) {
            boolean left = collect(binary.left(), recipe, found);
            return collect(binary.right(), recipe, found) || left;
        }
        if (!(node instanceof Node.Call call)) {
            return false;
        }
        boolean within = collect(call.arguments().get(0), recipe, found);
        boolean learns = Functions.isPoly(call)
                ? !Polynomial.spec(call).raw()
                : Functions.elementwise(call.function()) == null
                        && !call.function().equals("I");
        if (learns && !within && !recipe.statistics().containsKey(call.toString())) {
            found.put(call.toString(), call);
            return true;
        }
        return within;
    }
}
