package org.driftfield.report.network;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.driftfield.assessment.network.ValidationCurve;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.report.SideBySide;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.network.NnDetails;

/**
 * Neural networks side by side by how well they predict. Their weights cannot be compared: units can trade places without any
 * change of the predictions.
 */
public final class ScoreComparison implements SideBySide {
    private static final List<String> PARTS = List.of(NnDetails.TEST, NnDetails.VALIDATION, NnDetails.TRAIN);

    private final List<Fit> fits;
    private final List<NnDetails> details;
    private final List<Row> rows = new ArrayList<>();

    /** One score on one part; NaN in a fit that does not have it. */
    private record Row(String part, String score, List<Double> values) {}

    public ScoreComparison(List<Fit> fits) {
        this.fits = fits;
        this.details =
                fits.stream().map(fit -> fit.record().details(NnDetails.class)).toList();
        for (int f = 1; f < fits.size(); f++) {
            require(
                    described(f).equals(described(0)),
                    "compare: %s is a %s and %s a %s; only scores of the same task and target can be compared",
                    fits.get(0).folder(),
                    described(0),
                    fits.get(f).folder().toString(),
                    described(f));
        }
        for (String part : PARTS) {
            if (part.equals(NnDetails.TRAIN) && !rows.isEmpty()) {
                // Nobody chooses a network by what it has seen.
                break;
            }
            for (String score : ScoreWords.ALL.keySet()) {
                List<Double> values =
                        fits.stream().map(fit -> score(fit, part, score)).toList();
                if (values.stream().anyMatch(value -> !Double.isNaN(value))) {
                    rows.add(new Row(part, score, values));
                }
            }
        }
    }

    private String described(int f) {
        return details.get(f).task() + " of " + details.get(f).target();
    }

    private static double score(Fit fit, String part, String score) {
        Double value = fit.record().scores().getOrDefault(part, Map.of()).get(score);
        return value == null ? Double.NaN : value;
    }

    /** What keeps the scores of a part from being compared as they stand; empty if nothing does. */
    private String caveat() {
        for (String part : List.of(NnDetails.TEST, NnDetails.VALIDATION)) {
            List<String> rowsOf = new ArrayList<>();
            for (int f = 0; f < fits.size(); f++) {
                rowsOf.add(rows(f, part));
            }
            if (rowsOf.stream().distinct().count() > 1) {
                return "The " + part
                        + " rows are not the same in all fits (another file, fraction or seed): their scores"
                        + " also differ by the luck of the rows.";
            }
        }
        return "";
    }

    /** Which rows a part has, as far as can be told: a file of its own, or a draw from the data. */
    private String rows(int f, String part) {
        NnDetails.Part own = details.get(f).parts().get(part);
        if (own == null) {
            return "none";
        }
        FitRecord record = fits.get(f).record();
        return own.sha256()
                + (Objects.equals(own.sha256(), record.data().sha256())
                        ? " " + own.rows() + " " + record.asked().seed()
                        : "");
    }

    @Override
    public List<String[]> table() {
        List<String> head = new ArrayList<>(List.of("score"));
        for (int f = 0; f < fits.size(); f++) {
            head.add(SideBySide.letter(f));
        }
        List<String[]> cells = new ArrayList<>(List.<String[]>of(head.toArray(String[]::new)));
        for (Row row : rows) {
            List<String> line = new ArrayList<>(List.of(row.part() + " " + row.score()));
            row.values()
                    .forEach(value -> line.add(Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.4f", value)));
            cells.add(line.toArray(String[]::new));
        }
        return cells;
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!caveat().isEmpty()) {
            remarks.add(caveat());
        }
        remarks.add("Weights of networks are not compared: units can trade places without changing a prediction.");
        return remarks;
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("scores", fits.stream().map(fit -> fit.record().scores()).toList());
        told.put("caveat", caveat());
        return told;
    }

    @Override
    public String shown() {
        return "Scores, calibration and learning curves";
    }

    @Override
    public Page page() {
        List<PageTable.Column> columns = new ArrayList<>(List.of(new PageTable.Column("score")));
        fits.forEach(fit -> columns.add(new PageTable.Column(fit.folder().toString(), PageTable.Format.NUMBER)));
        List<List<Object>> cells = new ArrayList<>();
        var meanings = new Content.Facts();
        for (Row row : rows) {
            if (row.part().equals(rows.get(0).part())) {
                meanings = meanings.and(row.score(), ScoreWords.ALL.get(row.score()));
            }
            List<Object> line = new ArrayList<>(List.of(row.part() + " " + row.score()));
            row.values().forEach(value -> line.add(Double.isNaN(value) ? null : value));
            cells.add(line);
        }
        LineChart calibration = LineChart.of("Calibration", "promised", "happened");
        LineChart learning = LineChart.of("Learning", "iteration", "validation score");
        for (int f = 0; f < fits.size(); f++) {
            List<NetworkScores.Bin> bins =
                    details.get(f).parts().get(details.get(f).shown()).calibration();
            calibration.line(
                    fits.get(f).folder().toString(),
                    bins.stream().mapToDouble(NetworkScores.Bin::predicted).toArray(),
                    bins.stream().mapToDouble(NetworkScores.Bin::observed).toArray());
            double[][] curve = ValidationCurve.points(fits.get(f).posterior().trace());
            learning.line(fits.get(f).folder().toString(), curve[0], curve[1]);
        }
        calibration.faint("perfect", new double[] {0, 1}, new double[] {0, 1});
        return new Page(
                "Comparison of " + fits.size() + " networks",
                String.join(
                        " against ",
                        fits.stream().map(fit -> fit.folder().toString()).toList()),
                List.of(
                        new Section(
                                "Scores",
                                "The same score in each fit. " + caveat()
                                        + " Weights are not compared: units can trade places without changing a prediction.",
                                new PageTable("", columns, cells),
                                meanings),
                        new Section(
                                "Calibration and learning",
                                "Calibrated predictions lie on the diagonal; a network is kept at the lowest point of its"
                                        + " learning curve.",
                                new Content.Charts(calibration, learning))));
    }
}
