package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import java.util.List;
import picocli.CommandLine.Option;

/** Where the rows are and who computes on them. */
public final class EngineOptions {
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

    @Option(
            names = "--order-by",
            paramLabel = "COLUMNS",
            split = ",",
            description = "The columns by which Spark orders the rows, together different in each row (default: files"
                    + " by name, rows as they stand in them).")
    public List<String> orderBy;

    @Option(
            names = "--by",
            paramLabel = "COLUMNS",
            split = ",",
            description =
                    "One fit for each group of rows with the same values here, on Spark: --out then holds groups.csv, one"
                            + " row for each group and parameter.")
    public List<String> by;

    @Option(names = "--keep-draws", description = "With --by: also write the draws, as draws.parquet.")
    public boolean keepDraws;

    /** Whether the work is done elsewhere. */
    public boolean elsewhere() {
        require(
                engine == null || engine.equals(LOCAL) || engine.equals(SPARK),
                "--engine must be local or spark, got '%s'",
                engine);
        require(
                SPARK.equals(engine) || (master == null && partitions == null && orderBy == null && by == null),
                "%s belongs to --engine spark, got --engine local",
                master != null ? "--master" : partitions != null ? "--partitions" : by != null ? "--by" : "--order-by");
        require(by != null || !keepDraws, "--keep-draws belongs to --by");
        require(by == null || orderBy == null, "--order-by does not go with --by");
        require(partitions == null || partitions >= 1, "--partitions must be at least 1, got %s", partitions);
        return SPARK.equals(engine);
    }
}
