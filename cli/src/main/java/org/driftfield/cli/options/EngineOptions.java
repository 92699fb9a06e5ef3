package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import java.util.List;
import picocli.CommandLine.Option;

/** Where the rows are and who computes on them. */
public final class EngineOptions extends PlaceOptions {
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

    @Override
    public boolean elsewhere() {
        boolean elsewhere = super.elsewhere();
        requireSpark("--by", by);
        requireSpark("--order-by", orderBy);
        require(by != null || !keepDraws, "--keep-draws belongs to --by");
        require(by == null || orderBy == null, "--order-by does not go with --by");
        return elsewhere;
    }
}
