package org.driftfield.stan.parse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Variable;

/** The variables that can be seen, and the numbers they get. */
final class Scope {
    /**
     * A variable that can be seen.
     *
     * @param declaration what stands for it in {@link Activity}
     * @param place where it was declared, and only where it may be assigned
     */
    record Entry(Variable variable, Object declaration, Place place) {}

    private final Map<String, Entry> visible = new HashMap<>();
    private final Deque<List<String>> levels = new ArrayDeque<>();
    private int slots;

    Scope() {
        levels.push(new ArrayList<>());
    }

    void open() {
        levels.push(new ArrayList<>());
    }

    void close() {
        for (String name : levels.pop()) {
            visible.remove(name);
        }
    }

    Variable declare(
            Position at,
            String name,
            Type type,
            Variable.Origin origin,
            boolean data,
            Object declaration,
            Place place) {
        Variable variable = new Variable(name, type, origin, data, slots);
        add(at, name, variable, declaration, place);
        return variable;
    }

    /** Makes a variable seen that was made before, with the next number. */
    void add(Position at, String name, Variable variable, Object declaration, Place place) {
        if (name.endsWith("__")) {
            throw Problem.at(at, "a name cannot end in two underscores, found '%s'", name);
        }
        if (visible.containsKey(name)) {
            throw Problem.at(at, "'%s' is declared already", name);
        }
        slots++;
        visible.put(name, new Entry(variable, declaration, place));
        levels.element().add(name);
    }

    Entry find(Position at, String name) {
        Entry entry = visible.get(name);
        if (entry == null) {
            if (name.equals("target")) {
                throw Problem.at(at, "the log density so far is written 'target()'");
            }
            throw Problem.at(at, "there is no variable '%s'%s", name, Nearest.hint(name, visible.keySet()));
        }
        return entry;
    }

    int slots() {
        return slots;
    }
}
