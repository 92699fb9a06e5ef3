package org.driftfield.spark.ml;

import org.apache.spark.ml.util.MLReader;
import org.driftfield.store.network.NnDetails;

/** A fitted network, which adds to rows their mean, its parts and quantiles, or the probabilities of classes. */
public final class DriftfieldNetworkModel extends DriftfieldModel<DriftfieldNetworkModel> {
    private static final long serialVersionUID = 1L;

    DriftfieldNetworkModel(String uid, FitFiles files) {
        super(uid, files);
    }

    /** Reads a fit folder, whoever wrote it. */
    public static MLReader<DriftfieldNetworkModel> read() {
        return new ModelReader<>(NnDetails.MODEL, DriftfieldNetworkModel::new);
    }

    public static DriftfieldNetworkModel load(String path) {
        return read().load(path);
    }

    @Override
    DriftfieldNetworkModel same() {
        return new DriftfieldNetworkModel(uid(), files());
    }
}
