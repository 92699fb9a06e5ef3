package org.driftfield.cli.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.driftfield.cli.Csv;
import org.driftfield.cli.Terminal;
import org.driftfield.cli.TextTable;
import org.driftfield.report.Table;

/** Means and standard deviations over replicates, a row a method, the paper's own row under it. */
final class ResultTable {
    private static final String NOTHING = "–";

    private final List<Score> columns;
    private final List<Row> rows;

    /** {@code paper} tells whether the row is the paper's. */
    private record Row(String key, String label, boolean paper, int replicates, List<Estimate> cells) {}

    private ResultTable(List<Score> columns, List<Row> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    static ResultTable of(
            List<Method> methods, List<Score> columns, List<Replicate> replicates, Map<String, PaperRow> paper) {
        List<Row> rows = new ArrayList<>();
        for (Method method : methods) {
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
        columns.forEach(column -> text.append(' ').append(column.label()).append(" |"));
        text.append("\n|---|").append("---:|".repeat(columns.size())).append('\n');
        for (Row row : rows) {
            text.append("| ").append(label(row)).append(" |");
            for (int j = 0; j < columns.size(); j++) {
                text.append(' ').append(text(row, j, "**")).append(" |");
            }
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

    /** The columns that matter most, the best of each with a star. */
    String terminalText(Terminal terminal) {
        int[] shown = IntStream.range(0, columns.size())
                .filter(j -> !columns.get(j).minor())
                .toArray();
        List<String[]> cells = new ArrayList<>();
        cells.add(Stream.concat(
                        Stream.of("method"),
                        IntStream.of(shown).mapToObj(j -> columns.get(j).label() + " "))
                .toArray(String[]::new));
        for (Row row : rows) {
            cells.add(Stream.concat(
                            Stream.of(label(row)),
                            IntStream.of(shown).mapToObj(j -> text(row, j, "") + (best(row, j) ? "*" : " ")))
                    .toArray(String[]::new));
        }
        return TextTable.of(terminal, cells);
    }

    Table report(String caption) {
        List<Table.Column> heads = new ArrayList<>(List.of(new Table.Column("method")));
        columns.forEach(column -> heads.add(new Table.Column(column.label(), Table.Format.NUMBER, column.help())));
        List<List<Object>> lines = new ArrayList<>();
        for (Row row : rows) {
            List<Object> line = new ArrayList<>(List.of(label(row)));
            for (int j = 0; j < columns.size(); j++) {
                line.add(new Table.Figure(text(row, j, ""), best(row, j)));
            }
            lines.add(line);
        }
        return new Table(caption, heads, lines);
    }

    /** The estimate of one of our methods. */
    Estimate estimate(String method, String score) {
        int column = columns.stream().map(Score::key).toList().indexOf(score);
        return rows.stream()
                .filter(row -> !row.paper && row.key.equals(method))
                .map(row -> row.cells.get(column))
                .findFirst()
                .orElse(Estimate.NONE);
    }
}
