package org.driftfield.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/** A recipe as plain maps, and back. */
final class RecipeMap {
    private static final int VERSION = 1;

    private RecipeMap() {}

    static Map<String, Object> write(
            Recipe recipe,
            List<String> everyOther,
            Map<String, Categorical> categoricals,
            Map<String, double[]> statistics,
            Categorical response,
            Set<String> missing) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", VERSION);
        map.put("formula", recipe.formula().text());
        map.put("names", recipe.names());
        if (recipe.formula().usesAllColumns()) {
            map.put("everyOtherColumn", everyOther);
        }
        Map<String, Object> levels = new LinkedHashMap<>();
        categoricals.forEach((factor, categorical) -> levels.put(factor, write(categorical)));
        map.put("categoricals", levels);
        map.put("statistics", write(statistics));
        if (response != null) {
            map.put("response", write(response));
        }
        map.put("missing", List.copyOf(missing));
        return map;
    }

    static Map<String, Object> write(Categorical categorical) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("column", categorical.column());
        map.put("type", categorical.numeric() ? "number" : "text");
        map.put("levels", categorical.levels());
        map.put("reference", categorical.levels().get(categorical.reference()));
        return map;
    }

    static Recipe read(Map<String, ?> map) {
        requireVersion(map, VERSION);
        Formula formula = Formula.parse(string(map, "formula"));
        Map<String, Categorical> categoricals = new LinkedHashMap<>();
        map(map, "categoricals")
                .forEach((factor, entry) -> categoricals.put(String.valueOf(factor), categorical(entry)));
        Map<String, double[]> statistics = statistics(map, "statistics");
        Recipe recipe = new Recipe(
                formula,
                formula.usesAllColumns() ? strings(map, "everyOtherColumn") : List.of(),
                categoricals,
                statistics,
                map.get("response") == null ? null : categorical(map.get("response")),
                new LinkedHashSet<>(strings(map, "missing")));
        InputException.require(
                recipe.names().equals(strings(map, "names")),
                "recipe: the names of its columns do not fit its formula");
        return recipe;
    }

    static void requireVersion(Map<String, ?> map, int expected) {
        Object version = map.get("version");
        InputException.require(
                version instanceof Number number && number.doubleValue() == expected,
                "recipe: expected version %d, got %s",
                expected,
                Messages.plain(String.valueOf(version)));
    }

    static Map<String, Object> write(Map<String, double[]> statistics) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        statistics.forEach((name, values) ->
                numbers.put(name, Arrays.stream(values).boxed().toList()));
        return numbers;
    }

    static Map<String, double[]> statistics(Map<String, ?> map, String key) {
        Map<String, double[]> statistics = new LinkedHashMap<>();
        Map<?, ?> stored = map(map, key);
        for (Object name : stored.keySet()) {
            List<?> values = list(stored, String.valueOf(name));
            double[] numbers = new double[values.size()];
            for (int i = 0; i < numbers.length; i++) {
                if (!(values.get(i) instanceof Number number)) {
                    throw wrong(String.valueOf(name), "numbers");
                }
                numbers[i] = number.doubleValue();
            }
            statistics.put(String.valueOf(name), numbers);
        }
        return statistics;
    }

    static Categorical categorical(Object entry) {
        if (!(entry instanceof Map<?, ?> map)) {
            throw wrong("categoricals", "a map of maps");
        }
        List<String> levels = strings(map, "levels");
        int reference = levels.indexOf(string(map, "reference"));
        InputException.require(reference >= 0 && levels.size() >= 2, "recipe: the reference must be among the levels");
        return new Categorical(string(map, "column"), string(map, "type").equals("number"), levels, reference);
    }

    static Map<?, ?> map(Map<?, ?> from, String key) {
        if (from.get(key) instanceof Map<?, ?> map) {
            return map;
        }
        throw wrong(key, "a map");
    }

    private static List<?> list(Map<?, ?> from, String key) {
        if (from.get(key) instanceof List<?> list) {
            return list;
        }
        throw wrong(key, "a list");
    }

    static List<String> strings(Map<?, ?> from, String key) {
        List<String> strings = new ArrayList<>();
        for (Object value : list(from, key)) {
            if (!(value instanceof String text)) {
                throw wrong(key, "strings");
            }
            strings.add(text);
        }
        return strings;
    }

    static String string(Map<?, ?> from, String key) {
        if (from.get(key) instanceof String text) {
            return text;
        }
        throw wrong(key, "a string");
    }

    private static InputException wrong(String key, String expected) {
        return new InputException("recipe: expected " + expected + " at " + Messages.quote(key));
    }
}
