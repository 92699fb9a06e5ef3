package org.driftfield.spark.ml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.spark.rows.Columns;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Predictions;

/**
 * Scoring as a function of SQL that any language of Spark can register, as Python does by
 * {@code spark.udf.registerJavaFunction('driftfield_predict', 'org.driftfield.spark.ml.PredictFunction')}: of the path of a fit
 * folder, on a file system that executors reach, and a structure with the columns of a row.
 */
public final class PredictFunction implements UDF2<String, Row, Map<String, Double>> {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentHashMap<String, FitFiles> READ = new ConcurrentHashMap<>();

    @Override
    public Map<String, Double> call(String folder, Row row) {
        FitFiles files = READ.computeIfAbsent(folder, path -> FitFiles.read(path, new Configuration()));
        return of(files.fit(), row, false);
    }

    /** What is said of a row that knows the names of its columns: the numbers among it, null where nothing can be said. */
    static Map<String, Double> of(Fit fit, Row row, boolean flags) {
        StructType schema = row.schema();
        CsvOptions options = fit.newRowOptions();
        Set<String> wanted = options.columns() == null ? Set.of(schema.fieldNames()) : options.columns();
        List<StructField> fields = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (int j = 0; j < schema.length(); j++) {
            if (wanted.contains(schema.fields()[j].name())) {
                fields.add(schema.fields()[j]);
                values.add(row.get(j));
            }
        }
        Columns columns = Columns.typed("the row", new StructType(fields.toArray(StructField[]::new)), options.text());
        Predictions predictions = fit.predict(
                columns.table(List.of(RowFactory.create(values.toArray())), 0),
                flags ? UnseenPolicy.FLAG : UnseenPolicy.ERROR,
                1);
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (String name : predictions.columns()) {
            if (!predictions.isText(name)) {
                double value = predictions.get(0, name);
                numbers.put(name, Double.isNaN(value) ? null : value);
            }
        }
        return numbers;
    }
}
