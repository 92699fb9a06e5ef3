package org.driftfield.spark.ml;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.driftfield.data.UnseenPolicy;

/**
 * Scoring as a function of SQL that any language of Spark can register, as Python does by
 * {@code spark.udf.registerJavaFunction('driftfield_predict', 'org.driftfield.spark.ml.PredictFunction')}: of the path of a fit
 * folder, on a file system that executors reach, and a structure with the columns of a row.
 */
public final class PredictFunction implements UDF2<String, Row, Map<String, Double>> {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentHashMap<String, Opened> READ = new ConcurrentHashMap<>();

    /** A fit that rows are scored with. */
    private record Opened(FitFiles files, RowScorer scorer) {}

    @Override
    public Map<String, Double> call(String folder, Row row) {
        Opened fit = READ.computeIfAbsent(
                folder,
                path -> new Opened(
                        FitFiles.read(path, SparkHadoopUtil.get().conf()),
                        new RowScorer(UnseenPolicy.ERROR, DriftfieldModel.SEED)));
        return fit.scorer().of(fit.files(), row);
    }
}
