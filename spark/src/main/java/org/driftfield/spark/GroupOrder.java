package org.driftfield.spark;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The order of groups in tables: by their values, of which those that are missing come first. */
final class GroupOrder {
    private GroupOrder() {}

    /** The number of each group in that order. A column whose values are all numbers, be it as text, is in order as numbers are. */
    static Map<List<Object>, Integer> of(Collection<List<Object>> groups) {
        int columns = groups.stream().mapToInt(List::size).findFirst().orElse(0);
        Comparator<List<Object>> order = IntStream.range(0, columns)
                .mapToObj(j -> by(groups, j))
                .reduce(Comparator::thenComparing)
                .orElse(Comparator.comparing(List::size));
        Map<List<Object>, Integer> numbers = new HashMap<>();
        groups.stream().sorted(order).forEach(group -> numbers.put(group, numbers.size()));
        return numbers;
    }

    private static Comparator<List<Object>> by(Collection<List<Object>> groups, int column) {
        Map<Object, Double> numbers = new HashMap<>();
        boolean all = true;
        for (List<Object> group : groups) {
            Object value = group.get(column);
            if (all && value != null) {
                Double number = number(value);
                numbers.put(value, number);
                all = number != null;
            }
        }
        // Two spellings of a number are two groups.
        Comparator<Object> words = Comparator.comparing(Object::toString);
        Comparator<Object> order =
                all ? Comparator.<Object, Double>comparing(numbers::get).thenComparing(words) : words;
        return Comparator.comparing(group -> group.get(column), Comparator.nullsFirst(order));
    }

    /** A value as a number, null if it is none. */
    private static Double number(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return Double.valueOf(value.toString());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
