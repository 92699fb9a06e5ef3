package org.driftfield.cli.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.driftfield.cli.fit.Csv;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.NetworkPrediction;

/** What a network says of rows, as CSV; beside it what was observed, where that is known. */
final class PredictedFile {
    /** The file of a fit that has its own held-out rows. */
    static final String NAME = "heldout.csv";

    static final String OBSERVED = "observed";
    static final String PREDICTED = "predicted";
    private static final List<String> MEASURES =
            List.of("mean", "sd", "sd_epistemic", "sd_aleatoric", "q05", "q50", "q95");

    private PredictedFile() {}

    /**
     * Writes the file.
     *
     * @param rows how many rows the table has; those that are not among the coded ones are NA
     * @param observed whether to write what was observed, and only coded rows
     * @param flags whether to say which rows have a category that the fit has not seen
     */
    static void write(
            Path file,
            NetworkPosterior network,
            EncodedRows coded,
            int rows,
            boolean observed,
            boolean flags,
            int threads)
            throws IOException {
        NetworkPrediction prediction = network.predict(coded, threads);
        List<String> classes = network.encoding().classes();
        try (Csv csv = Csv.create(file)) {
            head(csv, classes, observed, flags);
            int at = 0;
            for (int row = 0; row < rows; row++) {
                boolean known = at < coded.count() && coded.rows()[at] == row;
                if (!known && observed) {
                    continue;
                }
                boolean flagged = known && coded.flagged().get(at);
                csv.number(row + 1);
                if (observed) {
                    if (classes.isEmpty()) {
                        csv.number(coded.y()[at]);
                    } else {
                        csv.text(classes.get((int) coded.y()[at]));
                    }
                }
                int of = known && !flagged ? at : -1;
                if (classes.isEmpty()) {
                    number(csv, prediction, of);
                } else {
                    classes(csv, prediction, of, classes);
                }
                if (flags) {
                    csv.number(flagged ? 1 : 0);
                }
                csv.end();
                at += known ? 1 : 0;
            }
        }
    }

    private static void head(Csv csv, List<String> classes, boolean observed, boolean flags) throws IOException {
        csv.text("row");
        if (observed) {
            csv.text(OBSERVED);
        }
        if (classes.isEmpty()) {
            for (String measure : MEASURES) {
                csv.text(measure);
            }
        } else {
            csv.text(PREDICTED);
            for (String name : classes) {
                csv.text("p_" + name);
            }
            csv.text("sd_epistemic").text("sd_aleatoric");
        }
        if (flags) {
            csv.text("unseen");
        }
        csv.end();
    }

    private static void number(Csv csv, NetworkPrediction p, int row) throws IOException {
        if (row < 0) {
            missing(csv, MEASURES.size());
            return;
        }
        csv.number(p.mean()[row])
                .number(Math.hypot(p.epistemicSd()[row], p.aleatoricSd()[row]))
                .number(p.epistemicSd()[row])
                .number(p.aleatoricSd()[row])
                .number(p.q05()[row])
                .number(p.q50()[row])
                .number(p.q95()[row]);
    }

    /** The deviations are those of the probability of the predicted class. */
    private static void classes(Csv csv, NetworkPrediction p, int row, List<String> names) throws IOException {
        if (row < 0) {
            missing(csv, names.size() + 3);
            return;
        }
        int best = p.mostProbable(row);
        csv.text(names.get(best));
        int column = p.columns() == 1 ? 0 : best;
        for (int k = 0; k < names.size(); k++) {
            csv.number(p.columns() > 1 ? p.mean()[row * p.columns() + k] : k == 1 ? p.mean()[row] : 1 - p.mean()[row]);
        }
        csv.number(p.epistemicSd()[row * p.columns() + column]).number(p.aleatoricSd()[row * p.columns() + column]);
    }

    private static void missing(Csv csv, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            csv.number(Double.NaN);
        }
    }

    /** Reads a file that has what was observed. Nothing is missing in it, and a class may be called anything. */
    static Table read(Path file) {
        return Table.read(
                file,
                CsvOptions.defaults().withSeparator(',').withMissing(Set.of()).withText(Set.of(OBSERVED, PREDICTED)));
    }

    static String text(Table table, String column, int row) {
        return ((TextColumn) table.column(column)).get(row);
    }
}
