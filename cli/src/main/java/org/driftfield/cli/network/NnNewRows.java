package org.driftfield.cli.network;

import java.io.IOException;
import java.nio.file.Path;
import org.driftfield.cli.fit.FitFolder;
import org.driftfield.cli.fit.FitRecord;
import org.driftfield.cli.fit.NewRows;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.NetworkPosterior;

/** Predicts new rows by a neural network. */
final class NnNewRows implements NewRows {
    @Override
    public String predict(FitFolder fit, FitRecord record, Path data, UnseenPolicy unseen, long seed, Path out)
            throws IOException {
        NetworkPosterior network =
                NetworkPosterior.load(record.details(NnDetails.class).network(), fit.path());
        Table table = Table.read(data, network.encoding().csvOptions());
        EncodedRows rows = network.encoding().newRows(table, NaPolicy.DROP, unseen);
        int threads = Runtime.getRuntime().availableProcessors();
        PredictedFile.write(out, network, rows, table.rows(), false, unseen == UnseenPolicy.FLAG, threads);
        int missing = table.rows() - rows.count();
        int flagged = rows.flagged().cardinality();
        return "Predicted " + (rows.count() - flagged) + " rows from " + network.particles() + " networks"
                + (missing == 0 ? "" : "; NA for " + missing + " with missing values")
                + (flagged == 0 ? "" : "; NA for " + flagged + " with an unseen category");
    }
}
