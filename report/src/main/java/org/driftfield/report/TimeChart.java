package org.driftfield.report;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Curves and bands over equally spaced times, in panels below each other that share the axis of time. Every method adds
 * something and returns the same chart. Values that are not finite leave a gap. Every time is drawn up to 20,000; of longer
 * series as many points, so chosen that peaks stay.
 */
public final class TimeChart extends Chart {
    private static final int MOST_POINTS = 20_000;

    /** Enough for the eye, and a third of the size that full numbers take. */
    private static final int DIGITS = 5;

    private final String timeLabel;
    private final int size;
    private final List<Panel> panels = new ArrayList<>();
    private List<String> labels = List.of();
    private String caption = "";

    private enum Look {
        LINE,
        FAINT,
        BAND
    }

    private static final class Panel {
        final String valueLabel;
        final List<Series> series = new ArrayList<>();

        Panel(String valueLabel) {
            this.valueLabel = valueLabel;
        }
    }

    /** {@code y} holds the upper and {@code lower} the lower edge of a band; {@code lower} is null otherwise. */
    private static final class Series {
        final String name;
        final Look look;
        final int colour;
        final int[] kept;
        final double[] y;
        final double[] lower;

        Series(String name, Look look, int colour, int[] kept, double[] y, double[] lower) {
            this.name = name;
            this.look = look;
            this.colour = colour;
            this.kept = kept;
            this.y = y;
            this.lower = lower;
        }
    }

    private TimeChart(String title, String timeLabel, int size) {
        super(title);
        this.timeLabel = timeLabel;
        this.size = size;
    }

    /** An empty chart over the times 1 to {@code size}. */
    public static TimeChart of(String title, String timeLabel, int size) {
        require(size >= 1, "chart '%s' must have at least 1 time, got %d", title, size);
        return new TimeChart(title, timeLabel, size);
    }

    /** Calls the times by these names, dates for example, in place of their numbers. */
    public TimeChart labels(List<String> names) {
        require(names.size() == size, "chart '%s' needs %d labels, got %d", title(), size, names.size());
        labels = List.copyOf(names);
        return this;
    }

    /** Begins a panel below those that there are; what is added next stands in it. */
    public TimeChart panel(String valueLabel) {
        panels.add(new Panel(valueLabel));
        return this;
    }

    /** Adds a curve. */
    public TimeChart line(String name, double[] y) {
        return add(name, Look.LINE, y, null);
    }

    /** Adds a thin grey curve, such as the data. */
    public TimeChart faint(String name, double[] y) {
        return add(name, Look.FAINT, y, null);
    }

    /** Shades the region between two curves; it takes the colour of the line that is added next. */
    public TimeChart band(String name, double[] lower, double[] upper) {
        require(lower.length == size, "band '%s' needs %d lower values, got %d", name, size, lower.length);
        return add(name, Look.BAND, upper, lower);
    }

    /** Puts a sentence under the chart. */
    public TimeChart caption(String sentence) {
        caption = sentence;
        return this;
    }

    private TimeChart add(String name, Look look, double[] y, double[] lower) {
        require(y.length == size, "series '%s' needs %d values, got %d", name, size, y.length);
        require(!panels.isEmpty(), "chart '%s' needs a panel before series '%s'", title(), name);
        int colour = (int) all().stream().filter(s -> s.look == Look.LINE).count();
        int[] kept = look == Look.BAND ? Thinning.everyIndex(size, MOST_POINTS) : Thinning.envelope(y, MOST_POINTS);
        panels.get(panels.size() - 1)
                .series
                .add(new Series(
                        name,
                        look,
                        colour,
                        kept,
                        Thinning.pick(y, kept),
                        lower == null ? null : Thinning.pick(lower, kept)));
        return this;
    }

    private List<Series> all() {
        return panels.stream().flatMap(panel -> panel.series.stream()).toList();
    }

    @Override
    String caption() {
        return caption;
    }

    @Override
    String description() {
        return title() + ", chart over " + timeLabel + ": "
                + all().stream().map(s -> s.name).collect(Collectors.joining(", "));
    }

    @Override
    List<LegendEntry> legend() {
        return all().stream()
                .map(s -> new LegendEntry(s.name, lookName(s), s.colour))
                .toList();
    }

    @Override
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "time");
        json.writeStringField("xLabel", timeLabel);
        json.writeNumberField("size", size);
        // Of a very long series only some times are named; each stands for those up to the next.
        int stride = (size + MOST_POINTS - 1) / MOST_POINTS;
        json.writeNumberField("stride", stride);
        json.writeArrayFieldStart("labels");
        for (int t = 0; t < labels.size(); t += stride) {
            json.writeString(labels.get(t));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("panels");
        for (Panel panel : panels) {
            json.writeStartObject();
            json.writeStringField("yLabel", panel.valueLabel);
            json.writeArrayFieldStart("series");
            for (Series s : panel.series) {
                write(json, s);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(JsonGenerator json, Series s) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", s.name);
        json.writeStringField("look", lookName(s));
        json.writeNumberField("index", s.colour);
        if (s.kept.length < size) {
            PageJson.numbers(
                    json, "x", IntStream.of(s.kept).mapToDouble(t -> t + 1).toArray());
        }
        PageJson.numbers(json, "y", s.y, DIGITS);
        if (s.lower != null) {
            PageJson.numbers(json, "lower", s.lower, DIGITS);
        }
        json.writeEndObject();
    }

    private static String lookName(Series s) {
        return s.look.name().toLowerCase(Locale.ROOT);
    }
}
