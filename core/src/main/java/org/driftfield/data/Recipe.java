package org.driftfield.data;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.driftfield.data.formula.CategoricalSpec;
import org.driftfield.data.formula.Functions;
import org.driftfield.data.formula.LeftSide;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Terms;
import org.driftfield.data.text.Messages;

/**
 * What a formula learned from its training data: levels, reference levels, means and standard deviations, polynomials. It
 * makes the same columns from new data, and can be written to and read from plain maps.
 */
public final class Recipe {
    private final Formula formula;
    private final List<String> everyOther;
    private final Map<String, Categorical> categoricals;
    private final Map<String, double[]> statistics;
    private final Categorical responseCategories;
    private final Set<String> missingTokens;
    private final Terms terms;
    private final Assembly assembly;
    private final List<String> names;

    Recipe(
            Formula formula,
            List<String> everyOther,
            Map<String, Categorical> categoricals,
            Map<String, double[]> statistics,
            Categorical responseCategories,
            Set<String> missingTokens) {
        this.formula = formula;
        this.everyOther = everyOther;
        this.categoricals = categoricals;
        this.statistics = statistics;
        this.responseCategories = responseCategories;
        this.missingTokens = missingTokens;
        this.terms = Terms.of(formula.right(), everyOther);
        this.assembly = new Assembly(terms, categoricals);
        this.names = List.copyOf(assembly.names());
    }

    static Design fit(Formula formula, Table table, NaPolicy missing) {
        LeftSide left = formula.left();
        left.columns().forEach(name -> table.column(name, "formula: "));
        List<String> everyOther = new ArrayList<>();
        if (formula.usesAllColumns()) {
            everyOther.addAll(table.names());
            everyOther.removeAll(left.columns());
        }
        Terms terms = Terms.of(formula.right(), everyOther);
        Set<String> used = predictors(terms);
        used.forEach(name -> table.column(name, "formula: "));
        Set<String> all = new TreeSet<>(used);
        all.addAll(left.columns());
        int[] rows = completeRows(table, all, missing);
        return outline(formula, everyOther, table, rows, rows.length).design(table, rows, UnseenPolicy.ERROR, true);
    }

    /**
     * What is learnt of levels alone, from rows that have them all; statistics are still to come.
     *
     * @param used how many rows these stand for
     */
    static Recipe outline(Formula formula, List<String> everyOther, Table table, int[] rows, long used) {
        Terms terms = Terms.of(formula.right(), everyOther);
        Map<String, Categorical> categoricals = new LinkedHashMap<>();
        for (Set<Node> term : terms.terms()) {
            for (Node factor : term) {
                CategoricalSpec spec = categorical(factor, table);
                if (spec != null && !categoricals.containsKey(factor.toString())) {
                    Categorical fitted = Categorical.fit(spec, table, rows);
                    fitted.requireTwoLevels(table, used);
                    categoricals.put(factor.toString(), fitted);
                }
            }
        }
        new Assembly(terms, categoricals).requireSize(rows.length);
        return new Recipe(
                formula,
                List.copyOf(everyOther),
                categoricals,
                new LinkedHashMap<>(),
                Response.fitCategories(formula.left(), table, rows),
                table.missingTokens());
    }

    /** How a factor is categorical, null if it is a number. */
    static CategoricalSpec categorical(Node factor, Table table) {
        if (Functions.isCategorical(factor)) {
            return CategoricalSpec.of((Node.Call) factor);
        }
        if (factor instanceof Node.Col column && table.column(column.name()) instanceof TextColumn text) {
            Categorical.requireText(table, text);
            return new CategoricalSpec(column.name(), null);
        }
        return null;
    }

    static Set<String> predictors(Terms terms) {
        Set<String> names = new LinkedHashSet<>();
        terms.terms().forEach(term -> term.forEach(factor -> factor.collectColumns(names)));
        terms.offsets().forEach(offset -> offset.collectColumns(names));
        return names;
    }

    static int[] completeRows(Table table, Set<String> columns, NaPolicy missing) {
        int[] rows = rowsWithValues(table, columns, missing);
        InputException.require(
                rows.length > 0,
                "%s: no complete rows, each of the %d misses a value in one of: %s",
                table.source(),
                table.rows(),
                Messages.list(columns));
        return rows;
    }

