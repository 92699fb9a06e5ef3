package org.driftfield.data.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/**
 * The right-hand side of a formula multiplied out: the terms, each a set of factors (the intercept is the empty set),
 * ordered as in R by their number of factors and then as written, and the offsets.
 */
public record Terms(List<Set<Node>> terms, List<Node> offsets) {
    private static final int MOST_TERMS = 10_000;

    public static Terms of(Node right, List<String> everyOther) {
        Sum sum = new Expansion(everyOther).expand(right);
        if (!sum.interceptRemoved) {
            sum.terms.add(Set.of());
        }
        List<Set<Node>> terms = new ArrayList<>();
        List<Node> offsets = new ArrayList<>();
        for (Set<Node> term : sum.terms) {
            Node offset = term.stream().filter(Terms::isOffset).findFirst().orElse(null);
            if (offset == null) {
                terms.add(term);
            } else {
                InputException.require(
                        term.size() == 1, "formula: %s cannot be part of an interaction", Messages.plain(offset));
                List<Node> arguments = ((Node.Call) offset).arguments();
                InputException.require(
                        arguments.size() == 1, "formula: offset takes one argument, got %s", Messages.plain(offset));
                offsets.add(arguments.get(0));
            }
        }
        terms.sort(Comparator.comparingInt(Set::size));
        InputException.require(!terms.isEmpty(), "formula: no terms on the right-hand side");
        return new Terms(List.copyOf(terms), List.copyOf(offsets));
    }

    private static boolean isOffset(Node node) {
        return node instanceof Node.Call call && call.function().equals("offset");
    }

    /** A sum of terms on the way; {@code 0} and {@code -1} leave a mark that the intercept is not wanted. */
    private static final class Sum {
        final Set<Set<Node>> terms = new LinkedHashSet<>();
        boolean interceptRemoved;

        Sum add(Sum other) {
            terms.addAll(other.terms);
            if (other.interceptRemoved) {
                terms.remove(Set.<Node>of());
                interceptRemoved = true;
            } else if (other.terms.contains(Set.<Node>of())) {
                interceptRemoved = false;
            }
            return this;
        }

        Sum subtract(Sum other) {
            terms.removeAll(other.terms);
            if (other.terms.contains(Set.<Node>of())) {
                interceptRemoved = true;
            } else if (other.interceptRemoved) {
                terms.add(Set.of());
                interceptRemoved = false;
            }
            return this;
        }

        Sum times(Sum other) {
            InputException.require(
                    (long) terms.size() * other.terms.size() <= MOST_TERMS, "formula: more than %d terms", MOST_TERMS);
            Sum product = new Sum();
            for (Set<Node> left : terms) {
                for (Set<Node> right : other.terms) {
                    Set<Node> both = new LinkedHashSet<>(left);
                    both.addAll(right);
                    product.terms.add(both);
                }
            }
            return product;
        }

        Sum copy() {
            Sum copy = new Sum();
            copy.terms.addAll(terms);
            copy.interceptRemoved = interceptRemoved;
            return copy;
        }
    }

    private record Expansion(List<String> everyOther) {
        Sum expand(Node node) {
            if (node instanceof Node.Group group) {
                return expand(group.inner());
            }
            if (node instanceof Node.Binary binary) {
                return combine(binary);
            }
            if (node instanceof Node.Unary unary) {
                return new Sum().subtract(expand(unary.operand()));
            }
            Sum sum = new Sum();
            if (node instanceof Node.Num number) {
                InputException.require(
                        number.value() == 0 || number.value() == 1,
                        "formula: a number among the terms must be 0 or 1, got %s (write I(...) for arithmetic)",
                        Messages.plain(number));
                if (number.value() == 0) {
                    sum.interceptRemoved = true;
                } else {
                    sum.terms.add(Set.of());
                }
            } else if (node instanceof Node.Col column) {
                if (column.name().equals(".")) {
                    everyOther.forEach(name -> sum.terms.add(Set.of(new Node.Col(name))));
                } else {
                    sum.terms.add(Set.of(column));
                }
            } else if (node instanceof Node.Call call) {
                Functions.checkTerm(call);
                sum.terms.add(Set.of(call));
            } else {
                throw new InputException(
                        "formula: expected a column or a function among the terms, got " + Messages.plain(node));
            }
            return sum;
        }

        private Sum combine(Node.Binary binary) {
            if (binary.operator().equals("|")) {
                throw new InputException(
                        "formula: group-level terms are not supported, got " + Messages.quote(binary.toString()));
            }
            InputException.require(!binary.operator().equals("~"), "formula: more than one '~'");
            Sum left = expand(binary.left());
            if (binary.operator().equals("^") || binary.operator().equals("**")) {
                return power(left, binary.right());
            }
            Sum right = expand(binary.right());
            return switch (binary.operator()) {
                case "+" -> left.add(right);
                case "-" -> left.subtract(right);
                case ":" -> left.times(right);
                case "*" -> left.copy().add(right).add(left.times(right));
                default -> { // a / b: b within a
                    Set<Node> all = new LinkedHashSet<>();
                    left.terms.forEach(all::addAll);
                    Sum within = new Sum();
                    within.terms.add(all);
                    yield left.add(within.times(right));
                }
            };
        }

        private static Sum power(Sum base, Node exponent) {
            int times = exponent instanceof Node.Num number && number.value() == Math.rint(number.value())
                    ? (int) number.value()
                    : 0;
            InputException.require(
                    times >= 1 && times <= 100,
                    "formula: a power among the terms must be a whole number from 1 to 100, got %s"
                            + " (write I(x^2) for arithmetic)",
                    Messages.plain(exponent));
            Sum product = base.copy();
            for (int k = 1; k < times; k++) {
                product = product.copy().add(product.times(base));
            }
            return product;
        }
    }
}
