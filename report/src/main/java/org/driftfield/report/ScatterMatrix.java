package org.driftfield.report;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** Draws of two to eight quantities, each plotted against each other, with their histograms and correlations. */
public final class ScatterMatrix extends Chart {
    static final int MOST_COLUMNS = 8;
    private static final int MOST_POINTS = 1500;

    private final List<String> names;
    private final double[][] columns;

    private ScatterMatrix(String title, List<String> names, double[][] columns) {
        super(title);
        this.names = List.copyOf(names);
        this.columns = columns;
    }

    /**
     * The matrix of these columns; at most 1500 evenly chosen rows are drawn.
     *
     * @param columns one array of draws for each name, all of one length
     */
    public static ScatterMatrix of(String title, List<String> names, double[][] columns) {
        require(
                names.size() >= 2 && names.size() <= MOST_COLUMNS,
                "a scatter matrix shows 2 to %d quantities, got %d",
                MOST_COLUMNS,
                names.size());
        require(columns.length == names.size(), "%d names need as many columns, got %d", names.size(), columns.length);
        var thinned = new double[columns.length][];
        for (int j = 0; j < columns.length; j++) {
            require(
                    columns[j].length == columns[0].length,
                    "column '%s' must have %d draws like the first, got %d",
                    names.get(j),
                    columns[0].length,
                    columns[j].length);
            thinned[j] = Thinning.every(columns[j], MOST_POINTS);
        }
        return new ScatterMatrix(title, names, thinned);
    }

    @Override
    String caption() {
        return "Below the diagonal: draws. Diagonal: histograms. Above: correlations.";
    }

    @Override
    String description() {
        return title() + ", scatter plots of each pair of " + String.join(", ", names);
    }

    @Override
    List<LegendEntry> legend() {
        return List.of();
    }

    @Override
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "matrix");
        json.writeArrayFieldStart("columns");
        for (int j = 0; j < columns.length; j++) {
            json.writeStartObject();
            json.writeStringField("name", names.get(j));
            PageJson.numbers(json, "values", columns[j]);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
