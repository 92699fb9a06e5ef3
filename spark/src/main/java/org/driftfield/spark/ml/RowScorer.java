package org.driftfield.spark.ml;

import java.io.Serializable;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.driftfield.data.UnseenPolicy;

/** Scores rows one at a time, which have the same columns but for the first. */
final class RowScorer implements Serializable {
    private static final long serialVersionUID = 1L;

    private final UnseenPolicy unseen;
    private final long seed;
    private transient volatile Made last;

    /** What was made for the rows so far. */
    private record Made(StructType schema, Scoring scoring) {}

    RowScorer(UnseenPolicy unseen, long seed) {
        this.unseen = unseen;
        this.seed = seed;
    }

    /** What a fit says of a row: the numbers by their names, null where nothing can be said. */
    Map<String, Double> of(FitFiles files, Row row) {
        Made made = last;
        if (made == null || !made.schema().equals(row.schema())) {
            made = new Made(row.schema(), Scoring.of(files, row.schema(), "the row", unseen, seed));
            last = made;
        }
        return made.scoring().numbers(files.fit(), row);
    }
}
