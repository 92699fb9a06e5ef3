package org.driftfield.data;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.data.formula.FormulaParser;
import org.driftfield.data.formula.LeftSide;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Terms;
import org.driftfield.data.text.Messages;

/**
 * A model formula in the style of R and patsy, as {@code y ~ x1 + C(group) + log(x3)}.
 *
 * <p>Right-hand side: {@code +} adds terms and {@code -} removes them, {@code a:b} is an interaction, {@code a*b} is
 * {@code a + b + a:b}, {@code a/b} is {@code a + a:b}, {@code (a + b)^2} (or {@code **}) everything up to pairs; there is
 * an intercept unless {@code 0} or {@code -1} says otherwise; {@code .} is every column that is not the response. Columns
 * of text are categorical; {@code C(g)} (or {@code factor(g)}) makes any column so, {@code C(g, ref='b')} or
 * {@code C(g, Treatment('b'))} choose the reference level, which otherwise is the first in sorted order. Functions of
 * columns: {@code log log2 log10 log1p exp sqrt abs}, {@code scale} (or {@code standardize}; divides by the standard
 * deviation with n - 1 as R does), {@code center}, {@code poly(x, k)}, {@code poly(x, k, raw=TRUE)}, {@code I(...)} for
 * arithmetic with {@code + - * / ^ **}. {@code offset(...)} adds a known amount. Awkward names go in backquotes.
 *
 * <p>Left-hand side: a column or a function of it; a column with two categories, the second in sorted order counting as
 * 1; {@code cbind(successes, failures)}; or {@code successes | trials(n)}.
 *
 * <p>Design columns are named as by patsy: {@code Intercept}, {@code x1}, {@code g[T.b]} for level b against the
 * reference, {@code g[b]} where every level has a column, {@code x1:C(group)[T.b]}, {@code log(x3)},
 * {@code poly(x, 2)1}. They are ordered as by R: main effects as written, then interactions of two, and so on; within an
 * interaction the first factor varies fastest.
 */
public final class Formula {
    private final String text;
    private final LeftSide left;
    private final Node right;

    private Formula(String text, LeftSide left, Node right) {
        this.text = text;
        this.left = left;
        this.right = right;
    }

    /** Reads a formula; it is checked as far as that is possible without data. */
    public static Formula parse(String text) {
        Node root = FormulaParser.parse(text);
        if (!(root instanceof Node.Binary binary) || !binary.operator().equals("~")) {
            throw new InputException(
                    "formula: no '~', expected 'response ~ terms', got " + Messages.quote(text.strip()));
        }
        InputException.require(
                !(binary.left() instanceof Node.Binary inner && inner.operator().equals("~")),
                "formula: more than one '~'");
        LeftSide left = LeftSide.of(binary.left());
        Formula formula = new Formula(text.strip(), left, binary.right());
        // With '.' the terms depend on the data: any name will do to check the rest.
        List<String> stand = formula.usesAllColumns() ? List.of("any") : List.of();
        Terms.of(formula.right, stand);
        Set<String> predictors = new TreeSet<>();
        formula.right.collectColumns(predictors);
        for (String name : left.valueColumns()) {
            InputException.require(
                    !predictors.contains(name),
                    "formula: the response %s also appears on the right-hand side",
                    Messages.quote(name));
        }
        return formula;
    }

    /** The formula as it was written. */
    public String text() {
        return text;
    }

    /** The response as written, as in {@code log(earn)}; for binomial counts the successes. */
    public String responseName() {
        return left.value().toString();
    }

    /** The columns that are mentioned, on either side. */
    public Set<String> columns() {
        Set<String> names = new TreeSet<>(left.columns());
        right.collectColumns(names);
        names.remove(".");
        return Collections.unmodifiableSet(names);
    }

    /** Whether {@code .} stands for all columns. */
    public boolean usesAllColumns() {
        Set<String> names = new TreeSet<>();
        right.collectColumns(names);
        return names.contains(".");
    }

    LeftSide left() {
        return left;
    }

    Node right() {
        return right;
    }

    @Override
    public String toString() {
        return text;
    }
}
