package org.driftfield.spark.speed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Summary;
import org.driftfield.spark.GroupFits;
import org.driftfield.spark.rows.Columns;

/** Fits of many groups, on Spark and one after another. */
final class GroupSpeed {
    private static final List<String> OPTIONS =
            List.of("--formula", "y ~ x1 + x2", "--family", "bernoulli", "--method", "laplace", "--no-report");

    private final SparkSession spark;

    GroupSpeed(SparkSession spark) {
        this.spark = spark;
    }

    void measure(int groups, int size) {
        Dataset<Row> data = rows(groups, size).localCheckpoint();
        Columns columns = Columns.typed("the group", data.drop("g").schema());
        Map<Integer, List<Row>> rows = new TreeMap<>();
        // The group is the last column, behind those of the table.
        data.collectAsList()
                .forEach(row -> rows.computeIfAbsent(row.getInt(3), g -> new ArrayList<>())
                        .add(row));
        // Both once before it counts.
        alone(columns, rows.get(1));
        onSpark(data.filter("g < 8"));
        long from = System.nanoTime();
        Map<String, List<Double>> expected = new HashMap<>();
        int refused = 0;
        for (Map.Entry<Integer, List<Row>> group : rows.entrySet()) {
            try {
                for (Summary.Row row : alone(columns, group.getValue())) {
                    expected.put(group.getKey() + row.parameter(), List.of(row.mean(), row.sd(), row.q05(), row.q95()));
                }
            } catch (InputException e) {
                refused++;
            }
        }
        double here = SparkSpeed.since(from);
        from = System.nanoTime();
        List<Row> table = onSpark(data);
        double there = SparkSpeed.since(from);
        long reasons = table.stream()
                .filter(row -> row.getAs("reason") != null)
                .peek(row -> SparkSpeed.say("refused: group %s: %s", row.get(0), row.getAs("reason")))
                .count();
        long different = table.stream()
                .filter(row -> row.getAs("reason") == null)
                .filter(row -> !Arrays.asList(row.getAs("mean"), row.getAs("sd"), row.getAs("q05"), row.getAs("q95"))
                        .equals(expected.get(row.getInt(0) + row.<String>getAs("parameter"))))
                .count();
        SparkSpeed.say(
                "%d groups of %d rows: %.1f s one after another with one thread, %.1f s on Spark local[2]: %.2f times"
                        + " faster; %d rows of the table, %d of them differ; refused %d there, %d here",
                groups, size, here, there, here / there, table.size(), different, reasons, refused);
    }

    private Dataset<Row> rows(int groups, int size) {
        return spark.range(0, (long) groups * size, 1, 4)
                .selectExpr("cast(id %% %d as int) as g".formatted(groups), "randn(1) as x1", "randn(2) as x2")
                .selectExpr(
                        "x1",
                        "x2",
                        // The first group has no response of this family, and is refused.
                        "case when g = 0 then 2.0D when 0.5 * x1 - x2 + ln(rand(3) / (1 - rand(4))) > 0 then 1.0D"
                                + " else 0.0D end as y",
                        "g");
    }

    private static List<Row> onSpark(Dataset<Row> data) {
        try (GroupFits fits = GroupFits.of(data, List.of("g"), "glm", OPTIONS, false)) {
            return fits.table().collectAsList();
        }
    }

    private static List<Summary.Row> alone(Columns columns, List<Row> rows) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(List.of("--threads", "1"));
        return AskedFit.of("glm", "the group", options)
                .on(DataSource.of(columns.table(rows, 0)))
                .answer(Session.NONE)
                .posterior()
                .summary()
                .rows();
    }
}
