package org.driftfield.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.driftfield.InputException;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.spark.rows.SparkData;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.glm.GlmDetails;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One fit, whoever holds the rows: the same draws to the last bit. */
class SameBitsTest {
    private static final int ROWS = 18_000;
    private static final String FORMULA = "y ~ scale(x1) + poly(x2, 2) + g + offset(center(x3))";

    /** The scales of polynomials make a sampler take a thousand steps before it has learnt them, each of them a round. */
    private static final String PLAIN = "y ~ scale(x1) + scale(x3) + C(g)";

    /** Each block is a round of its own. */
    private static final String BLOCKS = "y ~ scale(x1) + g";

    private static final AtomicInteger PASSES = new AtomicInteger();

    @TempDir
    static Path folder;

    private static SparkSession spark;
    private static Path csv;
    private static Path parquet;

    @BeforeAll
    static void write() throws IOException {
        spark = Sessions.on("local[2]");
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("y,x1,x2,x3,g,k\n");
        for (int i = 0; i < ROWS; i++) {
            double x1 = 2000 + random.nextGaussian();
            double x2 = random.nextGaussian();
            double x3 = random.nextGaussian() * 0.1;
            int g = random.nextInt(3);
            double eta = 0.4 * (x1 - 2000) - 0.3 * x2 + 0.2 * g;
            text.append(random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0)
                    .append(',')
                    .append(x1)
                    .append(',')
                    .append(random.nextInt(200) == 0 ? "NA" : String.valueOf(x2))
                    .append(',')
                    .append(String.format(Locale.ROOT, "%.4f", x3))
                    .append(",\"level ")
                    .append(g)
                    .append("\",")
                    .append(i)
                    .append('\n');
        }
        csv = Files.writeString(folder.resolve("rows.csv"), text);
        parquet = folder.resolve("rows.parquet");
        // Three files, written in the order of the rows.
        spark.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .option("nullValue", "NA")
                .csv(csv.toString())
                .repartitionByRange(3, org.apache.spark.sql.functions.col("k"))
                .sortWithinPartitions("k")
                .write()
                .parquet(parquet.toString());
    }

    private static List<String> options(String method) {
        List<String> options = new ArrayList<>(List.of(
                "--formula",
                switch (method) {
                    case "nuts" -> PLAIN;
                    case "pmfvb" -> BLOCKS;
                    default -> FORMULA;
                },
                "--family",
                "bernoulli",
                "--method",
                method,
                "--no-report"));
        options.addAll(
                switch (method) {
                    case "pmfvb" ->
                        List.of(
                                "--particles",
                                "40",
                                "--blocks",
                                "each",
                                "--window",
                                "10",
                                "--max-iterations",
                                "10",
                                "--collect",
                                "2");
                    case "nuts" -> List.of("--chains", "1", "--warmup", "10", "--draws", "5");
                    default -> List.of("--draws", "100");
                });
        return options;
    }

