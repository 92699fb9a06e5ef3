package org.driftfield.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** The charts of a page as JSON that may stand inside a script element. */
final class PageJson {
    /** The drawing arithmetic of browsers and of the chart library overflows beyond sizes like this. */
    private static final double LARGEST = 1e100;

    /** More significant digits than any picture shows, and half the size of the page. */
    private static final int DIGITS = 9;

    private PageJson() {}

    static String of(List<Chart> charts) throws IOException {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartArray();
            for (Chart chart : charts) {
                json.writeStartObject();
                json.writeStringField("title", chart.title());
                chart.writeFields(json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        // In JSON these characters occur only inside strings, where an escape means the same; "<" could otherwise end
        // the script element or open a comment in it.
        return text.toString()
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    static void numbers(JsonGenerator json, String field, double[] values) throws IOException {
        numbers(json, field, values, DIGITS);
    }

    static void numbers(JsonGenerator json, String field, double[] values, int digits) throws IOException {
        json.writeArrayFieldStart(field);
        for (double value : values) {
            number(json, value, digits);
        }
        json.writeEndArray();
    }

    static void number(JsonGenerator json, String field, double value) throws IOException {
        json.writeFieldName(field);
        number(json, value, DIGITS);
    }

    /** JSON has no NaN or infinity: they, and sizes beyond any drawing, become null, which is drawn as a gap. */
    private static void number(JsonGenerator json, double value, int digits) throws IOException {
        double rounded = round(value, digits);
        if (!(Math.abs(rounded) < LARGEST)) {
            json.writeNull();
        } else if (rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }

    private static double round(double value, int digits) {
        if (Math.abs(value) < 1 / LARGEST) {
            return 0;
        }
        if (!(Math.abs(value) < LARGEST)) {
            return value;
        }
        int exponent = digits - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
        // Dividing by a whole power of ten, never multiplying by a fraction, gives the double nearest the short
        // decimal.
        double power = Math.pow(10, Math.abs(exponent));
        return exponent >= 0 ? Math.rint(value * power) / power : Math.rint(value / power) * power;
    }
}
