package org.driftfield.stan.library;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.driftfield.stan.lang.Type;

/** All functions and operators of the language; operators go by their sign, as in {@code "+"}, {@code "'"}, {@code "u-"}. */
public final class Library {
    private static final FunctionTable TABLE = new FunctionTable();

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
        return !TABLE.of(name).isEmpty();
    }

    /** The function that fits these arguments with the fewest promotions; none where two fit equally well. */
    public static Optional<Resolved> find(String name, List<Type> arguments) {
        Resolved best = null;
        int fewest = Integer.MAX_VALUE;
        boolean tie = false;
        for (Rule rule : TABLE.of(name)) {
            Resolved candidate = rule.match(name, arguments);
            if (candidate != null) {
                int promotions = 0;
                for (int i = 0; i < arguments.size(); i++) {
                    promotions += arguments.get(i).equals(candidate.parameters().get(i)) ? 0 : 1;
                }
                if (promotions < fewest) {
                    fewest = promotions;
                    best = candidate;
                    tie = false;
                } else if (promotions == fewest) {
                    tie = true;
                }
            }
        }
        return tie ? Optional.empty() : Optional.ofNullable(best);
    }

    /**
     * The static method behind a density or distribution function of scalars, for code that calls it directly: it takes the
     * arguments as doubles and then an array for the partial derivatives by each, which may be null.
     */
    public static Optional<Method> kernel(String name) {
        return TABLE.of(name).stream()
                .map(Rule::kernel)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** The argument lists that would fit, in the language's own words, for an error message. */
    public static List<String> signatures(String name) {
        List<String> all = new ArrayList<>();
        for (Rule rule : TABLE.of(name)) {
            all.addAll(rule.signatures(name));
        }
        return all;
    }

    /** The names of all functions. */
    public static List<String> names() {
        return TABLE.names();
    }
}
