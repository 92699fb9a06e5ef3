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
     * Some columns of a data set, in the order in which its rows are stored.
     *
     * @param source what the data are called in messages
     */
    static OrderedRows of(Dataset<Row> data, String source, List<String> names) {
        List<Column> wanted = columns(data, source, names);
        boolean files = data.inputFiles().length > 0 && hasPlaces(data);
        if (files) {
            wanted.add(col(FILE));
            wanted.add(col(START));
        }
        return new OrderedRows(data.select(wanted.toArray(Column[]::new)), names, files, 0);
    }

    /**
     * Some columns of a data set, in the order of a key.
     *
     * @param orderBy the columns of the key
     * @param numbers those of them whose text is that of numbers
     */
    static OrderedRows by(
            Dataset<Row> data, String source, List<String> names, List<String> orderBy, Set<String> numbers) {
        List<Column> order = new ArrayList<>();
        for (String key : orderBy) {
            if (numbers.contains(key)) {
                order.add(quoted(key).try_cast("double"));
            }
            // Numbers with many digits are told apart by them alone.
            order.add(quoted(key));
        }
        List<Column> wanted = columns(data, source, names);
        wanted.addAll(columns(data, source, orderBy));
        return new OrderedRows(
                data.orderBy(order.toArray(Column[]::new)).select(wanted.toArray(Column[]::new)),
                names,
                false,
                orderBy.size());
    }

    private static List<Column> columns(Dataset<Row> data, String source, List<String> names) {
        boolean exact = Boolean.parseBoolean(data.sparkSession().conf().get("spark.sql.caseSensitive", "false"));
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            List<String> same = Arrays.stream(data.columns())
                    .filter(other -> exact ? other.equals(name) : other.equalsIgnoreCase(name))
                    .toList();
            InputException.require(
                    same.size() == 1,
                    "%s: two columns are named %s",
                    source,
                    String.join(" and ", same.stream().distinct().toList()));
            columns.add(quoted(name));
        }
        return columns;
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
