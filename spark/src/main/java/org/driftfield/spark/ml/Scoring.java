package org.driftfield.spark.ml;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.spark.rows.Columns;
import org.driftfield.spark.rows.SparkData;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Csv;
import org.driftfield.store.folder.Predictions;

/**
 * What a fit says of rows, as {@code driftfield predict} does, in columns beside their own.
 *
 * @param columns that the fit needs
 * @param places of these among those of the rows
 * @param names of the columns that come out
 * @param words those of them that are no numbers
 * @param mean the one that is the prediction; null where there is none
 */
public record Scoring(
        Columns columns,
        int[] places,
        List<String> names,
        List<String> words,
        String mean,
        UnseenPolicy unseen,
        long seed)
        implements Serializable {
    /** The column that evaluators of Spark look at. */
    static final String PREDICTION = "prediction";

    /** What may be the prediction. */
    private static final List<String> MEANS = List.of("response_mean", "mean");

    private static final int ROWS_AT_ONCE = 1024;

    /**
     * Writes the rows of files or a table with what a fit says of them to a folder of files: CSV if its name ends so, else
     * Parquet.
     *
     * @param folder of the fit, on this machine
     */
    public static void write(SparkData data, Path folder, UnseenPolicy unseen, long seed, String out) {
        FitFiles files = opened(folder);
        Dataset<Row> rows = data.rows(files.fit().newRowOptions());
        boolean csv = out.endsWith(".csv");
        try (FreshFolder fresh =
                new FreshFolder(out, rows.sparkSession().sparkContext().hadoopConfiguration())) {
            write(data, rows, files, asked(data, rows, files, unseen, seed), csv, fresh.beside());
            fresh.keep();
        }
    }

    private static void write(
            SparkData data, Dataset<Row> rows, FitFiles files, Scoring scoring, boolean csv, String out) {
        if (csv && data.isText()) {
            ScoredText.write(rows, files, scoring, out);
        } else {
            scoring.of(rows, files)
                    .write()
                    .option("header", "true")
                    .option("nullValue", Csv.NONE)
                    .format(csv ? "csv" : "parquet")
                    .save(out);
        }
    }

    private static Scoring asked(SparkData data, Dataset<Row> rows, FitFiles files, UnseenPolicy unseen, long seed) {
        return data.isText()
                ? ofText(files, rows.schema(), data.given(), unseen, seed)
                : of(files, rows.schema(), data.given(), unseen, seed);
    }

    private static FitFiles opened(Path folder) {
        // Says what is wrong with it.
        Fit.load(folder);
        return FitFiles.of(folder);
    }

    /** Of rows whose columns have types. */
    static Scoring of(FitFiles files, StructType schema, String source, UnseenPolicy unseen, long seed) {
        CsvOptions options = files.fit().newRowOptions();
        int[] places = places(schema, options);
        StructField[] fields =
                Arrays.stream(places).mapToObj(j -> schema.fields()[j]).toArray(StructField[]::new);
        return of(files, Columns.typed(source, new StructType(fields), options.text()), places, unseen, seed);
    }

    /** Of rows whose columns are the fields of a file of text. */
    static Scoring ofText(FitFiles files, StructType schema, String source, UnseenPolicy unseen, long seed) {
        CsvOptions options = files.fit().newRowOptions();
        int[] places = places(schema, options);
        List<String> names =
                Arrays.stream(places).mapToObj(j -> schema.fieldNames()[j]).toList();
        return of(files, Columns.untyped(source, names, options), places, unseen, seed);
    }

    private static int[] places(StructType schema, CsvOptions options) {
        Set<String> wanted = options.columns() == null ? Set.of(schema.fieldNames()) : options.columns();
        List<Integer> places = new ArrayList<>();
        for (int j = 0; j < schema.length(); j++) {
            if (wanted.contains(schema.fieldNames()[j])) {
                places.add(j);
            }
        }
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Scoring of(FitFiles files, Columns columns, int[] places, UnseenPolicy unseen, long seed) {
        // No rows say which columns come out.
        Predictions none = files.fit().predict(columns.empty(), unseen, seed);
        List<String> names = none.columns();
        return new Scoring(
                columns,
                places,
                names,
                names.stream().filter(none::isText).toList(),
                MEANS.stream().filter(names::contains).findFirst().orElse(null),
                unseen,
                seed);
    }

    /** The columns of the rows and those that come out. */
    StructType schema(StructType schema) {
        List<StructField> fields = new ArrayList<>(Arrays.asList(schema.fields()));
        for (String name : names) {
            requireFree(schema, name);
            fields.add(DataTypes.createStructField(
                    name, words.contains(name) ? DataTypes.StringType : DataTypes.DoubleType, true));
        }
        if (mean != null) {
            requireFree(schema, PREDICTION);
            fields.add(DataTypes.createStructField(PREDICTION, DataTypes.DoubleType, true));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    static void requireFree(StructType schema, String name) {
        InputException.require(
                !Arrays.asList(schema.fieldNames()).contains(name),
                "the data must not have a column '%s' already",
                name);
    }

    /** The rows with what is said of them. */
    Dataset<Row> of(Dataset<Row> rows, FitFiles files) {
        Broadcast<FitFiles> shipped = files.shipped(rows.sparkSession());
        Scoring self = this;
        MapPartitionsFunction<Row, Row> score =
                own -> new Scored(self.batches(own, shipped.value().fit()), self.outcomes());
        return rows.mapPartitions(score, Encoders.row(schema(rows.schema())));
    }

    /** The columns beside those of the rows, in the order in which they come out, by the names that predictions have for them. */
    List<String> outcomes() {
        if (mean == null) {
            return names;
        }
        List<String> all = new ArrayList<>(names);
        all.add(mean);
        return all;
    }

    /**
     * Some rows and what is said of them.
     *
     * @param predictions of them, in their order
     */
    record Batch(List<Row> rows, Predictions predictions) {}

    /** The rows of a partition with what is said of them, in its task. */
    Iterator<Batch> batches(Iterator<Row> own, Fit fit) {
        return new Batches(own, fit, inPartition());
    }

    /** So many rows at a time that memory does not grow with them. */
    private static final class Batches implements Iterator<Batch> {
        private final Iterator<Row> own;
        private final Fit fit;
        private final Scoring scoring;
        private long before;

        Batches(Iterator<Row> own, Fit fit, Scoring scoring) {
            this.own = own;
            this.fit = fit;
            this.scoring = scoring;
        }

        @Override
        public boolean hasNext() {
            return own.hasNext();
        }

        @Override
        public Batch next() {
            List<Row> rows = new ArrayList<>(ROWS_AT_ONCE);
            while (rows.size() < ROWS_AT_ONCE && own.hasNext()) {
                rows.add(own.next());
            }
            Batch batch = new Batch(rows, scoring.predictions(fit, rows, before));
            before += rows.size();
            return batch;
        }
    }

    /** Messages count the rows of a partition, since nobody counts those before it. */
    private Scoring inPartition() {
        TaskContext task = TaskContext.get();
        return task == null || task.numPartitions() == 1
                ? this
                : new Scoring(
                        columns.called(columns.source() + " partition " + task.partitionId()),
                        places,
                        names,
                        words,
                        mean,
                        unseen,
                        seed);
    }

    /**
     * Of some rows.
     *
     * @param before how many rows of their partition stand before them
     */
    private Predictions predictions(Fit fit, List<Row> rows, long before) {
        return fit.predict(columns.table(rows, before, places), unseen, seed);
    }

    /** What is said of one row: the numbers among it, null where nothing can be said. */
    Map<String, Double> numbers(Fit fit, Row row) {
        Predictions predictions = predictions(fit, List.of(row), 0);
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (String name : names) {
            if (!words.contains(name)) {
                numbers.put(name, known(predictions.get(0, name)));
            }
        }
        return numbers;
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** Rows with what is said of them. */
    private static final class Scored implements Iterator<Row> {
        private final Iterator<Batch> batches;
        private final List<String> names;
        private Iterator<Row> batch = List.<Row>of().iterator();

        Scored(Iterator<Batch> batches, List<String> names) {
            this.batches = batches;
            this.names = names;
        }

        @Override
        public boolean hasNext() {
            return batch.hasNext() || batches.hasNext();
        }

        @Override
        public Row next() {
            if (!batch.hasNext()) {
                batch = scored(batches.next()).iterator();
            }
            return batch.next();
        }

        private List<Row> scored(Batch next) {
            List<Row> rows = next.rows();
            Predictions predictions = next.predictions();
            int width = rows.get(0).length();
            Object[][] values = new Object[rows.size()][width + names.size()];
            for (int i = 0; i < values.length; i++) {
                for (int j = 0; j < width; j++) {
                    values[i][j] = rows.get(i).get(j);
                }
            }
            for (int j = 0; j < names.size(); j++) {
                put(values, width + j, predictions, names.get(j));
            }
            List<Row> out = new ArrayList<>(values.length);
            for (Object[] row : values) {
                out.add(RowFactory.create(row));
            }
            return out;
        }

        private static void put(Object[][] values, int at, Predictions predictions, String name) {
            if (predictions.isText(name)) {
                String[] words = predictions.texts(name);
                for (int i = 0; i < words.length; i++) {
                    values[i][at] = words[i];
                }
            } else {
                double[] numbers = predictions.numbers(name);
                for (int i = 0; i < numbers.length; i++) {
                    values[i][at] = known(numbers[i]);
                }
            }
        }
    }
}
