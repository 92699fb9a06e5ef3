package org.driftfield.spark.speed;

import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.driftfield.spark.Sessions;
import org.driftfield.spark.rows.SweepSpeed;

/**
 * What Spark costs, as ratios within one run on two cores of one machine. Parts are run by name, each with sizes:
 *
 * <pre>
 * sweeps 1000000 10000000 30000000   a sweep of a logistic regression on 20 columns, here and on Spark; bytes, memory
 * bits 1000000                       the same draws for 1 and 2 threads and for 3, 8 and 64 partitions, from a CSV file
 * groups 2000 500                    so many groups of so many rows, on Spark and one after another
 * score 10000000                     rows a second of a model on Spark and of driftfield predict; memory at 1/10 and all
 * </pre>
 */
public final class SparkSpeed {
    private SparkSpeed() {}

    public static void main(String[] args) throws Exception {
        SparkSession spark = Sessions.on("local[2]");
        long[] sizes = Arrays.stream(args).skip(1).mapToLong(Long::parseLong).toArray();
        switch (args[0]) {
            case "sweeps" -> new SweepSpeed(spark).measure(sizes);
            case "bits" -> new BitsCheck(spark).measure((int) sizes[0]);
            case "groups" -> new GroupSpeed(spark).measure((int) sizes[0], (int) sizes[1]);
            case "score" -> new ScoreSpeed(spark).measure((int) sizes[0]);
            default -> throw new IllegalArgumentException("sweeps, bits, groups or score, got " + args[0]);
        }
        spark.stop();
    }

    /** Tells a figure as soon as it is known. */
    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
        System.out.flush();
    }

    /** Seconds since a time. */
    static double since(long from) {
        return (System.nanoTime() - from) / 1e9;
    }
}
