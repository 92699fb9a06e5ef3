package org.driftfield.stan.library;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Where the functions are entered. */
final class Table {
    private final Map<String, List<Rule>> rules = new LinkedHashMap<>();

    List<Rule> of(String name) {
        return rules.getOrDefault(name, List.of());
    }

    List<String> names() {
        return List.copyOf(rules.keySet());
    }

    void add(String name, Rule rule) {
        rules.computeIfAbsent(name, n -> new ArrayList<>(2)).add(rule);
    }

    /** A function of arguments of given types; see {@link FixedRule}. */
    void fixed(String name, String result, String parameters, Op op) {
        add(name, new FixedRule(result, parameters, op, null));
    }

    void draw(String name, String result, String parameters, RandomOp random) {
        add(name, new FixedRule(result, parameters, null, random));
    }

    /**
     * A function that is applied to each number of anything.
     *
     * @param slope the derivative, from argument and value
     */
    void unary(String name, DoubleUnaryOperator value, DoubleBinaryOperator slope) {
        add(name, new UnaryRule(new UnaryOp(value, slope), false));
    }

    /** The same without a derivative, or with one that is zero. */
    void step(String name, DoubleUnaryOperator value) {
        add(name, new UnaryRule(new UnaryOp(value, null), false));
    }

    /** A function of two arguments, applied to each pair of numbers; a single number pairs with each of the other's. */
    void binary(String name, DoubleBinaryOperator value, BinaryOp.Slope first, BinaryOp.Slope second) {
        add(name, new BinaryRule(new BinaryOp(name, value, first, second), false, false));
    }
}
