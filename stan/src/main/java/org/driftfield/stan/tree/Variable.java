package org.driftfield.stan.tree;

import org.driftfield.stan.lang.Type;

/** A variable of a program or of a function. Two variables are the same if they are the same object. */
public final class Variable {
    /** Where a variable comes from. */
    public enum Origin {
        DATA,
        TRANSFORMED_DATA,
        PARAMETER,
        TRANSFORMED_PARAMETER,
        GENERATED_QUANTITY,
        /** Declared inside braces, in the model block or in a function. */
        LOCAL,
        /** Of a for loop: never assigned by the program. */
        LOOP,
        /** Of a function: never assigned by the program. */
        ARGUMENT
    }

    private final String name;
    private final Type type;
    private final Origin origin;
    private final boolean data;
    private final int slot;

    public Variable(String name, Type type, Origin origin, boolean data, int slot) {
        this.name = name;
        this.type = type;
        this.origin = origin;
        this.data = data;
        this.slot = slot;
    }

    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    public Origin origin() {
        return origin;
    }

    /** Whether the value depends on data alone, never on a parameter: neither by value nor by which branch was taken. */
    public boolean data() {
        return data;
    }

    /** Its number among the variables of its program, or of its function; no two in one of these share a number. */
    public int slot() {
        return slot;
    }

    @Override
    public String toString() {
        return name;
    }
}
