package org.driftfield.spark.ml;

import org.apache.spark.ml.util.MLReader;
import org.driftfield.store.volatility.SvDetails;

/** A fitted volatility model; it has draws and a verdict, and no new rows to score. */
public final class DriftfieldVolatilityModel extends DriftfieldModel<DriftfieldVolatilityModel> {
    private static final long serialVersionUID = 1L;

    DriftfieldVolatilityModel(String uid, FitFiles files) {
        super(uid, files);
    }

    /** Reads a fit folder, whoever wrote it. */
    public static MLReader<DriftfieldVolatilityModel> read() {
        return new ModelReader<>(SvDetails.MODEL, DriftfieldVolatilityModel::new);
    }

    public static DriftfieldVolatilityModel load(String path) {
        return read().load(path);
    }

    @Override
    DriftfieldVolatilityModel same() {
        return new DriftfieldVolatilityModel(uid(), files());
    }
}
