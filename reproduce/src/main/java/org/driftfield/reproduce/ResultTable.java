package org.driftfield.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.driftfield.report.PageTable;
import org.driftfield.store.folder.Csv;

/** Means and standard deviations over replicates, a row a method, the paper's own row under it. */
final class ResultTable {
    private static final String NOTHING = "–";

    private final List<Score> columns;

    /** The columns that are shown to people; the CSV file has all. */
    private final int[] shown;

    private final List<Row> rows;

    /** {@code paper} tells whether the row is the paper's. */
    private record Row(String key, String label, boolean paper, int replicates, List<Estimate> cells) {}

    private ResultTable(List<Score> columns, List<Row> rows) {
        this.columns = columns;
        this.shown = IntStream.range(0, columns.size())
                .filter(j -> !columns.get(j).minor())
                .toArray();
        this.rows = rows;
    }

    static ResultTable of(
            List<Contender> methods, List<Score> columns, List<Replicate> replicates, Map<String, PaperRow> paper) {
        List<Row> rows = new ArrayList<>();
        for (Contender method : methods) {
            List<Replicate> own = replicates.stream()
                    .filter(r -> r.method().equals(method.key()) && r.failed() == null)
                    .toList();
            rows.add(new Row(
                    method.key(),
                    method.label(),
                    false,
                    own.size(),
                    columns.stream()
                            .map(column -> Estimate.of(own.stream()
                                    .mapToDouble(r -> r.value(column.key()) / column.unit())
                                    .toArray()))
                            .toList()));
            PaperRow reported = paper.get(method.key());
            if (reported != null) {
                rows.add(new Row(
                        method.key(),
                        reported.label(),
                        true,
                        reported.replicates(),
                        columns.stream()
                                .map(column -> reported.cells().getOrDefault(column.key(), Estimate.NONE))
                                .toList()));
            }
        }
        return new ResultTable(columns, rows);
    }

    /** Whether the cell is the best of ours in its column, or written like it; one row alone is not called the best. */
    private boolean best(Row row, int column) {
        Score score = columns.get(column);
        List<Double> means = rows.stream()
                .filter(r -> !r.paper)
                .map(r -> r.cells.get(column).mean())
                .filter(mean -> !Double.isNaN(mean))
                .toList();
        double mean = row.cells.get(column).mean();
        return score.ranked()
                && !row.paper
                && means.size() > 1
                && !Double.isNaN(mean)
                && score.text(mean)
                        .equals(score.text(
                                means.stream().mapToDouble(m -> m).min().orElseThrow()));
    }

    private String label(Row row) {
        return row.paper ? "↳ the paper's " + row.label : row.label;
    }

    /** The mean, in marks of boldness, and the standard deviation in brackets. */
    private String text(Row row, int column, String bold) {
        Estimate cell = row.cells.get(column);
        if (cell.n() == 0 || Double.isNaN(cell.mean())) {
            return NOTHING;
        }
        Score score = columns.get(column);
        String mark = best(row, column) ? bold : "";
        String sd = Double.isNaN(cell.sd()) ? "" : " (" + score.text(cell.sd()) + ")";
        return mark + score.text(cell.mean()) + mark + sd;
    }

    String markdown(String heading, List<String> notes) {
        StringBuilder text = new StringBuilder("## ").append(heading).append("\n\n| method |");
        IntStream.of(shown)
                .forEach(j -> text.append(' ').append(columns.get(j).label()).append(" |"));
        text.append("\n|---|").append("---:|".repeat(shown.length)).append('\n');
        for (Row row : rows) {
            text.append("| ").append(label(row)).append(" |");
            IntStream.of(shown)
                    .forEach(j -> text.append(' ').append(text(row, j, "**")).append(" |"));
            text.append('\n');
        }
        text.append('\n');
        notes.forEach(note -> text.append("- ").append(note).append('\n'));
        return text.toString();
    }

    void writeCsv(Path file, Effort effort) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("method").text("source").text("effort").text("replicates");
            for (Score column : columns) {
                csv.text(column.name() + "_mean").text(column.name() + "_sd");
            }
            csv.end();
            for (Row row : rows) {
                csv.text(row.key)
                        .text(row.paper ? "paper" : "driftfield")
                        .text(row.paper ? "paper" : effort.text())
                        .number(row.replicates);
                for (Estimate cell : row.cells) {
                    csv.number(cell.mean()).number(cell.sd());
                }
                csv.end();
            }
        }
    }

    /** Its heading and its rows, the best of each column with a star. */
    List<List<String>> starred() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(line("method", j -> columns.get(j).label() + " ").toList());
        for (Row row : rows) {
            cells.add(line(label(row), j -> text(row, j, "") + (best(row, j) ? "*" : " "))
                    .toList());
        }
        return cells;
    }

    PageTable report() {
        List<PageTable.Column> heads = line(
                        new PageTable.Column("method"),
                        j -> new PageTable.Column(
                                columns.get(j).label(),
                                PageTable.Format.NUMBER,
                                columns.get(j).help()))
                .toList();
        List<List<Object>> lines = rows.stream()
                .map(row -> this.<Object>line(label(row), j -> new PageTable.Figure(text(row, j, ""), best(row, j)))
                        .toList())
                .toList();
        return new PageTable("", heads, lines);
    }

    /** Something for the name of the row, then something for each column that is shown. */
    private <T> Stream<T> line(T first, IntFunction<T> cell) {
        return Stream.concat(Stream.of(first), IntStream.of(shown).mapToObj(cell));
    }
}
