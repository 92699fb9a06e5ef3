package org.driftfield.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes the markup of one page; the only place where text becomes HTML, and every text goes through {@link #escape}. */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final List<Chart> charts = new ArrayList<>();

    /** The charts met so far; the n-th one belongs to the element with data-chart n. */
    List<Chart> charts() {
        return charts;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    String body(Page page) {
        out.append("<header class=\"masthead\">\n");
        element("h1", "", page.title());
        if (!page.subtitle().isBlank()) {
            element("p", "subtitle", page.subtitle());
        }
        out.append("</header>\n<div class=\"columns\">\n");
        contents(page.sections());
        out.append("<main>\n");
        for (int i = 0; i < page.sections().size(); i++) {
            section(i, page.sections().get(i));
        }
        out.append("</main>\n</div>\n");
        return out.toString();
    }

    private void contents(List<Section> sections) {
        out.append("<nav aria-label=\"Contents\"><ol>\n");
        for (int i = 0; i < sections.size(); i++) {
            out.append("<li><a href=\"#section-").append(i + 1).append("\">");
            out.append(escape(sections.get(i).heading())).append("</a></li>\n");
        }
        out.append("</ol></nav>\n");
    }

    private void section(int i, Section section) {
        String id = "section-" + (i + 1);
        out.append("<section id=\"").append(id).append("\" aria-labelledby=\"").append(id);
        out.append("-heading\">\n<div class=\"opening\"><h2 id=\"").append(id).append("-heading\">");
        out.append(escape(section.heading())).append("</h2>\n");
        if (!section.explanation().isBlank()) {
            element("p", "explanation", section.explanation());
        }
        out.append("</div>\n");
        section.contents().forEach(this::content);
        out.append("</section>\n");
    }

    // Java 17 has no pattern switch over a sealed type.
    private void content(Content content) {
        if (content instanceof Content.Text text) {
            element("p", "", text.text());
        } else if (content instanceof Content.Code code) {
            out.append("<div class=\"code\"><pre tabindex=\"0\"><code>").append(escape(code.text()));
            out.append("</code></pre><button type=\"button\" hidden>Copy</button></div>\n");
        } else if (content instanceof Content.Facts facts) {
            out.append("<dl class=\"facts\">\n");
            for (Content.Fact fact : facts.facts()) {
                out.append("<div>");
                element("dt", "", fact.label());
                element("dd", "", fact.value());
                out.append("</div>\n");
            }
            out.append("</dl>\n");
        } else if (content instanceof Content.Verdict verdict) {
            verdict(verdict);
        } else if (content instanceof PageTable table) {
            table(table, null);
        } else if (content instanceof Content.Chooser chooser) {
            out.append("<form method=\"get\" action=\"")
                    .append(escape(chooser.together()))
                    .append("\">\n");
            table(chooser.table(), chooser);
            out.append("<button type=\"submit\">").append(escape(chooser.button()));
            out.append("</button>\n</form>\n");
        } else if (content instanceof Content.Charts group) {
            int count = group.charts().size();
            out.append("<div class=\"charts")
                    .append(count > 1 ? " several" : "")
                    .append(count > 4 ? " many" : "");
            out.append("\">\n");
            group.charts().forEach(this::chart);
            out.append("</div>\n");
        }
    }

    private void verdict(Content.Verdict verdict) {
        out.append("<div class=\"verdict ").append(verdict.level().cssClass()).append("\">\n<p class=\"headline\">");
        level(verdict.level());
        out.append(' ').append(escape(verdict.headline())).append("</p>\n");
        if (!verdict.findings().isEmpty()) {
            out.append("<ul>\n");
            for (Content.Finding finding : verdict.findings()) {
                out.append("<li>");
                level(finding.level());
                out.append("<span>").append(escape(finding.sentence())).append("</span></li>\n");
            }
            out.append("</ul>\n");
        }
        out.append("</div>\n");
    }

    private void level(Level level) {
        out.append("<span class=\"level ").append(level.cssClass()).append("\"><span aria-hidden=\"true\">");
        out.append(level.mark()).append("</span> ").append(level.word()).append("</span>");
    }

    private void table(PageTable table, Content.Chooser chooser) {
        out.append("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"");
        out.append(escape(table.caption().isBlank() ? "PageTable" : table.caption()))
                .append("\">\n<table>\n");
        if (!table.caption().isBlank()) {
            element("caption", "", table.caption());
        }
        out.append("<thead><tr>");
        for (int j = 0; j < table.columns().size(); j++) {
            PageTable.Column column = table.columns().get(j);
            out.append("<th scope=\"col\"").append(numeric(table, j) ? " class=\"number\"" : "");
            if (!column.help().isBlank()) {
                out.append(" title=\"").append(escape(column.help())).append('"');
            }
            out.append('>').append(escape(column.name())).append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (int i = 0; i < table.rows().size(); i++) {
            List<Object> row = table.rows().get(i);
            String choice = chooser == null ? null : chooser.choices().get(i);
            out.append("<tr>");
            for (int j = 0; j < row.size(); j++) {
                String tag = j == 0 ? "th" : "td";
                out.append('<').append(tag).append(j == 0 ? " scope=\"row\"" : "");
                out.append(numeric(table, j) ? " class=\"number\">" : ">");
                if (row.get(j) instanceof Level level) {
                    level(level);
                } else if (row.get(j) instanceof PageTable.Figure figure && figure.best()) {
                    out.append("<b>").append(escape(figure.text())).append("</b>");
                } else if (j == 0 && choice != null) {
                    out.append("<input type=\"checkbox\" name=\"fit\" value=\"").append(escape(choice));
                    out.append("\" aria-label=\"choose ").append(escape(choice));
                    out.append("\"> <a href=\"").append(escape(chooser.open()));
                    out.append("?fit=").append(URLEncoder.encode(choice, StandardCharsets.UTF_8));
                    out.append("\">").append(escape(table.text(row, j))).append("</a>");
                } else {
                    out.append(escape(table.text(row, j)));
                }
                out.append("</").append(tag).append('>');
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table>\n</div>\n");
    }

    private static boolean numeric(PageTable table, int column) {
        return table.rows().stream()
                .map(row -> row.get(column))
                .anyMatch(cell -> cell instanceof Number || cell instanceof PageTable.Figure);
    }

    private void chart(Chart chart) {
        out.append("<figure>\n");
        element("h3", "", chart.title());
        if (!chart.legend().isEmpty()) {
            out.append("<ul class=\"legend\" aria-label=\"Legend\">");
            for (Chart.LegendEntry entry : chart.legend()) {
                out.append("<li><span class=\"sample ").append(entry.look()).append("\" data-index=\"");
                out.append(entry.index()).append("\" aria-hidden=\"true\"></span>");
                out.append(escape(entry.name())).append("</li>");
            }
            out.append("</ul>\n");
        }
        out.append("<div class=\"canvas-box\"><div class=\"canvas\" role=\"img\" data-chart=\"")
                .append(charts.size());
        out.append("\" aria-label=\"").append(escape(chart.description())).append("\"></div></div>\n");
        out.append("<noscript>This chart needs JavaScript.</noscript>\n");
        if (!chart.caption().isBlank()) {
            element("figcaption", "", chart.caption());
        }
        out.append("</figure>\n");
        charts.add(chart);
    }

    private void element(String tag, String cssClass, String text) {
        out.append('<').append(tag);
        if (!cssClass.isEmpty()) {
            out.append(" class=\"").append(cssClass).append('"');
        }
        out.append('>').append(escape(text)).append("</").append(tag).append(">\n");
    }
}
