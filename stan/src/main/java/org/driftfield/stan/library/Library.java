package org.driftfield.stan.library;

import java.util.List;
import java.util.Optional;
import org.driftfield.stan.lang.Type;

/** All functions and operators of the language; operators go by their sign, as in {@code "+"}, {@code "'"}, {@code "u-"}. */
public final class Library {
    private Library() {}

    /**
     * A function with its arguments' types decided.
     *
     * @param parameters the types the arguments are promoted to
     * @param result the type of what it returns
     * @param op how it is computed; null for what ends in {@code _rng}
     * @param random how it draws; null for everything else
     */
    public record Resolved(String name, List<Type> parameters, Type result, Op op, RandomOp random) {}

    /** Whether there is a function of this name, whatever its arguments. */
    public static boolean knows(String name) {
        return false;
    }

    /** The function that fits these arguments with the fewest promotions. */
    public static Optional<Resolved> find(String name, List<Type> arguments) {
        return Optional.empty();
    }

    /** The argument lists that would fit, in the language's own words, for an error message. */
    public static List<String> signatures(String name) {
        return List.of();
    }

    /** The names of all functions. */
    public static List<String> names() {
        return List.of();
    }
}
