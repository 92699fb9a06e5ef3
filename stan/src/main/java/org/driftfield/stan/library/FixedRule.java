package org.driftfield.stan.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.driftfield.stan.lang.Type;

/**
 * One shape of an argument list, each place with one or several types: {@code "vector|row_vector, int"}. {@code int[,]} is
 * short for {@code array[,] int}, {@code any} is any type and {@code any[]} any array.
 */
public final class FixedRule implements Rule {
    private final String result;
    private final List<Place> places;
    private final Op op;
    private final RandomOp random;

    /**
     * @param result a type, or the number of the argument, from 1, that has the same, perhaps with {@code []} for an array of
     *     it or {@code -} for its element
     */
    public FixedRule(String result, String parameters, Op op, RandomOp random) {
        this.result = result;
        this.op = op;
        this.random = random;
        this.places = new ArrayList<>();
        // A comma alone may stand in brackets.
        for (int from = 0; from < parameters.length(); ) {
            int comma = parameters.indexOf(", ", from);
            int to = comma < 0 ? parameters.length() : comma;
            places.add(Place.of(parameters.substring(from, to)));
            from = to + 2;
        }
    }

    /**
     * What may stand in one place.
     *
     * @param arrays any type with at least so many array dimensions, where types is empty
     */
    private record Place(List<Type> types, int arrays) {
        static Place of(String text) {
            if (text.startsWith("any")) {
                return new Place(List.of(), text.equals("any") ? 0 : text.length() - 4);
            }
            List<Type> types = new ArrayList<>();
            for (String type : text.split("\\|", -1)) {
                types.add(type(type));
            }
            return new Place(types, 0);
        }

        /** The type the argument is promoted to, or null. */
        Type accept(Type argument) {
            if (types.isEmpty()) {
                return argument.arrays() >= arrays && argument.base() != Type.Base.VOID ? argument : null;
            }
            if (types.contains(argument)) {
                return argument;
            }
            for (Type type : types) {
                if (Rule.fits(argument, type)) {
                    return type;
                }
            }
            return null;
        }

        String words() {
            if (types.isEmpty()) {
                return arrays == 0 ? "anything" : "any array" + (arrays > 1 ? " of " + arrays + " dimensions" : "");
            }
            return String.join(" or ", types.stream().map(Type::toString).toList());
        }
    }

    public static Type type(String text) {
        int bracket = text.indexOf('[');
        String base = bracket < 0 ? text : text.substring(0, bracket);
        int arrays = bracket < 0 ? 0 : text.length() - bracket - 1;
        return new Type(Type.Base.valueOf(base.toUpperCase(Locale.ROOT)), arrays);
    }

    private Type result(Type[] promoted) {
        if (!Character.isDigit(result.charAt(0))) {
            return type(result);
        }
        Type same = promoted[result.charAt(0) - '1'];
        if (result.length() == 1) {
            return same;
        }
        return same.array(result.charAt(1) == '-' ? -1 : result.length() - 2);
    }

    @Override
    public Library.Resolved match(String name, List<Type> arguments) {
        if (arguments.size() != places.size()) {
            return null;
        }
        Type[] promoted = new Type[arguments.size()];
        for (int i = 0; i < promoted.length; i++) {
            promoted[i] = places.get(i).accept(arguments.get(i));
            if (promoted[i] == null) {
                return null;
            }
        }
        return new Library.Resolved(name, List.of(promoted), result(promoted), op, random);
    }

    @Override
    public List<String> signatures(String name) {
        List<String> words = new ArrayList<>();
        for (Place place : places) {
            words.add(place.words());
        }
        return List.of(name + "(" + String.join(", ", words) + ")");
    }
}
