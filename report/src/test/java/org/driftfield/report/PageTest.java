package org.driftfield.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    @Test
    void hostileTextIsNeverMarkup() throws IOException {
        String html = SamplePages.hostile().html();
        for (String name : SamplePages.HOSTILE_NAMES) {
            assertThat(html).doesNotContain(name);
        }
        assertThat(html).contains("&lt;img src=x onerror=").contains("&quot; onmouseover=&quot;");
        assertThat(chartText(html)).doesNotContain("<").doesNotContain("\u2028").contains("\\u2028");
        assertThat(chartData(html).get(0).get("title").asText()).isEqualTo(SamplePages.HOSTILE_NAMES.get(0));
    }

    @Test
    void fetchesNothing() throws IOException {
        String html = SamplePages.fit().html();
        assertThat(Pattern.compile("(?i)(src|href|action|poster)\\s*=\\s*[\"']?\\s*(https?:)?//")
                        .matcher(html)
                        .find())
                .isFalse();
        assertThat(html).doesNotContain("@import").doesNotContain("<link").contains("default-src 'none'");
    }

    @Test
    void numbersThatAreNotFiniteBecomeNull() throws IOException {
        double[] x = {1, 2, 3};
        double[] y = {Double.NaN, Double.POSITIVE_INFINITY, 0.1 + 0.2};
        var page = new Page(
                "t",
                "",
                List.of(new Section(
                        "s", "", new Content.Charts(LineChart.of("c", "x", "y").line("l", x, y)))));
        JsonNode values = chartData(page.html()).get(0).get("series").get(0).get("y");
        assertThat(values.toString()).isEqualTo("[null,null,0.3]");
    }

    @Test
    void longSeriesKeepTheirOutline() throws IOException {
        double[] x = IntStream.range(0, 100_000).asDoubleStream().toArray();
        double[] y = IntStream.range(0, 100_000)
                .mapToDouble(i -> i == 71_234 ? 9 : Math.sin(i))
                .toArray();
        var page = new Page(
                "t",
                "",
                List.of(new Section(
                        "s",
                        "",
                        new Content.Charts(
                                LineChart.of("c", "x", "y").line("l", x, y).rug(y)))));
        JsonNode chart = chartData(page.html()).get(0);
        JsonNode kept = chart.get("series").get(0);
        assertThat(kept.get("y")).hasSizeLessThanOrEqualTo(2000).anyMatch(v -> v.asDouble() == 9);
        assertThat(kept.get("x")).hasSameSizeAs(kept.get("y")).anyMatch(v -> v.asDouble() == 71_234);
        assertThat(chart.get("rug")).hasSize(300);
    }

    @Test
    void everyTimeIsDrawnUnlessTheSeriesIsVeryLong() throws IOException {
        for (int size : new int[] {20_000, 100_000}) {
            double[] y = IntStream.range(0, size)
                    .mapToDouble(i -> i == 12_345 ? 9 : Math.sin(i))
                    .toArray();
            List<String> days =
                    IntStream.range(0, size).mapToObj(i -> "day " + i).toList();
            String html = new Page(
                            "t",
                            "",
                            List.of(new Section(
                                    "s",
                                    "",
                                    new Content.Charts(TimeChart.of("c", "day", size)
                                            .labels(days)
                                            .panel("y")
                                            .band("b", y, y)
                                            .line("l", y)))))
                    .html();
            JsonNode chart = chartData(html).get(0);
            JsonNode line = chart.get("panels").get(0).get("series").get(1);
            assertThat(line.get("y")).hasSize(20_000).anyMatch(v -> v.asDouble() == 9);
            assertThat(line.has("x")).isEqualTo(size > 20_000);
            assertThat(chart.get("labels")).hasSize(20_000);
            // Two series of numbers, a third for the lower edge, and the names.
            assertThat(chartText(html)).hasSizeLessThan(1_200_000);
        }
    }

    @Test
    void theSamePageIsTheSameText() throws IOException {
        assertThat(SamplePages.fit().html()).isEqualTo(SamplePages.fit().html());
    }

    @Test
    void replacesTheFileOnceTheNewOneIsComplete(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("report.html"), "old");
        SamplePages.fit().write(file);
        assertThat(file).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void rowsHaveTheDecimalsOfTheirScale() {
        var table = new PageTable(
                        "t",
                        new PageTable.Column("p"),
                        new PageTable.Column("mean", PageTable.Format.VALUE),
                        new PageTable.Column("sd", PageTable.Format.SCALE),
                        new PageTable.Column("mcse", PageTable.Format.ERROR),
                        new PageTable.Column("ess", PageTable.Format.COUNT),
                        new PageTable.Column("any", PageTable.Format.NUMBER))
                .row("a", -12.34567, 0.09996, 0.001234, 12345.6, 0.00021)
                .row("b", 1234567.8, 4321.0, 0, 5, 1500)
                .row("c", 1.5e-12, 2.5e-13, Double.NaN, Double.POSITIVE_INFINITY, -1e12)
                .row("d", -0.001, 12.3, null, 3, Double.NEGATIVE_INFINITY)
                .row("e", 2.0, 0, 0.5, 3, 2.5);
        assertThat(table.rows().stream()
                        .map(row -> IntStream.range(0, 6)
                                .mapToObj(j -> table.text(row, j))
                                .toList()))
                .containsExactly(
                        List.of("a", "−12.346", "0.100", "0.0012", "12\u202f346", "0.00021"),
                        List.of("b", "1234568", "4321", "0.00", "5", "1500"),
                        List.of("c", "1.50e−12", "2.50e−13", "n/a", "∞", "−1.00e12"),
                        List.of("d", "0.0", "12.3", "–", "3", "−∞"),
                        List.of("e", "2.000", "0.000", "0.50", "3", "2.5"));
    }

    @Test
    void namesWhatDoesNotFit() {
        var chart = LineChart.of("c", "x", "y");
        assertThatThrownBy(() -> chart.line("l", new double[2], new double[3]))
                .isInstanceOf(InputException.class)
                .hasMessage("series 'l' needs as many y as x values (2), got 3");
        assertThatThrownBy(() -> new PageTable("t", new PageTable.Column("a")).row(1, 2))
                .isInstanceOf(InputException.class)
                .hasMessage("a row of table 't' needs 1 cells, got 2");
    }

    private static JsonNode chartData(String html) throws IOException {
        return new ObjectMapper().readTree(chartText(html));
    }

    private static String chartText(String html) {
        String opening = "<script type=\"application/json\" id=\"chart-data\">";
        int from = html.indexOf(opening) + opening.length();
        return html.substring(from, html.indexOf("</script>", from));
    }
}
