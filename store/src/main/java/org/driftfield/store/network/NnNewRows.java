package org.driftfield.store.network;

import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.NewRows;
import org.driftfield.store.folder.Predictions;

/** Predicts new rows by a neural network. */
public final class NnNewRows implements NewRows {
    /** So many rows at most are done by the thread that asks: others may have rows of their own, and threads take time to start. */
    private static final int ROWS_OF_ONE_THREAD = 1024;

    private final NetworkPosterior network;

    public NnNewRows(FitFolder fit, FitRecord record) {
        this.network = NetworkPosterior.load(record.details(NnDetails.class).network(), fit.path());
    }

    /** How well rows are predicted whose target is there. */
    private String scores(EncodedRows rows) {
        int[] known = rows.y() == null
                ? new int[0]
                : IntStream.range(0, rows.count())
                        .filter(i ->
                                Double.isFinite(rows.y()[i]) && !rows.flagged().get(i))
                        .toArray();
        if (known.length == 0) {
            return "";
        }
        NetworkScores scores = network.scores(rows.some(known), threads(known.length));
        String start = String.format(
                Locale.ROOT,
                "; of %d with a known %s: log-likelihood %.4g, ",
                known.length,
                network.encoding().target(),
                -scores.nll());
        return start
                + (Double.isNaN(scores.mse())
                        ? String.format(Locale.ROOT, "%.1f %% misclassified", 100 * scores.misclassification())
                        : String.format(
                                Locale.ROOT,
                                "RMSE %.4g, 90 %% intervals hold %.1f %%",
                                scores.rmse(),
                                100 * scores.coverage90()))
                + String.format(Locale.ROOT, ", calibration error %.3f", scores.calibrationError());
    }

    private static int threads(int rows) {
        return rows <= ROWS_OF_ONE_THREAD ? 1 : Runtime.getRuntime().availableProcessors();
    }

    @Override
    public CsvOptions csvOptions() {
        return network.encoding().csvOptions();
    }

    @Override
    public Predictions predict(Table table, UnseenPolicy unseen, long seed) {
        EncodedRows rows = network.encoding().newRows(table, NaPolicy.DROP, unseen);
        int missing = table.rows() - rows.count();
        int flagged = rows.flagged().cardinality();
        String done = "Predicted " + (rows.count() - flagged) + " rows from " + network.particles() + " networks"
                + (missing == 0 ? "" : "; NA for " + missing + " with missing values")
                + (flagged == 0 ? "" : "; NA for " + flagged + " with an unseen category")
                + scores(rows);
        return PredictedFile.all(
                network,
                rows,
                Predictions.ofAll(table.rows(), done),
                unseen == UnseenPolicy.FLAG,
                threads(rows.count()));
    }
}
