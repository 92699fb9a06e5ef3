package org.driftfield.spark.rows;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.driftfield.InputException;

/**
 * Rows of a data set with the order that they have: that of a key, else files by their names and rows as they stand in them,
 * else partitions in their order. After the columns that are wanted each row has the file and the place where its partition
 * begins to read it, where there are files.
 */
final class OrderedRows {
    private static final String FILE = "_metadata.file_path";
    private static final String START = "_metadata.file_block_start";

    private final JavaRDD<Row> rows;
    private final StructType schema;
    private final List<String> names;
    private final boolean files;
    private final int keys;

    private OrderedRows(Dataset<Row> data, List<String> names, boolean files, int keys) {
        this.rows = data.toJavaRDD();
        this.schema = new StructType(Arrays.copyOf(data.schema().fields(), names.size()));
        this.names = names;
        this.files = files;
        this.keys = keys;
    }

    /**
     * Some columns of a data set.
     *
     * @param orderBy the key; empty for none
     */
    static OrderedRows of(Dataset<Row> data, List<String> names, List<String> orderBy) {
        Set<String> all = Set.of(data.columns());
        for (String key : orderBy) {
            InputException.require(
                    all.contains(key),
                    "--order-by: no column '%s'; columns: %s",
                    key,
                    String.join(", ", data.columns()));
        }
        List<Column> wanted = new ArrayList<>();
        names.forEach(name -> wanted.add(quoted(name)));
        if (!orderBy.isEmpty()) {
            Column[] key = orderBy.stream().map(OrderedRows::quoted).toArray(Column[]::new);
            wanted.addAll(Arrays.asList(key));
            return new OrderedRows(data.orderBy(key).select(wanted.toArray(Column[]::new)), names, false, key.length);
        }
        boolean files = data.inputFiles().length > 0 && hasPlaces(data);
        if (files) {
            wanted.add(col(FILE));
            wanted.add(col(START));
        }
        return new OrderedRows(data.select(wanted.toArray(Column[]::new)), names, files, 0);
    }

    /** A shuffled data set comes from files too, but its rows no longer stand in one. */
    private static boolean hasPlaces(Dataset<Row> data) {
        try {
            return data.select(col(FILE), col(START)).columns().length == 2;
        } catch (RuntimeException e) {
            return false;
        } catch (Exception e) {
            // Spark throws checked exceptions that it does not declare.
            return false;
        }
    }

    private static Column quoted(String name) {
        return col("`" + name.replace("`", "``") + "`");
    }

    JavaRDD<Row> rows() {
        return rows;
    }

    /** The columns that are wanted. */
    StructType schema() {
        return schema;
    }

    /** How a partition is read: in pieces of runs. */
    Reader reader() {
        return new Reader(names.size(), files, keys);
    }

    /** A value that cuts a partition into pieces. */
    record Reader(int columns, boolean files, int keys) implements java.io.Serializable {
        /** What is done with each piece of a run; {@code number} counts the runs of the partition. */
        @FunctionalInterface
        interface Body {
            void piece(int number, String file, long start, List<Row> rows);
        }

        /** Reads a partition to its end. */
        void read(Iterator<Row> own, int most, Body body) {
            Iterator<Piece> pieces = pieces(own, most);
            while (pieces.hasNext()) {
                Piece piece = pieces.next();
                body.piece(piece.number(), piece.file(), piece.start(), piece.rows());
            }
        }

        /** A few rows of a run. */
        record Piece(int number, String file, long start, List<Row> rows) {}

        /** The pieces of a partition, at most so many rows each. */
        Iterator<Piece> pieces(Iterator<Row> own, int most) {
            return new Iterator<>() {
                private int number;
                private String file = "";
                private long start;
                private Row ahead;
                private Row before;

                @Override
                public boolean hasNext() {
                    return ahead != null || own.hasNext();
                }

                @Override
                public Piece next() {
                    List<Row> rows = new ArrayList<>();
                    if (ahead == null) {
                        ahead = own.next();
                    }
                    if (files && !same(ahead)) {
                        number += file.isEmpty() ? 0 : 1;
                        file = ahead.getString(columns);
                        start = ahead.getLong(columns + 1);
                    }
                    requireOrder(before, ahead);
                    rows.add(ahead);
                    ahead = null;
                    while (rows.size() < most && own.hasNext()) {
                        Row row = own.next();
                        if (files && !same(row)) {
                            ahead = row;
                            break;
                        }
                        requireOrder(rows.get(rows.size() - 1), row);
                        rows.add(row);
                    }
                    before = rows.get(rows.size() - 1);
                    return new Piece(number, file, start, rows);
                }

                private boolean same(Row row) {
                    return row.getLong(columns + 1) == start
                            && row.getString(columns).equals(file);
                }
            };
        }

        /** Rows with the same key stand together in one partition, but may be of two pieces. */
        private void requireOrder(Row row, Row next) {
            boolean differ = keys == 0 || row == null;
            for (int k = columns; k < columns + keys && !differ; k++) {
                differ = !java.util.Objects.equals(row.get(k), next.get(k));
            }
            if (!differ) {
                List<String> key = new ArrayList<>();
                for (int k = columns; k < columns + keys; k++) {
                    key.add(String.valueOf(next.get(k)));
                }
                throw new InputException(
                        "--order-by must tell all rows apart, got two rows with " + String.join(", ", key));
            }
        }
    }
}
