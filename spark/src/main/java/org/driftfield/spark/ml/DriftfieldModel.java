package org.driftfield.spark.ml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.spark.rows.Columns;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Predictions;
import scala.reflect.ClassTag$;

/**
 * A finished fit as a model of Spark ML. It adds to each row what {@code driftfield predict} says of it; saved, it is an
 * ordinary fit folder, and any fit folder can be loaded.
 */
public abstract class DriftfieldModel<M extends DriftfieldModel<M>> extends Model<M> implements MLWritable {
    private static final long serialVersionUID = 1L;

    /** The column that evaluators of Spark look at. */
    static final String PREDICTION = "prediction";

    /** What may be the prediction. */
    private static final List<String> MEANS = List.of("response_mean", "mean");

    private static final int ROWS_AT_ONCE = 1024;
    private static final long SEED = 1;

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

    private boolean flags() {
        return isDefined(flagUnseen) && Boolean.TRUE.equals(getOrDefault(getParam(flagUnseen.name())));
    }

    @Override
    public final Dataset<Row> transform(Dataset<?> dataset) {
        Dataset<Row> rows = dataset.toDF();
        Scorer scorer = scorer(rows.schema());
        StructType out = transformSchema(rows.schema());
        Broadcast<FitFiles> shipped =
                rows.sparkSession().sparkContext().broadcast(files, ClassTag$.MODULE$.apply(FitFiles.class));
        MapPartitionsFunction<Row, Row> score =
                own -> new Scored(own, shipped.value().fit(), scorer);
        return rows.mapPartitions(score, Encoders.row(out));
    }

    private Scorer scorer(StructType schema) {
        CsvOptions options = fit().newRowOptions();
        Set<String> wanted = options.columns() == null ? Set.of(schema.fieldNames()) : options.columns();
        List<StructField> fields = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int j = 0; j < schema.length(); j++) {
            if (wanted.contains(schema.fields()[j].name())) {
                fields.add(schema.fields()[j]);
                places.add(j);
            }
        }
        Columns columns = Columns.typed("the data", new StructType(fields.toArray(StructField[]::new)), options.text());
        // No rows say which columns come out.
        Predictions none =
                fit().predict(columns.table(List.of(), 0), flags() ? UnseenPolicy.FLAG : UnseenPolicy.ERROR, SEED);
        List<String> names = none.columns();
        String mean = MEANS.stream().filter(names::contains).findFirst().orElse(null);
        return new Scorer(
                columns,
                places.stream().mapToInt(Integer::intValue).toArray(),
                names,
                names.stream().filter(none::isText).toList(),
                mean,
                flags());
    }

    @Override
    public final StructType transformSchema(StructType schema) {
        Scorer scorer = scorer(schema);
        List<StructField> fields = new ArrayList<>(Arrays.asList(schema.fields()));
        for (String name : scorer.names()) {
            requireFree(schema, name);
            fields.add(DataTypes.createStructField(
                    name, scorer.words().contains(name) ? DataTypes.StringType : DataTypes.DoubleType, true));
        }
        if (scorer.mean() != null) {
            requireFree(schema, PREDICTION);
            fields.add(DataTypes.createStructField(PREDICTION, DataTypes.DoubleType, true));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    static StructType withNumbers(StructType schema, List<String> names) {
        StructType all = schema;
        for (String name : names) {
            requireFree(schema, name);
            all = all.add(name, DataTypes.DoubleType, true);
        }
        return all;
    }

    private static void requireFree(StructType schema, String name) {
        InputException.require(
                !Arrays.asList(schema.fieldNames()).contains(name),
                "the data must not have a column '%s' already",
                name);
    }

    /**
     * What is done with rows.
     *
     * @param places of the columns among those of the data
     * @param names of the columns that come out
     * @param words those of them that are no numbers
     * @param mean the one that is the prediction; null where there is none
     */
    record Scorer(Columns columns, int[] places, List<String> names, List<String> words, String mean, boolean flags)
            implements java.io.Serializable {
        Predictions of(Fit fit, List<Row> rows) {
            List<Row> own = new ArrayList<>(rows.size());
            for (Row row : rows) {
                Object[] values = new Object[places.length];
                for (int j = 0; j < values.length; j++) {
                    values[j] = row.get(places[j]);
                }
                own.add(RowFactory.create(values));
            }
            return fit.predict(columns.table(own, 0), flags ? UnseenPolicy.FLAG : UnseenPolicy.ERROR, SEED);
        }
    }

    /** Rows with what is said of them, a batch at a time: memory does not grow with the rows. */
    private static final class Scored implements Iterator<Row> {
        private final Iterator<Row> own;
        private final Fit fit;
        private final Scorer scorer;
        private Iterator<Row> batch = List.<Row>of().iterator();

        Scored(Iterator<Row> own, Fit fit, Scorer scorer) {
            this.own = own;
            this.fit = fit;
            this.scorer = scorer;
        }

        @Override
        public boolean hasNext() {
            return batch.hasNext() || own.hasNext();
        }

        @Override
        public Row next() {
            if (!batch.hasNext()) {
                List<Row> rows = new ArrayList<>();
                while (rows.size() < ROWS_AT_ONCE && own.hasNext()) {
                    rows.add(own.next());
                }
                batch = scored(rows).iterator();
            }
            return batch.next();
        }

        private List<Row> scored(List<Row> rows) {
            Predictions predictions = scorer.of(fit, rows);
            List<Row> out = new ArrayList<>(rows.size());
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                List<Object> values = new ArrayList<>();
                for (int j = 0; j < row.length(); j++) {
                    values.add(row.get(j));
                }
                for (String name : scorer.names()) {
                    values.add(predictions.isText(name) ? predictions.text(i, name) : known(predictions.get(i, name)));
                }
                if (scorer.mean() != null) {
                    values.add(known(predictions.get(i, scorer.mean())));
                }
                out.add(RowFactory.create(values.toArray()));
            }
            return out;
        }
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /**
     * Registers the model as a function of SQL: of a structure with the columns of a row, as in
     * {@code SELECT driftfield_predict(struct(*))['response_mean'] FROM rows}. It returns the numbers by their names.
     */
    public final void register(SparkSession spark, String name) {
        FitFiles own = files;
        boolean flags = flags();
        UDF1<Row, java.util.Map<String, Double>> function = row -> PredictFunction.of(own.fit(), row, flags);
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
