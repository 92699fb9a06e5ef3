package org.driftfield.report;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Bars of one or more groups over named categories, with optional intervals. */
public final class BarChart extends Chart {
    private final String valueLabel;
    private final List<String> categories;
    private final List<Bars> groups = new ArrayList<>();
    private String caption = "";

    /** {@code lower} and {@code upper} are the ends of the intervals, empty when there are none. */
    private static final class Bars {
        final String name;
        final double[] values;
        final double[] lower;
        final double[] upper;

        Bars(String name, double[] values, double[] lower, double[] upper) {
            this.name = name;
            this.values = values;
            this.lower = lower;
            this.upper = upper;
        }
    }

    private BarChart(String title, String valueLabel, List<String> categories) {
        super(title);
        this.valueLabel = valueLabel;
        this.categories = List.copyOf(categories);
    }

    /** An empty chart over these categories. */
    public static BarChart of(String title, String valueLabel, List<String> categories) {
        return new BarChart(title, valueLabel, categories);
    }

    /** Adds a group: one value a category. */
    public BarChart bars(String name, double[] values) {
        return bars(name, values, new double[0], new double[0]);
    }

    /** Adds a group with an interval around each value. */
    public BarChart bars(String name, double[] values, double[] lower, double[] upper) {
        int n = categories.size();
        require(values.length == n, "bars '%s' need %d values, got %d", name, n, values.length);
        require(
                lower.length == upper.length && (lower.length == 0 || lower.length == n),
                "bars '%s' need %d interval ends, got %d and %d",
                name,
                n,
                lower.length,
                upper.length);
        groups.add(new Bars(name, values.clone(), lower.clone(), upper.clone()));
        return this;
    }

    /** Puts a sentence under the chart. */
    public BarChart caption(String sentence) {
        caption = sentence;
        return this;
    }

    @Override
    String caption() {
        return caption;
    }

    @Override
    String description() {
        return title() + ", bar chart of " + valueLabel + " for " + String.join(", ", categories) + ": "
                + groups.stream().map(group -> group.name).collect(Collectors.joining(", "));
    }

    @Override
    List<LegendEntry> legend() {
        var entries = new ArrayList<LegendEntry>();
        for (Bars group : groups) {
            entries.add(new LegendEntry(group.name, "bar", entries.size()));
        }
        return entries.size() < 2 ? List.of() : entries;
    }

    @Override
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "bar");
        json.writeStringField("valueLabel", valueLabel);
        json.writeArrayFieldStart("categories");
        for (String category : categories) {
            json.writeString(category);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("groups");
        for (Bars group : groups) {
            json.writeStartObject();
            json.writeStringField("name", group.name);
            PageJson.numbers(json, "values", group.values);
            PageJson.numbers(json, "lower", group.lower);
            PageJson.numbers(json, "upper", group.upper);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
