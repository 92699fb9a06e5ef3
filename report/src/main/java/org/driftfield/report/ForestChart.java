package org.driftfield.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Intervals below each other on one axis: a point, a thick line around it and a thin one around that. */
public final class ForestChart extends Chart {
    private final List<Interval> intervals = new ArrayList<>();
    private String caption = "";

    private record Interval(String name, double[] ends) {}

    private ForestChart(String title) {
        super(title);
    }

    /** An empty chart. */
    public static ForestChart of(String title) {
        return new ForestChart(title);
    }

    /** Adds an interval below those that there are. */
    public ForestChart interval(String name, double low, double lowHalf, double middle, double highHalf, double high) {
        intervals.add(new Interval(name, new double[] {low, lowHalf, middle, highHalf, high}));
        return this;
    }

    /** Puts a sentence under the chart. */
    public ForestChart caption(String sentence) {
        caption = sentence;
        return this;
    }

    @Override
    String caption() {
        return caption;
    }

    @Override
    String description() {
        return title() + " of " + intervals.stream().map(Interval::name).collect(Collectors.joining(", "));
    }

    @Override
    List<LegendEntry> legend() {
        return List.of();
    }

    @Override
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "forest");
        json.writeArrayFieldStart("intervals");
        for (Interval interval : intervals) {
            json.writeStartObject();
            json.writeStringField("name", interval.name());
            PageJson.numbers(json, "ends", interval.ends());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
