package org.driftfield.stan.library;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Where the functions are entered. A program uses a few of the hundreds that there are, and the code of each costs time to load
 * and link: an index says which subjects have a name, and a function is entered when it is asked for, by going through these.
 */
public final class FunctionTable {
    /** A line for each subject: its name and those of its functions, with spaces between. */
    static final String INDEX = "functions.txt";

    private final Map<String, List<String>> subjects = new LinkedHashMap<>();
    private final Map<String, List<Rule>> rules = new ConcurrentHashMap<>();
    private Set<String> noted;
    private String wanted;
    private List<Rule> found;

    FunctionTable() {
        try (InputStream in = FunctionTable.class.getResourceAsStream(INDEX);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int end = line.indexOf(' ');
                String subject = line.substring(0, end);
                while (end < line.length()) {
                    int next = line.indexOf(' ', end + 1);
                    next = next < 0 ? line.length() : next;
                    enter(line.substring(end + 1, next), subject);
                    end = next;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void enter(String name, String subject) {
        List<String> before = subjects.put(name, List.of(subject));
        if (before != null) {
            List<String> both = new ArrayList<>(before);
            both.add(subject);
            subjects.put(name, both);
        }
    }

    /** The names that the code of a subject enters: what the index must say. */
    static Set<String> names(String subject) {
        FunctionTable table = new FunctionTable();
        table.noted = new LinkedHashSet<>();
        Subjects.enter(subject, table);
        return table.noted;
    }

    List<Rule> of(String name) {
        List<Rule> known = rules.get(name);
        if (known != null) {
            return known;
        }
        List<String> having = subjects.get(name);
        return having == null ? List.of() : fill(name, having);
    }

    private synchronized List<Rule> fill(String name, List<String> having) {
        wanted = name;
        found = new ArrayList<>();
        for (String subject : having) {
            Subjects.enter(subject, this);
        }
        List<Rule> all = List.copyOf(found);
        rules.put(name, all);
        return all;
    }

    List<String> names() {
        return List.copyOf(subjects.keySet());
    }

    /** Whether this function is to be entered now. */
    public boolean wants(String name) {
        if (noted != null) {
            noted.add(name);
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
