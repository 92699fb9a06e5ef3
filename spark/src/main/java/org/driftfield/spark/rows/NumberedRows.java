package org.driftfield.spark.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.driftfield.engine.Rows;
import scala.Tuple2;

/**
 * Columns of a data set with the numbers of the rows in their order.
 *
 * @param rows numbers from 0 and rows
 */
public record NumberedRows(JavaRDD<Tuple2<Long, Row>> rows) {
    /**
     * Counts the rows, in one pass.
     *
     * @param source what the data are called in messages
     */
    public static NumberedRows of(Dataset<Row> data, String source, List<String> names) {
        OrderedRows ordered = OrderedRows.of(data, source, names);
        OrderedRows.Reader reader = ordered.reader();
        List<Run> runs = new ArrayList<>(Faults.clear(() -> ordered.rows()
                .mapPartitionsWithIndex(
                        (partition, own) -> {
                            List<Run> out = new ArrayList<>();
                            reader.read(own, Rows.CHUNK, (number, file, start, piece) -> {
                                long before =
                                        number < out.size() ? out.remove(number).rows() : 0;
                                out.add(new Run(file, start, partition, number, before + piece.size(), 0, Print.NONE));
                            });
                            return out.iterator();
                        },
                        true)
                .collect()));
        runs.sort(Run.ORDER);
        Map<Integer, HashMap<Integer, Long>> first = new HashMap<>();
        long count = 0;
        for (Run run : runs) {
            first.computeIfAbsent(run.partition(), key -> new HashMap<>()).put(run.number(), count);
            count += run.rows();
        }
        JavaRDD<Tuple2<Long, Row>> rows = ordered.rows()
                .mapPartitionsWithIndex(
                        (partition, own) -> {
                            HashMap<Integer, Long> next = new HashMap<>(first.getOrDefault(partition, new HashMap<>()));
                            return flattened(reader.pieces(own, Rows.CHUNK), next);
                        },
                        true);
        return new NumberedRows(rows);
    }

    private static java.util.Iterator<Tuple2<Long, Row>> flattened(
            java.util.Iterator<OrderedRows.Reader.Piece> pieces, HashMap<Integer, Long> next) {
        return new java.util.Iterator<>() {
            private java.util.Iterator<Row> piece = List.<Row>of().iterator();
            private long number;
            private int run = -1;

            @Override
            public boolean hasNext() {
                return piece.hasNext() || pieces.hasNext();
            }

            @Override
            public Tuple2<Long, Row> next() {
                if (!piece.hasNext()) {
                    OrderedRows.Reader.Piece more = pieces.next();
                    if (more.number() != run) {
                        run = more.number();
                        number = next.get(run);
                    }
                    piece = more.rows().iterator();
                }
                return new Tuple2<>(number++, piece.next());
            }
        };
    }
}
