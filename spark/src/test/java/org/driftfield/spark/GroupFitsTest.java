package org.driftfield.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.Engine;
import org.driftfield.spark.rows.SparkData;
import org.driftfield.store.Fit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One fit a group: the numbers of that fit alone, and a reason where there is none. */
class GroupFitsTest {
    @TempDir
    Path folder;

    @Test
    void eachGroupIsFittedAsIfAlone() throws Exception {
        SparkSession spark = Sessions.on("local[2]");
        Random random = new Random(8);
        List<String> lines = new ArrayList<>(List.of("shop,y,x"));
        List<String> third = new ArrayList<>(List.of("y,x"));
        for (int i = 0; i < 400; i++) {
            int shop = random.nextInt(random.nextInt(4) + 1);
            double x = random.nextGaussian();
            String values = (x + random.nextGaussian()) + "," + x;
            lines.add("s" + shop + "," + values);
            if (shop == 2) {
                third.add(values);
            }
        }
        // A response that does not vary cannot be fitted.
        lines.add("bad,1,2");
        lines.add("bad,1,3");
        Path csv = Files.write(folder.resolve("rows.csv"), lines);
        List<String> options = List.of("--formula", "y ~ x", "--method", "laplace", "--draws", "50");
        try (GroupFits fits = GroupFits.of(
                spark.read()
                        .option("header", "true")
                        .option("inferSchema", "true")
                        .csv(csv.toString())
                        .repartition(3),
                List.of("shop"),
                "glm",
                options,
                true)) {
            assertThat(fits.table().filter("shop = 'bad'").first().<String>getAs("reason"))
                    .contains("must vary");
            assertThat(fits.table()
                            .filter("reason is null")
                            .select("shop")
                            .distinct()
                            .count())
                    .isEqualTo(4);
            assertThat(fits.draws().filter("shop = 's1' and parameter = 'x'").count())
                    .isEqualTo(50);
        }
        Path alone = Files.write(folder.resolve("third.csv"), third);
        List<String> plain = new ArrayList<>(options);
        plain.add("--no-report");
        AskedFit.of("glm", alone.toString(), plain)
                .write(DataSource.of(alone, alone.toString()), folder.resolve("fit"));
        try (GroupFits fits = GroupFits.of(
                SparkData.of(spark, csv.toString(), List.of(), 0), List.of("shop"), "glm", options, false)) {
            Row row = fits.table().filter("shop = 's2' and parameter = 'x'").first();
            assertThat(row.<Double>getAs("mean"))
                    .isEqualTo(Fit.load(folder.resolve("fit"))
                            .posterior()
                            .summary()
                            .rows()
                            .get(1)
                            .mean());
            Dataset<Row> renamed =
                    spark.read().option("header", "true").csv(csv.toString()).withColumnRenamed("shop", "mean");
            assertThatThrownBy(() -> GroupFits.of(renamed, List.of("mean"), "glm", options, false))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("--by: the table of fits has a column 'mean' of its own");
            GroupTable written = GroupTable.write(
                    fits.table(),
                    List.of("shop"),
                    folder.resolve("out"),
                    folder.resolve("out").toString());
            assertThat(written.said()).startsWith("Fitted 4 groups, refused 1: ");
            assertThat(Files.readAllLines(Path.of(written.file())).get(0))
                    .startsWith("shop,rows,parameter,mean,sd,q05");
        }
    }

    /** Fields of a file of text are understood as everywhere, and groups are called as they stand in it. */
    @Test
    void aFileOfText() throws Exception {
        SparkSession spark = Sessions.on("local[2]");
        Random random = new Random(10);
        List<String> lines = new ArrayList<>(List.of("shop;x;y;day"));
        List<String> alone = new ArrayList<>(List.of("x;y;day"));
        for (int i = 0; i < 120; i++) {
            String x = i % 17 == 3 ? "-" : String.valueOf(random.nextGaussian());
            String values = x + ";" + random.nextGaussian() + ";" + (i % 2 == 0 ? "01" : "2024-05");
            lines.add((i % 3 == 0 ? "007;" : "8;") + values);
            if (i % 3 == 0) {
                alone.add(values);
            }
        }
        Path csv = Files.write(folder.resolve("text.csv"), lines);
        Path one = Files.write(folder.resolve("one.csv"), alone);
        List<String> options =
                List.of("--formula", "y ~ x + day", "--na", "-", "--method", "laplace", "--draws", "50", "--no-report");
        AskedFit.of("glm", one.toString(), options).write(DataSource.of(one, one.toString()), folder.resolve("one"));
        try (GroupFits fits = GroupFits.of(
                SparkData.of(spark, csv.toString(), List.of(), 0), List.of("shop"), "glm", options, false)) {
            List<Row> table = fits.table().filter("shop = '007'").collectAsList();
            assertThat(table.stream().map(row -> row.<Double>getAs("mean")).toList())
                    .isEqualTo(Fit.load(folder.resolve("one")).posterior().summary().rows().stream()
                            .map(row -> row.mean())
                            .toList());
        }
    }

