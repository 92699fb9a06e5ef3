package org.driftfield.report;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Curves and points over a numeric axis, with optional shaded bands, reference lines and a rug of single values. Every
 * method adds something and returns the same chart. Long series are thinned to what a screen can show; points that are
 * not finite leave a gap.
 */
public final class LineChart extends Chart {
    private static final int MOST_POINTS = 2000;
    private static final int MOST_RUG_MARKS = 300;

    private final String xLabel;
    private final String yLabel;
    private final boolean density;
    private final List<Series> series = new ArrayList<>();
    private final List<Reference> references = new ArrayList<>();
    private double[] rug = {};
    private String caption = "";
    private boolean logarithmic;
    private double lowest = Double.NaN;
    private double highest = Double.NaN;

    private enum Look {
        /** The values that matter; colour and dash tell several apart. */
        LINE,
        /** Raw or replicated values behind the others. */
        FAINT,
        POINTS,
        BAND
    }

    /** {@code y} holds the upper and {@code lower} the lower edge of a band; {@code lower} is null otherwise. */
    private static final class Series {
        final String name;
        final Look look;
        final int colour;
        final double[] x;
        final double[] y;
        final double[] lower;

        Series(String name, Look look, int colour, double[] x, double[] y, double[] lower) {
            this.name = name;
            this.look = look;
            this.colour = colour;
            this.x = x;
            this.y = y;
            this.lower = lower;
        }
    }

    private record Reference(String label, String axis, double value) {}

    private LineChart(String title, String xLabel, String yLabel, boolean density) {
        super(title);
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.density = density;
    }

    /** An empty chart with its title and what its axes mean. */
    public static LineChart of(String title, String xLabel, String yLabel) {
        return new LineChart(title, xLabel, yLabel, false);
    }

    /** An empty chart for density curves: filled down to zero, without numbers on the vertical axis. */
    public static LineChart density(String title) {
        return new LineChart(title, "", "density", true);
    }

    /** Adds a curve through the points (x, y). */
    public LineChart line(String name, double[] x, double[] y) {
        return add(name, Look.LINE, x, y, null);
    }

    /** Adds a thin grey curve that stays in the background; those of one name share an entry in the legend. */
    public LineChart faint(String name, double[] x, double[] y) {
        return add(name, Look.FAINT, x, y, null);
    }

    /** Adds points that are not joined. */
    public LineChart points(String name, double[] x, double[] y) {
        return add(name, Look.POINTS, x, y, null);
    }

    /** Shades the region between two curves; it takes the colour of the line that is added next. */
    public LineChart band(String name, double[] x, double[] lower, double[] upper) {
        require(lower.length == x.length, "band '%s' needs %d lower values, got %d", name, x.length, lower.length);
        return add(name, Look.BAND, x, upper, lower);
    }

    /** Marks single values on the horizontal axis; at most 300 evenly chosen ones are drawn. */
    public LineChart rug(double[] values) {
        rug = Thinning.every(values, MOST_RUG_MARKS);
        return this;
    }

    /** Draws a dashed horizontal line at y = value. */
    public LineChart horizontal(String label, double value) {
        references.add(new Reference(label, "y", value));
        return this;
    }

    /** Draws a dashed vertical line at x = value. */
    public LineChart vertical(String label, double value) {
        references.add(new Reference(label, "x", value));
        return this;
    }

    /** Puts the vertical axis on a logarithmic scale; values that are not positive leave a gap. */
    public LineChart logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Shows only part of the vertical axis; what lies outside is cut off. */
    public LineChart range(double lowest, double highest) {
        require(
                lowest < highest,
                "the range of chart '%s' must have lowest < highest, got %s, %s",
                title(),
                lowest,
                highest);
        this.lowest = lowest;
        this.highest = highest;
        return this;
    }

    /** Puts a sentence under the chart. */
    public LineChart caption(String sentence) {
        caption = sentence;
        return this;
    }

    private LineChart add(String name, Look look, double[] x, double[] y, double[] lower) {
        require(y.length == x.length, "series '%s' needs as many y as x values (%d), got %d", name, x.length, y.length);
        int colour = (int) series.stream()
                .filter(s -> s.look == Look.LINE || s.look == Look.POINTS)
                .count();
        int[] kept = switch (look) {
            case LINE, FAINT -> Thinning.envelope(y, MOST_POINTS);
            case POINTS, BAND -> Thinning.everyIndex(y.length, MOST_POINTS);
        };
        series.add(new Series(
                name,
                look,
                colour,
                Thinning.pick(x, kept),
                Thinning.pick(y, kept),
                lower == null ? null : Thinning.pick(lower, kept)));
        return this;
    }

    @Override
    String caption() {
        return caption;
    }

    @Override
    String description() {
        String over = xLabel.isEmpty() ? "" : " over " + xLabel;
        String names = legend().isEmpty()
                ? ""
                : ": " + legend().stream().map(LegendEntry::name).collect(Collectors.joining(", "));
        return title() + ", line chart of " + (yLabel.isEmpty() ? "values" : yLabel) + over + names;
    }

    @Override
    List<LegendEntry> legend() {
        var byName = new LinkedHashMap<String, LegendEntry>();
        for (Series s : series) {
            byName.putIfAbsent(s.name, new LegendEntry(s.name, lookName(s), s.colour));
        }
        return byName.size() < 2 ? List.of() : List.copyOf(byName.values());
    }

    @Override
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "line");
        json.writeStringField("xLabel", xLabel);
        json.writeStringField("yLabel", yLabel);
        json.writeBooleanField("density", density);
        json.writeBooleanField("log", logarithmic);
        PageJson.number(json, "lowest", lowest);
        PageJson.number(json, "highest", highest);
        json.writeArrayFieldStart("series");
        for (Series s : series) {
            json.writeStartObject();
            json.writeStringField("name", s.name);
            json.writeStringField("look", lookName(s));
            json.writeNumberField("index", s.colour);
            PageJson.numbers(json, "x", s.x);
            PageJson.numbers(json, "y", s.y);
            if (s.lower != null) {
                PageJson.numbers(json, "lower", s.lower);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        PageJson.numbers(json, "rug", rug);
        json.writeArrayFieldStart("references");
        for (Reference r : references) {
            json.writeStartObject();
            json.writeStringField("label", r.label);
            json.writeStringField("axis", r.axis);
            PageJson.number(json, "value", r.value);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String lookName(Series s) {
        return s.look.name().toLowerCase(Locale.ROOT);
    }
}