    /** The same where there may be none, as among new rows. */
    static int[] rowsWithValues(Table table, Set<String> columns, NaPolicy missing) {
        BitSet incomplete = new BitSet(table.rows());
        for (String name : columns) {
            Column column = table.column(name);
            for (int i = 0; i < table.rows(); i++) {
                if (column.isMissing(i)) {
                    if (missing == NaPolicy.ERROR) {
                        throw new InputException(table.where(i, name) + ": the value is missing");
                    }
                    incomplete.set(i);
                }
            }
        }
        int[] rows = new int[table.rows() - incomplete.cardinality()];
        int count = 0;
        for (int i = 0; count < rows.length; i++) {
            if (!incomplete.get(i)) {
                rows[count++] = i;
            }
        }
        return rows;
    }

    Design design(Table table, int[] rows, UnseenPolicy unseen, boolean training) {
        Arithmetic arithmetic = new Arithmetic(table, rows, statistics, training);
        LeftSide left = formula.left();
        Response response = left.columns().stream().allMatch(table::has)
                ? Response.of(left, responseCategories, table, rows, arithmetic, unseen)
                : null;
        double[] offset = null;
        for (Node node : terms.offsets()) {
            double[] more = arithmetic.evaluate(node);
            for (int i = 0; offset != null && i < more.length; i++) {
                more[i] += offset[i];
            }
            offset = more;
        }
        BitSet flagged = new BitSet();
        double[] x = assembly.matrix(table, rows, arithmetic, unseen, flagged);
        return new Design(this, rows, table.rows(), table.firstRow(), x, response, offset, flagged);
    }

    /** The same columns from new data, which need not have the response. */
    public Design newRows(Table table, NaPolicy missing, UnseenPolicy unseen) {
        Set<String> used = predictors(terms);
        used.forEach(name -> table.column(name, "formula: "));
        return design(table, rowsWithValues(table, used, missing), unseen, false);
    }

    /** What the columns of the predictors look like in these rows of a table. */
    public Profile profile(Table table, int[] rows) {
        return Profile.of(table, rows, predictors(terms), changing(), categoricals.values());
    }

    /** The same from some rows, those that {@link Profile#isSample} says, and what was seen of all. */
    public Profile profile(Table some, SeenRows seen) {
        int[] all = IntStream.range(0, some.rows()).toArray();
        return Profile.of(some, all, seen.ranges(), predictors(terms), changing(), categoricals.values());
    }

    private Set<String> changing() {
        Set<String> changing = new LinkedHashSet<>();
        terms.terms().forEach(term -> term.forEach(factor -> factor.collectColumns(changing)));
        return changing;
    }

    /** How to read a file of new data: the same tokens for missing values, the columns needed, text kept as text. */
    public CsvOptions csvOptions() {
        Set<String> columns = new TreeSet<>(formula.columns());
        columns.addAll(everyOther);
        Set<String> text = new TreeSet<>();
        List<Categorical> all = new ArrayList<>(categoricals.values());
        if (responseCategories != null) {
            all.add(responseCategories);
        }
        all.stream().filter(c -> !c.numeric()).forEach(c -> text.add(c.column()));
        return CsvOptions.defaults()
                .withMissing(missingTokens)
                .withColumns(columns)
                .withText(text);
    }

    /** The same with what one more function has learnt. */
    Recipe with(String function, double[] learnt) {
        Map<String, double[]> more = new LinkedHashMap<>(statistics);
        more.put(function, learnt);
        return new Recipe(formula, everyOther, categoricals, more, responseCategories, missingTokens);
    }

    Map<String, double[]> statistics() {
        return statistics;
    }

    Terms terms() {
        return terms;
    }

    public Formula formula() {
        return formula;
    }

    /** Whether a response comes with a number of trials. */
    public boolean hasTrials() {
        return formula.left().isBinomial();
    }

    /** Whether something known is added to the linear predictor. */
    public boolean hasOffset() {
        return !terms.offsets().isEmpty();
    }

    /** The names of the design columns. */
    public List<String> names() {
        return names;
    }

    /** The categories of the response that count as 0 and as 1, empty if it is a number. */
    public List<String> responseLevels() {
        return Response.levels(responseCategories);
    }

    /** Everything as maps, lists, strings and numbers, for a JSON file; {@link #fromMap} reads it back. */
    public Map<String, Object> toMap() {
        return RecipeMap.write(this, everyOther, categoricals, statistics, responseCategories, missingTokens);
    }

    /** Reads what {@link #toMap} wrote; what does not fit is an error that names the entry. */
    public static Recipe fromMap(Map<String, ?> map) {
        return RecipeMap.read(map);
    }
}