    /** Volatility models and networks too; what one cannot do is said in its row. */
    @ParameterizedTest
    @ValueSource(strings = {"sv", "nn"})
    void otherKindsOfModels(String kind) throws Exception {
        SparkSession spark = Sessions.on("local[2]");
        Random random = new Random(9);
        List<String> lines = new ArrayList<>(List.of("stock,r,x,day"));
        List<String> alone = new ArrayList<>(List.of("r,x,day"));
        for (int i = 0; i < 240; i++) {
            double x = random.nextGaussian();
            String values = (0.01 * random.nextGaussian() + 0.005 * x) + "," + x + "," + i / 2;
            lines.add((i % 2 == 0 ? "a," : "b,") + values);
            if (i % 2 == 1) {
                alone.add(values);
            }
        }
        lines.add("c,0.1,1,0");
        Path csv = Files.write(folder.resolve("stocks.csv"), lines);
        Path one = Files.write(folder.resolve("b.csv"), alone);
        List<String> options = kind.equals("sv")
                ? List.of(
                        "--column", "r", "--time", "day", "--particles", "20", "--max-iterations", "20", "--no-report")
                : List.of(
                        "--target",
                        "r",
                        "--task",
                        "regression",
                        "--hidden",
                        "3",
                        "--particles",
                        "10",
                        "--iterations",
                        "30",
                        "--no-report");
        AskedFit.of(kind, one.toString(), options).write(DataSource.of(one, one.toString()), folder.resolve("one"));
        try (GroupFits fits = GroupFits.of(
                SparkData.of(spark, csv.toString(), List.of(), 0), List.of("stock"), kind, options, false)) {
            List<Row> table = fits.table().collectAsList();
            assertThat(table.stream()
                            .filter(row -> row.getString(0).equals("c"))
                            .map(row -> row.<String>getAs("reason")))
                    .hasSize(1)
                    .doesNotContainNull();
            List<Double> means = table.stream()
                    .filter(row -> row.getString(0).equals("b"))
                    .map(row -> row.<Double>getAs("mean"))
                    .toList();
            assertThat(means)
                    .isNotEmpty()
                    .isEqualTo(Fit.load(folder.resolve("one")).posterior().summary().rows().stream()
                            .map(row -> row.mean())
                            .toList());
        }
    }

    /** A group without a name keeps its place, and lines within a name do not end the line of the file. */
    @Test
    void namesOfGroupsAreSpeltSoThatTheyCanBeRead() {
        assertThat(GroupTable.line(List.of("", "", "x"))).isEqualTo("\"\",\"\",x\n");
        assertThat(GroupTable.line(Arrays.asList(null, "a\rb", "c\"d", null))).isEqualTo(",\"a\rb\",\"c\"\"d\",\n");
    }