    private static String draws(DataSource source, List<String> options, String name) {
        Path fit = folder.resolve(name);
        AskedFit.of("glm", source.given(), options).write(source, fit);
        try (Stream<Path> files = Files.list(fit)) {
            Path draws = files.filter(file -> file.getFileName().toString().startsWith("draws.csv"))
                    .findFirst()
                    .orElseThrow();
            FitRecord record = Fit.load(fit).record();
            GlmDetails details = record.details(GlmDetails.class);
            return Files.readString(draws)
                    + Files.readString(fit.resolve("trace.csv"))
                    + details.loo()
                    + details.predictive()
                    + details.effects()
                    + record.notes()
                    + record.data().missing();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmfvb", "laplace", "nuts"})
    void anyNumberOfPartitions(String method) {
        List<String> options = options(method);
        String here = draws(DataSource.of(csv, csv.toString()), options, "local-" + method);
        for (int partitions : method.equals("pmfvb") ? new int[] {3, 8} : new int[] {3}) {
            try (SparkData data = SparkData.of(spark, csv.toString(), List.of(), partitions)) {
                assertThat(draws(data, options, "spark-" + method + partitions)).isEqualTo(here);
            }
        }
        try (SparkData data = SparkData.of(spark, parquet.toString(), List.of(), 5)) {
            assertThat(draws(data, options, "parquet-" + method)).isEqualTo(here);
            // Points are evaluated together: thousands of them take no thousand rounds.
            assertThat(data.rounds()).isLessThan(method.equals("laplace") ? 60 : Long.MAX_VALUE);
        }
    }

    /** The groups of a network are tasks. */
    @Test
    void aNetworkOnExecutors() throws IOException {
        List<String> options = List.of(
                "--target",
                "x2",
                "--task",
                "regression",
                "--hidden",
                "5",
                "--particles",
                "40",
                "--iterations",
                "60",
                "--on-missing",
                "drop",
                "--validation",
                "0.2",
                "--categories",
                "code",
                "--no-report");
        List<String> lines = Files.readAllLines(csv);
        Path few = Files.write(
                folder.resolve("few.csv"),
                IntStream.range(0, 400)
                        .mapToObj(
                                i -> lines.get(i) + "," + (i == 0 ? "code" : i % 3 == 2 ? "3+" : String.valueOf(i % 3)))
                        .toList());
        Path here = folder.resolve("local-nn");
        AskedFit.of("nn", few.toString(), options).write(DataSource.of(few, few.toString()), here);
        try (SparkData data = SparkData.of(spark, few.toString(), List.of(), 2)) {
            Path there = folder.resolve("spark-nn");
            AskedFit.of("nn", few.toString(), options).write(data, there);
            // One to read the rows; all others move groups.
            assertThat(data.rounds()).isGreaterThan(5);
            assertThat(there.resolve("weights.npy")).hasSameBinaryContentAs(here.resolve("weights.npy"));
            assertThat(there.resolve("trace.csv")).hasSameBinaryContentAs(here.resolve("trace.csv"));
        }
    }

    /** A key puts rows in order that a shuffle has mixed; a sweep over one block is one round. */
    @Test
    void aKeyOrdersTheRowsAndASweepIsOneRound() {
        List<String> options = List.of(
                "--formula",
                "y ~ x1",
                "--family",
                "bernoulli",
                "--particles",
                "20",
                "--max-iterations",
                "40",
                "--no-report",
                "--threads",
                "1");
        String here = draws(DataSource.of(csv, csv.toString()), options, "local-key");
        try (SparkData data =
                SparkData.of(spark.read().parquet(parquet.toString()).repartition(7), "mixed", List.of("k"), 4)) {
            assertThat(draws(data, options, "spark-key")).isEqualTo(here);
            assertThat(data.rounds()).isBetween(40L, 110L);
        }
        // The numbers of a file of text are in order as numbers are, though '10' is before '9' as text.
        try (SparkData data = SparkData.of(spark, csv.toString(), List.of("k"), 4)) {
            assertThat(draws(data, options, "spark-text-key")).isEqualTo(here);
        }
        Dataset<Row> twice = spark.read().parquet(parquet.toString());
        try (SparkData data = SparkData.of(twice.select("y", "x1", "x1"), "twice", List.of(), 4)) {
            assertThatThrownBy(() -> draws(data, options, "ambiguous"))
                    .isInstanceOf(InputException.class)
                    .hasMessage("twice: two columns are named x1");
        }
        try (SparkData data = SparkData.of(spark.read().parquet(parquet.toString()), "mixed", List.of("g"), 4)) {
            assertThatThrownBy(() -> draws(data, options, "refused"))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("--order-by must tell all rows apart");
        }
    }

    /** A cluster whose executors come when its rows are read holds them on all of its cores. */
    @Test
    void partitionsAreCountedWhenRowsHaveBeenRead() {
        List<String> options = List.of("--formula", "x3 ~ x1", "--method", "laplace", "--draws", "20", "--no-report");
        try (SparkData data = SparkData.of(spark, parquet.toString(), List.of(), 0)) {
            spark.sparkContext().conf().set("spark.default.parallelism", "3");
            draws(data, options, "late");
            assertThat(data.work()).endsWith(" rounds on 6 partitions");
        } finally {
            spark.sparkContext().conf().remove("spark.default.parallelism");
        }
    }

    @Test
    void badInputIsOneLine() {
        List<String> options = List.of("--formula", "x2 ~ x1 + h", "--no-report");
        SparkData data = SparkData.of(spark, parquet.toString(), List.of(), 2);
        assertThatThrownBy(() -> draws(data, options, "none"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("formula: no column 'h' in ");
        assertThatThrownBy(() ->
                        draws(data, List.of("--formula", "x2 ~ x1", "--family", "poisson", "--no-report"), "counts"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("family poisson expects");
        // A category of thousands of levels is refused before its columns are laid out.
        Dataset<Row> wide = spark.range(0, 18000, 1, 2).selectExpr("rand(1) as y", "concat('L', id) as g");
        try (SparkData many = SparkData.of(wide, "wide", List.of(), 2)) {
            assertThatThrownBy(() -> draws(many, List.of("--formula", "y ~ g", "--no-report"), "wide"))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(
                            "formula: 18000 columns, 17999 of them of 'g', are too many: the curvatures");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "absent.parquet; ; no such file, folder or table: ",
                "fake.parquet; no Parquet; is not a Parquet file",
                "empty.csv; ''; the file is empty",
                "header.csv; y,x; no rows",
                "short.csv; y,x,z|1,2,3|1,2|3,4,5; /short.csv: a row has more or fewer fields than the header: [1,2",
                "long.csv; y,x,z|1,2,3|1,2,3,4|3,4,5; /long.csv: a row has more or fewer fields than the header: [1,2",
                "endless.csv; y,x|1,2|2,Infinity|3,4; expected a finite number, got Infinity"
            })
    void filesThatCannotBeFitted(String name, String text, String message) throws IOException {
        Path file = folder.resolve(name);
        if (text != null) {
            Files.writeString(file, text.replace('|', '\n'));
        }
        try (SparkData data = SparkData.of(spark, file.toString(), List.of(), 2)) {
            assertThatThrownBy(() -> draws(data, List.of("--formula", "y ~ x", "--no-report"), "of-" + name))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(message);
        }
    }

    /** Partitions without rows, of the data and of what is held, change nothing; rows that change are noticed. */
    @Test
    void emptyPartitionsAndRowsThatChange() {
        List<String> options = List.of(
                "--formula", "x3 ~ x1", "--method", "laplace", "--draws", "20", "--no-report", "--threads", "1");
        Dataset<Row> few = spark.read().parquet(parquet.toString()).filter("k < 50");
        String one;
        try (SparkData data = SparkData.of(few.coalesce(1), "few", List.of("k"), 1)) {
            one = draws(data, options, "few-in-one");
        }
        try (SparkData data = SparkData.of(few.repartition(90, few.col("k")), "few", List.of("k"), 20)) {
            assertThat(draws(data, options, "few-in-many")).isEqualTo(one);
        }
        UDF1<Double, Double> restless = value -> value + PASSES.incrementAndGet();
        spark.udf().register("restless", restless, DataTypes.DoubleType);
        Dataset<Row> changing = few.coalesce(1).withColumn("x1", expr("restless(x1)"));
        try (SparkData data = SparkData.of(changing, "restless rows", List.of(), 2)) {
            assertThatThrownBy(() -> draws(data, options, "changing"))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("restless rows changed while it was read");
        }
    }
}
