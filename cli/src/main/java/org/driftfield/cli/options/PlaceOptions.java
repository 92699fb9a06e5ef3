package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import picocli.CommandLine.Option;

/** Who computes. */
public class PlaceOptions {
    /** The word for this process. */
    public static final String LOCAL = "local";

    /** The word for Apache Spark. */
    public static final String SPARK = "spark";

    @Option(
            names = "--engine",
            paramLabel = "local|spark",
            description = "local (default): this process; spark: Apache Spark, for data that one machine does not hold."
                    + " The answer is the same, to the bit.")
    public String engine;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "The Spark cluster (default: that of spark-submit, else this machine, 'local[*]').")
    public String master;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "In how many parts Spark holds the rows (default: twice its cores).")
    public Integer partitions;

    /** Whether the work is done elsewhere. */
    public boolean elsewhere() {
        require(
                engine == null || engine.equals(LOCAL) || engine.equals(SPARK),
                "--engine must be local or spark, got '%s'",
                engine);
        requireSpark("--master", master);
        requireSpark("--partitions", partitions);
        require(partitions == null || partitions >= 1, "--partitions must be at least 1, got %s", partitions);
        return SPARK.equals(engine);
    }

    /** Refuses an option that has a value and is for Spark alone. */
    final void requireSpark(String option, Object value) {
        require(value == null || SPARK.equals(engine), "%s belongs to --engine spark, got --engine local", option);
    }
}
