package org.driftfield.spark.ml;

import java.util.List;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.store.Fit;

/**
 * A finished fit as a model of Spark ML. It adds to each row what {@code driftfield predict} says of it; saved, it is an
 * ordinary fit folder, and any fit folder can be loaded.
 */
public abstract class DriftfieldModel<M extends DriftfieldModel<M>> extends Model<M> implements MLWritable {
    private static final long serialVersionUID = 1L;

    /** Fixes new observations, as where nothing is said on the command line. */
    static final long SEED = 1;

    private final String uid;
    private final FitFiles files;
    private final BooleanParam flagUnseen;

    DriftfieldModel(String uid, FitFiles files) {
        this.uid = uid;
        this.files = files;
        this.flagUnseen = new BooleanParam(
                this,
                "flagUnseen",
                "null and unseen = 1 for a category that the fit has not seen, in place of an error");
    }

    /** Another one of the same fit. */
    abstract M same();

    @Override
    public final String uid() {
        return uid;
    }

    final FitFiles files() {
        return files;
    }

    public final BooleanParam flagUnseen() {
        return flagUnseen;
    }

    /** Whether a category that the fit has not seen gives nulls in place of an error. */
    public final M setFlagUnseen(boolean value) {
        set(flagUnseen.name(), value);
        @SuppressWarnings("unchecked")
        M self = (M) this;
        return self;
    }

    /** The fit: its posterior, its verdict, its record. */
    public final Fit fit() {
        return files.fit();
    }

    private UnseenPolicy unseen() {
        boolean flag = isDefined(flagUnseen) && Boolean.TRUE.equals(getOrDefault(getParam(flagUnseen.name())));
        return flag ? UnseenPolicy.FLAG : UnseenPolicy.ERROR;
    }

    @Override
    public final Dataset<Row> transform(Dataset<?> dataset) {
        Dataset<Row> rows = dataset.toDF();
        return scoring(rows.schema()).of(rows, files);
    }

    @Override
    public final StructType transformSchema(StructType schema) {
        return scoring(schema).schema(schema);
    }

    private Scoring scoring(StructType schema) {
        return Scoring.of(files, schema, "the data", unseen(), SEED);
    }

    static StructType withNumbers(StructType schema, List<String> names) {
        StructType all = schema;
        for (String name : names) {
            Scoring.requireFree(schema, name);
            all = all.add(name, DataTypes.DoubleType, true);
        }
        return all;
    }

    /**
     * Registers the model as a function of SQL: of a structure with the columns of a row, as in
     * {@code SELECT driftfield_predict(struct(*))['response_mean'] FROM rows}. It returns the numbers by their names.
     */
    public final void register(SparkSession spark, String name) {
        Broadcast<FitFiles> shipped = files.shipped(spark);
        RowScorer scorer = new RowScorer(unseen(), SEED);
        UDF1<Row, Map<String, Double>> function = row -> scorer.of(shipped.value(), row);
        spark.udf().register(name, function, DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType, true));
    }

    @Override
    public final MLWriter write() {
        return new Writer(this);
    }

    /** Writes the fit folder, and beside it what Spark wants to know of a model. */
    private static final class Writer extends MLWriter {
        private final DriftfieldModel<?> model;

        Writer(DriftfieldModel<?> model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter.saveMetadata(model, path, sparkSession());
            model.files().write(path, sparkSession().sparkContext().hadoopConfiguration());
        }
    }

    @Override
    public final M copy(ParamMap extra) {
        M copied = copyValues(same(), extra);
        copied.setParent(parent());
        return copied;
    }
}
