package org.driftfield.report;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A web page in one file that needs no network: open it in any browser, send it to anybody, print it.
 *
 * @param title the name of the page
 * @param subtitle one line under the title, may be empty
 * @param sections what it says, in order
 */
public record Page(String title, String subtitle, List<Section> sections) {
    /** The build with lines, bars, scatter plots and both renderers; the full one is half as large again. */
    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";

    public Page {
        require(!title.isBlank(), "the title of a page must not be blank");
        sections = List.copyOf(sections);
    }

    /** Writes the page; a file that is already there is replaced only once the new one is complete. */
    public void write(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(beside, html());
            try {
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** The page as text, which fetches nothing from anywhere. */
    public String html() throws IOException {
        return html("form-action 'none'", "");
    }

    /** The page as a server on this machine shows it: its forms lead back to that server. */
    public String served() throws IOException {
        return html("form-action 'self'", "");
    }

    /** The same, asking its server every second how the work goes on, under {@code state}, {@code charts} and {@code stop}. */
    public String live() throws IOException {
        return html("connect-src 'self'; form-action 'none'", resource("live.js"));
    }

    /** What its charts show, for a page that is open already. */
    public String charts() throws IOException {
        var html = new Html();
        html.body(this);
        return PageJson.of(html.charts());
    }

    private String html(String allowed, String script) throws IOException {
        var html = new Html();
        String body = html.body(this);
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
                style-src 'unsafe-inline'; img-src data:; base-uri 'none';\s"""
                + allowed
                + """
                ">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>"""
                + Html.escape(title)
                + "</title>\n<style>\n"
                + resource("report.css")
                + "</style>\n<script>\n"
                + resource("errors.js")
                + "</script>\n</head>\n<body>\n"
                + body
                + "<script type=\"application/json\" id=\"chart-data\">"
                + PageJson.of(html.charts())
                + "</script>\n"
                + (html.charts().isEmpty() ? "" : "<script>" + resource(CHART_LIBRARY) + "</script>\n")
                + "<script>\n"
                + resource("options.js")
                + resource("report.js")
                + script
                + "</script>\n</body>\n</html>\n";
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing from the class path: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
