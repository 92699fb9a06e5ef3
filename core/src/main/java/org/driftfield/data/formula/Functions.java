package org.driftfield.data.formula;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/** The functions a formula may use. */
public final class Functions {
    /** A function of each number by itself, with the numbers it is defined for. */
    public record Elementwise(DoubleUnaryOperator of, DoublePredicate defined, String domain) {}

    private static final Map<String, Elementwise> ELEMENTWISE = Map.of(
            "log", new Elementwise(Math::log, v -> v > 0, "a positive number"),
            "log2", new Elementwise(v -> Math.log(v) / Math.log(2), v -> v > 0, "a positive number"),
            "log10", new Elementwise(Math::log10, v -> v > 0, "a positive number"),
            "log1p", new Elementwise(Math::log1p, v -> v > -1, "a number above -1"),
            "sqrt", new Elementwise(Math::sqrt, v -> v >= 0, "a number not below 0"),
            "exp", new Elementwise(Math::exp, v -> true, ""),
            "abs", new Elementwise(Math::abs, v -> true, ""));

    private static final List<String> OTHERS =
            List.of("C", "factor", "I", "scale", "standardize", "center", "poly", "offset");

    private Functions() {}

    /** The function applied to each number by itself, or null; {@code np.log} is {@code log}. */
    public static Elementwise elementwise(String function) {
        return ELEMENTWISE.get(function.startsWith("np.") ? function.substring(3) : function);
    }

    public static boolean isCategorical(Node node) {
        return node instanceof Node.Call call
                && (call.function().equals("C") || call.function().equals("factor"));
    }

    public static boolean isPoly(Node node) {
        return node instanceof Node.Call call && call.function().equals("poly");
    }

    /** Whether a call can stand for a term; what is inside is checked too. */
    public static void checkTerm(Node.Call call) {
        if (isCategorical(call)) {
            CategoricalSpec.of(call);
        } else if (isPoly(call)) {
            checkNumeric(Polynomial.spec(call).argument());
        } else if (call.function().equals("offset") && call.arguments().size() == 1) {
            checkNumeric(call.arguments().get(0));
        } else if (!call.function().equals("offset")) {
            checkNumeric(call);
        }
    }

    /** Whether this is arithmetic of columns, numbers and known functions. */
    public static void checkNumeric(Node node) {
        if (node instanceof Node.Group group) {
            checkNumeric(group.inner());
        } else if (node instanceof Node.Unary unary) {
            checkNumeric(unary.operand());
        } else if (node instanceof Node.Binary binary) {
            if (!List.of("+", "-", "*", "/", "^", "**").contains(binary.operator())) {
                throw new InputException(
                        "formula: '" + binary.operator() + "' is not arithmetic in " + Messages.quote(binary));
            }
            checkNumeric(binary.left());
            checkNumeric(binary.right());
        } else if (node instanceof Node.Call call) {
            boolean known = elementwise(call.function()) != null
                    || List.of("I", "scale", "standardize", "center").contains(call.function());
            if (!known && OTHERS.contains(call.function())) {
                throw new InputException("formula: " + call.function() + " cannot be used inside another function");
            }
            if (!known) {
                TreeSet<String> all = new TreeSet<>(ELEMENTWISE.keySet());
                all.addAll(OTHERS);
                throw new InputException("formula: no function " + Messages.quote(call.function()) + "; functions: "
                        + String.join(", ", all));
            }
            InputException.require(
                    call.arguments().size() == 1,
                    "formula: %s takes one argument, got %s",
                    call.function(),
                    Messages.plain(call));
            checkNumeric(call.arguments().get(0));
        } else if (node instanceof Node.Col column) {
            InputException.require(
                    !column.name().equals("."), "formula: '.' can only stand among the terms on the right-hand side");
        } else if (!(node instanceof Node.Num)) {
            throw new InputException("formula: expected a number or a column, got " + Messages.plain(node));
        }
    }
}
