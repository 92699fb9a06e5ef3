package org.driftfield.stan.library;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Where the functions are entered. A program uses a few of the hundreds that there are, and the code of each costs time to link:
 * at first only names are noted, and a function is entered when it is asked for, by going through its subject again.
 */
public final class FunctionTable {
    private final Map<String, Set<Consumer<FunctionTable>>> subjects = new LinkedHashMap<>();
    private final Map<String, List<Rule>> rules = new ConcurrentHashMap<>();
    private Consumer<FunctionTable> subject;
    private String wanted;
    private List<Rule> found;

    FunctionTable(List<Consumer<FunctionTable>> all) {
        for (Consumer<FunctionTable> one : all) {
            subject = one;
            one.accept(this);
        }
    }

    List<Rule> of(String name) {
        return subjects.containsKey(name) ? rules.computeIfAbsent(name, this::fill) : List.of();
    }

    private synchronized List<Rule> fill(String name) {
        wanted = name;
        found = new ArrayList<>();
        subjects.get(name).forEach(one -> one.accept(this));
        return List.copyOf(found);
    }

    List<String> names() {
        return List.copyOf(subjects.keySet());
    }

    /** Whether this function is to be entered now. */
    public boolean wants(String name) {
        if (wanted == null) {
            subjects.computeIfAbsent(name, n -> new LinkedHashSet<>(2)).add(subject);
        }
        return name.equals(wanted);
    }

    public void add(String name, Rule rule) {
        if (wants(name)) {
            found.add(rule);
        }
    }

    /** A function of arguments of given types; see {@link FixedRule}. */
    public void fixed(String name, String result, String parameters, Op op) {
        add(name, new FixedRule(result, parameters, op, null));
    }

    public void draw(String name, String result, String parameters, RandomOp random) {
        add(name, new FixedRule(result, parameters, null, random));
    }

    /**
     * A function that is applied to each number of anything.
     *
     * @param slope the derivative, from argument and value
     */
    public void unary(String name, DoubleUnaryOperator value, DoubleBinaryOperator slope) {
        add(name, new UnaryRule(new UnaryOp(value, slope), false));
    }

    /** The same without a derivative, or with one that is zero. */
    public void step(String name, DoubleUnaryOperator value) {
        add(name, new UnaryRule(new UnaryOp(value, null), false));
    }

    /** A function of two arguments, applied to each pair of numbers; a single number pairs with each of the other's. */
    public void binary(String name, DoubleBinaryOperator value, BinaryOp.Slope first, BinaryOp.Slope second) {
        add(name, new BinaryRule(new BinaryOp(name, value, first, second), false, false));
    }
}
