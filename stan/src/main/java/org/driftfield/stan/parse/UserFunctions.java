package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Position;

/** The functions of a program by name; several may share one. */
final class UserFunctions {
    private final Map<String, List<Function>> byName = new LinkedHashMap<>();

    void add(Function function) {
        byName.computeIfAbsent(function.name(), name -> new ArrayList<>()).add(function);
    }

    /** The one with exactly these arguments, or null. */
    Function exact(String name, List<Type> types) {
        return byName.getOrDefault(name, List.of()).stream()
                .filter(f -> types(f).equals(types))
                .findFirst()
                .orElse(null);
    }

    boolean knows(String name) {
        return byName.containsKey(name);
    }

    Set<String> names() {
        return byName.keySet();
    }

    List<Function> all() {
        return byName.values().stream().flatMap(List::stream).toList();
    }

    /** The one that fits with the fewest promotions, or null; a tie is an error. */
    Function find(Position at, String name, List<Type> arguments) {
        Function best = null;
        int fewest = Integer.MAX_VALUE;
        boolean tie = false;
        for (Function function : byName.getOrDefault(name, List.of())) {
            int count = promotions(function, arguments);
            if (count >= 0 && count <= fewest) {
                tie = count == fewest;
                best = function;
                fewest = count;
            }
        }
        if (tie) {
            throw Problem.at(at, "more than one function '%s' fits %s equally well", name, Types.shown(arguments));
        }
        return best;
    }

    /** What the functions of this name take. */
    String signatures(String name) {
        return byName.get(name).stream().map(f -> Types.shown(types(f))).collect(Collectors.joining(" or "));
    }

    private static int promotions(Function function, List<Type> arguments) {
        if (function.parameters().size() != arguments.size()) {
            return -1;
        }
        int total = 0;
        for (int i = 0; i < arguments.size(); i++) {
            int count = Types.promotions(
                    arguments.get(i), function.parameters().get(i).type());
            if (count < 0) {
                return -1;
            }
            total += count;
        }
        return total;
    }

    private static List<Type> types(Function function) {
        return function.parameters().stream().map(p -> p.type()).toList();
    }
}
