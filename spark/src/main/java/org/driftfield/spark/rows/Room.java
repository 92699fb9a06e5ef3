package org.driftfield.spark.rows;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.driftfield.InputException;
import org.driftfield.data.Recipe;
import org.driftfield.engine.Rows;

/**
 * Whether there is room for a design of so many columns. Rows are laid out in full, a column for each level of a category, and the
 * search for the mode adds up curvatures, which are as large as the square of the columns.
 */
final class Room {
    /** What a task holds of a chunk while it is laid out and brought to its place. */
    private static final int COPIES = 5;

    /** The sums that a partition returns, as a rule, if it holds several chunks. */
    private static final int SUMS = 3;

    /** The part of its memory that the driver can use for curvatures. */
    private static final double SHARE = 0.75;

    private Room() {}

    /** Complains before the rows are laid out if there is none. */
    static void require(Recipe recipe, long rows, int partitions, SparkContext spark) {
        SparkConf conf = spark.getConf();
        double columns = recipe.names().size();
        double driver = Runtime.getRuntime().maxMemory();
        double most = conf.getSizeAsBytes("spark.driver.maxResultSize", "1g");
        double curvatures = curvatures(columns, rows, partitions);
        // It has what came and a copy that is added up, then the sum in full and its factor.
        double here = Math.max(0, (SHARE * driver - 16 * columns * columns) / 2);
        double room = most > 0 ? Math.min(most, here) : here;
        InputException.require(
                curvatures <= room,
                "formula: %.0f columns%s are too many: the curvatures that the driver adds up take %s, and it has room for %s;"
                        + " join rare levels, or give it more (JAVA_OPTS=-Xmx…, spark.driver.maxResultSize) or take"
                        + " fewer --partitions",
                columns,
                widest(recipe),
                gigabytes(curvatures),
                gigabytes(room));
        double executor = spark.isLocal() ? driver : executor(conf);
        double laid = 8 * (columns + 1) * Math.min(rows, Rows.CHUNK) * COPIES;
        InputException.require(
                laid <= executor / 2,
                "formula: %.0f columns%s are too many: laying out %d rows takes %s, and an executor has room for %s; join rare"
                        + " levels, or give it more (spark.executor.memory; on one machine JAVA_OPTS=-Xmx…)",
                columns,
                widest(recipe),
                Math.min(rows, Rows.CHUNK),
                gigabytes(laid),
                gigabytes(executor / 2));
    }

    /** The bytes that come to the driver: of each curvature the lower triangle, and of a chunk never more than one. */
    static double curvatures(double columns, long rows, int partitions) {
        return 4 * columns * (columns + 1) * (double) Math.min(Rows.chunks(rows), (long) SUMS * partitions);
    }

    /** The memory of an executor in bytes; Spark takes a number without a unit for mebibytes. */
    static double executor(SparkConf conf) {
        return conf.getSizeAsMb("spark.executor.memory", "1g") * 0x1p20;
    }

    /** The term that most columns belong to, if it is a category. */
    private static String widest(Recipe recipe) {
        Map<String, Integer> counts = new HashMap<>();
        for (String name : recipe.names()) {
            int at = name.indexOf('[');
            if (at > 0) {
                counts.merge(name.substring(0, at), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> ", " + most.getValue() + " of them of '" + most.getKey() + "',")
                .orElse("");
    }

    private static String gigabytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
}
