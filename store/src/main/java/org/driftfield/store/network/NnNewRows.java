package org.driftfield.store.network;

import org.driftfield.data.CsvOptions;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.NewRows;
import org.driftfield.store.folder.Predictions;

/** Predicts new rows by a neural network. */
public final class NnNewRows implements NewRows {
    private final NetworkPosterior network;

    public NnNewRows(FitFolder fit, FitRecord record) {
        this.network = NetworkPosterior.load(record.details(NnDetails.class).network(), fit.path());
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
                + (flagged == 0 ? "" : "; NA for " + flagged + " with an unseen category");
        return PredictedFile.all(
                network,
                rows,
                Predictions.ofAll(table.rows(), done),
                unseen == UnseenPolicy.FLAG,
                Runtime.getRuntime().availableProcessors());
    }
}
