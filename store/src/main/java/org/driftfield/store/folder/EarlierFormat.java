package org.driftfield.store.folder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.model.Variable;

/** Fits of the format before the present one, in which draws had names and ranges and no shapes. */
final class EarlierFormat {
    static final int FORMAT = 2;

    private EarlierFormat() {}

    /** Turns what an earlier {@code fit.json} says into what the present one would; leaves anything else alone. */
    static void renew(Map<String, Object> raw) {
        if (!Integer.valueOf(FORMAT).equals(raw.get("format"))) {
            return;
        }
        raw.put("format", FitRecord.FORMAT);
        if (raw.get("draws") instanceof Map<?, ?> draws && draws.get("names") instanceof List<?> names) {
            Map<?, ?> ranges = draws.get("ranges") instanceof Map<?, ?> known ? known : Map.of();
            List<Object> variables = new ArrayList<>();
            for (Object name : names) {
                Map<?, ?> range = ranges.get(name) instanceof Map<?, ?> known ? known : Map.of();
                Map<String, Object> variable = new LinkedHashMap<>();
                variable.put("name", name);
                variable.put("dimensions", List.of());
                variable.put("lower", range.get("lower"));
                variable.put("upper", range.get("upper"));
                variable.put("role", Variable.Role.PARAMETER);
                variables.add(variable);
            }
            Map<Object, Object> renewed = new LinkedHashMap<>(draws);
            renewed.put("variables", variables);
            raw.put("draws", renewed);
        }
    }
}