    /** The table is the same to the last byte for any number of cores, and by group. */
    @Test
    void theOrderOfGroupsDoesNotDependOnCores() throws Exception {
        SparkSession spark = Sessions.on("local[2]");
        Random random = new Random(11);
        List<String> lines = new ArrayList<>(List.of("day,y,x"));
        for (int i = 0; i < 3000; i++) {
            int day = 1 + (int) (12 * Math.sqrt(random.nextDouble()));
            lines.add(day + "," + random.nextGaussian() + "," + random.nextGaussian());
        }
        Path csv = Files.write(folder.resolve("days.csv"), lines);
        List<String> options = List.of("--formula", "y ~ x", "--method", "laplace", "--draws", "50", "--no-report");
        List<Path> written = new ArrayList<>();
        for (String cores : List.of("1", "5")) {
            spark.sparkContext().conf().set("spark.default.parallelism", cores);
            try (GroupFits fits = GroupFits.of(
                    SparkData.of(spark, csv.toString(), List.of(), 0), List.of("day"), "glm", options, false)) {
                Path out = folder.resolve("cores" + cores);
                GroupTable.write(fits.table(), List.of("day"), out, out.toString());
                written.add(out.resolve("groups.csv"));
            } finally {
                spark.sparkContext().conf().remove("spark.default.parallelism");
            }
        }
        assertThat(written.get(1)).hasSameBinaryContentAs(written.get(0));
        assertThat(Files.readAllLines(written.get(0)).stream()
                        .skip(1)
                        .map(line -> Integer.valueOf(line.substring(0, line.indexOf(','))))
                        .distinct())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    /** A folder that is taken is refused before anything is fitted, and one that may be replaced is, draws and all. */
    @Test
    void aFolderThatIsTaken() throws Exception {
        Path csv = Files.writeString(folder.resolve("taken.csv"), "g,y\n1,2\n1,3\n1,5\n2,1\n2,4\n2,2\n");
        Path out = folder.resolve("taken");
        AtomicInteger told = new AtomicInteger();
        try (Engine engine = Engine.open("spark", new Engine.Place("local[2]", 0, List.of()))) {
            engine.groups(asked(csv, out, true, false, told));
            assertThat(out.resolve("draws.parquet")).isDirectory();
            String first = Files.readString(out.resolve("groups.csv"));
            told.set(0);
            assertThatThrownBy(() -> engine.groups(asked(csv, out, true, false, told)))
                    .isInstanceOf(InputException.class)
                    .hasMessage(out + " holds fits of groups already; give another folder with --out, or --overwrite to"
                            + " replace them");
            assertThat(told).hasValue(0);
            for (boolean keepDraws : List.of(true, false)) {
                Files.writeString(out.resolve("groups.csv"), "old");
                engine.groups(asked(csv, out, keepDraws, true, told));
                assertThat(out.resolve("groups.csv")).hasContent(first);
                assertThat(Files.exists(out.resolve("draws.parquet"))).isEqualTo(keepDraws);
            }
        }
    }

    private static Engine.Groups asked(Path csv, Path out, boolean keepDraws, boolean overwrite, AtomicInteger told) {
        return new Engine.Groups(
                csv.toString(),
                List.of("g"),
                "glm",
                List.of("--formula", "y ~ 1", "--method", "laplace", "--draws", "20", "--no-report"),
                keepDraws,
                Engine.Folder.here(out),
                overwrite,
                (groups, of, share) -> told.incrementAndGet());
    }

    @Test
    void groupsAreInOrderByTheirValues() {
        List<List<Object>> sorted =
                List.of(Arrays.asList(null, 1), List.of("a", 9), List.of("a", 10), List.of("b", -1));
        List<List<Object>> mixed = new ArrayList<>(sorted);
        Collections.reverse(mixed);
        assertThat(GroupOrder.of(mixed))
                .hasSize(4)
                .allSatisfy((group, number) -> assertThat(sorted.get(number)).isEqualTo(group));
        assertThat(GroupOrder.of(List.of(List.of("10"), List.of("9"), List.of("x"))))
                .containsEntry(List.of("10"), 0);
        assertThat(GroupOrder.of(List.of(List.of("10"), List.of("9"), List.of("9.0"))))
                .containsEntry(List.of("9.0"), 1);
    }

    /** All groups are made before the table is read, and it is told how far it is. */
    @Test
    void howFarItIsIsTold() {
        SparkSession spark = Sessions.on("local[2]");
        Dataset<Row> rows =
                spark.range(0, 300, 1, 2).selectExpr("id % 30 as g", "cast(id as double) as x", "rand(1) as y");
        try (GroupFits fits = GroupFits.of(
                rows,
                List.of("g"),
                "glm",
                List.of("--formula", "y ~ x", "--method", "laplace", "--no-report"),
                false)) {
            List<Double> shares = new ArrayList<>();
            fits.make((groups, of, share) -> {
                assertThat(of).isEqualTo(30);
                shares.add(share);
            });
            assertThat(shares).isSorted().hasSizeGreaterThan(1).last().isEqualTo(1.0);
            assertThat(fits.table().count()).isEqualTo(90);
        }
    }
}
