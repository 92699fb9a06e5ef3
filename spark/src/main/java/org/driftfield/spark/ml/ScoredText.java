package org.driftfield.spark.ml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.driftfield.spark.rows.Columns;
import org.driftfield.store.folder.Csv;
import org.driftfield.store.folder.Predictions;
import scala.Tuple2;

/**
 * Scored rows of files of text as files of text, numbers spelt as {@code driftfield predict} spells them. They do not become
 * rows of Spark in between, which would take longer than reading and writing them.
 */
final class ScoredText {
    private ScoredText() {}

    /** Writes a folder of files, each with a header. */
    static void write(Dataset<Row> rows, FitFiles files, Scoring scoring, String out) {
        StringJoiner header = new StringJoiner(",");
        for (String name : scoring.schema(rows.schema()).fieldNames()) {
            header.add(Csv.spelt(name));
        }
        String first = header.toString();
        Broadcast<FitFiles> shipped = files.shipped(rows.sparkSession());
        rows.toJavaRDD()
                .mapPartitions(own -> new Lines(
                        scoring.batches(own, shipped.value().fit()),
                        scoring.outcomes(),
                        TaskContext.getPartitionId() == 0,
                        first))
                .mapToPair(lines -> new Tuple2<>(NullWritable.get(), lines))
                .saveAsHadoopFile(out, NullWritable.class, Text.class, CsvFiles.class);
    }

    /** The lines of a partition, those of a batch at a time; a header first, if there is a row or it is asked for. */
    private static final class Lines implements Iterator<Text> {
        private final Iterator<Scoring.Batch> batches;
        private final List<String> names;
        private final StringBuilder text = new StringBuilder();

        Lines(Iterator<Scoring.Batch> batches, List<String> names, boolean always, String header) {
            this.batches = batches;
            this.names = names;
            if (always || batches.hasNext()) {
                text.append(header);
            }
        }

        @Override
        public boolean hasNext() {
            return !text.isEmpty() || batches.hasNext();
        }

        @Override
        public Text next() {
            if (batches.hasNext()) {
                append(batches.next());
            }
            Text lines = new Text(text.toString().getBytes(StandardCharsets.UTF_8));
            text.setLength(0);
            return lines;
        }

        private void append(Scoring.Batch batch) {
            Predictions predictions = batch.predictions();
            Object[] columns = names.stream()
                    .map(name -> predictions.isText(name) ? predictions.texts(name) : predictions.numbers(name))
                    .toArray();
            // The prediction is one of the others, and numbers are dear to spell.
            int same = names.indexOf(names.get(names.size() - 1));
            for (int i = 0; i < batch.rows().size(); i++) {
                String again = null;
                if (!text.isEmpty()) {
                    text.append('\n');
                }
                Row row = batch.rows().get(i);
                for (int j = 0; j < row.length(); j++) {
                    field(Columns.field(row, j)).append(',');
                }
                for (int j = 0; j < columns.length; j++) {
                    if (columns[j] instanceof double[] numbers) {
                        String number = again != null && j == columns.length - 1 ? again : Csv.spelt(numbers[i]);
                        text.append(number);
                        again = j == same ? number : again;
                    } else {
                        field(((String[]) columns[j])[i]);
                    }
                    if (j < columns.length - 1) {
                        text.append(',');
                    }
                }
            }
        }

        private StringBuilder field(String word) {
            return text.append(word == null ? Csv.NONE : Csv.spelt(word));
        }
    }

    /** Files of lines whose names end in {@code .csv}; Hadoop makes it. */
    public static final class CsvFiles extends TextOutputFormat<NullWritable, Text> {
        @Override
        public RecordWriter<NullWritable, Text> getRecordWriter(
                FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
            return super.getRecordWriter(ignored, job, name + ".csv", progress);
        }
    }
}
