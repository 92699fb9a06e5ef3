package org.driftfield.stan.tree;

import java.util.List;
import org.driftfield.stan.lang.Type;

/** A function of the user's. One that is declared first and defined later, or that calls itself, is one object. */
public final class Function {
    /** What the ending of its name makes of a function. */
    public enum Kind {
        PLAIN,
        /** {@code _lpdf}, {@code _lpmf}, {@code _lcdf}, {@code _lccdf}: called with a bar, and in {@code ~}. */
        DENSITY,
        /** {@code _lp}: may change the target. */
        TARGET,
        /** {@code _jacobian}: may change the Jacobian. */
        JACOBIAN,
        /** {@code _rng}: draws. */
        RANDOM
    }

    private final String name;
    private final Kind kind;
    private final Type result;
    private final List<Variable> parameters;
    private Stmt body;
    private int slots;

    public Function(String name, Kind kind, Type result, List<Variable> parameters) {
        this.name = name;
        this.kind = kind;
        this.result = result;
        this.parameters = List.copyOf(parameters);
    }

    /** Gives the function its body, once. */
    public void define(Stmt body, int slots) {
        this.body = body;
        this.slots = slots;
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    /** {@link Type#VOID} for a function that returns nothing. */
    public Type result() {
        return result;
    }

    public List<Variable> parameters() {
        return parameters;
    }

    public Stmt body() {
        return body;
    }

    /** How many variables it has; their slots are less than this. */
    public int slots() {
        return slots;
    }

    @Override
    public String toString() {
        return name;
    }
}
