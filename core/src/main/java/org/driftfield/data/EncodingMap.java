package org.driftfield.data;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/** An encoding as plain maps, and back. */
final class EncodingMap {
    private static final int VERSION = 1;

    private EncodingMap() {}

    static Map<String, Object> write(
            Encoding encoding,
            Categorical classes,
            Map<String, double[]> numbers,
            Map<String, Categorical> categories,
            Set<String> missing) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", VERSION);
        map.put("target", encoding.target());
        if (classes != null) {
            map.put("classes", RecipeMap.write(classes));
        }
        map.put("numbers", RecipeMap.write(numbers));
        Map<String, Object> levels = new LinkedHashMap<>();
        categories.forEach((name, categorical) -> levels.put(name, RecipeMap.write(categorical)));
        map.put("categories", levels);
        map.put("inputs", encoding.names());
        map.put("missing", List.copyOf(missing));
        return map;
    }

    static Encoding read(Map<String, ?> map) {
        RecipeMap.requireVersion(map, VERSION);
        Map<String, double[]> numbers = RecipeMap.statistics(map, "numbers");
        numbers.forEach((name, moments) -> InputException.require(
                moments.length == 2 && moments[1] > 0,
                "recipe: expected a mean and a positive standard deviation at %s",
                Messages.quote(name)));
        Map<String, Categorical> categories = new LinkedHashMap<>();
        RecipeMap.map(map, "categories")
                .forEach((name, entry) -> categories.put(String.valueOf(name), RecipeMap.categorical(entry)));
        Encoding encoding = new Encoding(
                RecipeMap.string(map, "target"),
                map.get("classes") == null ? null : RecipeMap.categorical(map.get("classes")),
                numbers,
                categories,
                new LinkedHashSet<>(RecipeMap.strings(map, "missing")));
        InputException.require(
                encoding.names().equals(RecipeMap.strings(map, "inputs")),
                "recipe: the names of its inputs do not fit its columns");
        return encoding;
    }
}
