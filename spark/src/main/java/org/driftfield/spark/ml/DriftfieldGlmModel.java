package org.driftfield.spark.ml;

import java.util.List;
import org.apache.spark.ml.util.MLReader;
import org.driftfield.store.glm.GlmDetails;

/** A fitted generalised linear model, which adds to rows what it says of their mean response and of a new observation. */
public final class DriftfieldGlmModel extends DriftfieldModel<DriftfieldGlmModel> {
    private static final long serialVersionUID = 1L;

    /** What comes out. */
    static final List<String> COLUMNS = List.of(
            "response_mean",
            "response_sd",
            "response_q05",
            "response_q50",
            "response_q95",
            "observation_mean",
            "observation_sd",
            "observation_q05",
            "observation_q50",
            "observation_q95",
            Scoring.PREDICTION);

    DriftfieldGlmModel(String uid, FitFiles files) {
        super(uid, files);
    }

    /** Reads a fit folder, whoever wrote it. */
    public static MLReader<DriftfieldGlmModel> read() {
        return new ModelReader<>(GlmDetails.MODEL, DriftfieldGlmModel::new);
    }

    public static DriftfieldGlmModel load(String path) {
        return read().load(path);
    }

    @Override
    DriftfieldGlmModel same() {
        return new DriftfieldGlmModel(uid(), files());
    }
}
