package org.driftfield.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** A picture of numbers; the page draws it with the library it carries. */
public abstract sealed class Chart permits LineChart, BarChart, ScatterMatrix, TimeChart, ForestChart {
    private final String title;

    Chart(String title) {
        this.title = title;
    }

    final String title() {
        return title;
    }

    /** A sentence under the chart, may be empty. */
    abstract String caption();

    /** What somebody who cannot see the chart is told about it. */
    abstract String description();

    /** The series to name in the legend, in drawing order; empty when there is nothing to tell apart. */
    abstract List<LegendEntry> legend();

    /** The fields the page's script draws from, into an object that is already open. */
    abstract void writeFields(JsonGenerator json) throws IOException;

    /** One line of a legend: {@code look} is the style class of its sample, {@code index} picks colour and dash. */
    record LegendEntry(String name, String look, int index) {}
}
