package org.driftfield.spark.rows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.cli.glm.GlmInput;
import org.driftfield.data.Column;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.DesignInPieces;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.engine.Crew;
import org.driftfield.engine.Rows;
import org.driftfield.models.glm.GlmRows;
import org.driftfield.store.folder.FitRecord;

/** Data that Spark reads: a data set of a program, a table, or files; those of text are understood as everywhere. */
public final class SparkData implements GlmInput.Source, AutoCloseable {
    private static final List<String> OF_TEXT = List.of(".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz");
    private static final List<String> OF_COLUMNS = List.of("parquet", "orc", "json");

    private final SparkSession spark;
    private final String given;
    private final Dataset<Row> known;
    private final List<String> orderBy;
    private int partitions;
    private final AtomicLong rounds = new AtomicLong();
    private final List<SparkRows<?>> held = new ArrayList<>();
    private String print = "";

    private SparkData(SparkSession spark, String given, Dataset<Row> known, List<String> orderBy, int partitions) {
        this.spark = spark;
        this.given = given;
        this.known = known;
        this.orderBy = orderBy;
        this.partitions = partitions;
    }

    /** In how many parts rows are held. A cluster is asked when they were read first: before, it may have no executors. */
    private int partitions() {
        if (partitions <= 0) {
            partitions = 2 * spark.sparkContext().defaultParallelism();
        }
        return partitions;
    }

    /**
     * A file, a folder of files, or a table.
     *
     * @param orderBy the columns that order the rows; empty for the order in which they are stored
     * @param partitions in how many parts they are held; 0 for twice the cores
     */
    public static SparkData of(SparkSession spark, String given, List<String> orderBy, int partitions) {
        return new SparkData(spark, given, null, orderBy, partitions);
    }

    /** A data set of a program, which has a name in messages. */
    public static SparkData of(Dataset<Row> data, String name, List<String> orderBy, int partitions) {
        return new SparkData(data.sparkSession(), name, data, orderBy, partitions);
    }

    @Override
    public String given() {
        return given;
    }

    /** What was done, in words. */
    public String work() {
        return rounds.get() + " rounds on " + partitions() + " partitions";
    }

    /** How many jobs were run on the rows. */
    public long rounds() {
        return rounds.get();
    }

    @Override
    public Path file() {
        throw new InputException("this kind of model does not take its data from Spark, got --data " + given);
    }

    @Override
    public Crew crew() {
        return new SparkCrew(spark, rounds);
    }

    /** A fingerprint of the rows that were read, in place of one of a file. */
    @Override
    public String sha256() {
        return print;
    }

    @Override
    public GlmInput input(GlmInput.Question question) {
        Opened opened = opened(question.csv());
        // Complains of columns that are not there before anything is read.
        List<Column> all = new ArrayList<>();
        for (String name : opened.data().columns()) {
            all.add(Column.of(name));
        }
        new DesignInPieces(question.formula(), Table.of(given, all), question.missing());
        Layout layout = Layout.of(
                opened.rows(),
                opened.columns(),
                question.formula().text(),
                question.missing(),
                this::partitions,
                rounds);
        Recipe recipe = layout.recipe();
        Room.require(recipe, layout.seen().complete(), partitions(), spark.sparkContext());
        SparkRows<GlmRows> rows = layout.glm(recipe, question.family());
        held.add(rows);
        // What is wrong with them is told before anything else is made of them.
        rows.lay();
        print = layout.print();
        return new GlmInput(
                rows,
                recipe,
                new FitRecord.DataUsed(
                        given,
                        print,
                        (int) Math.min(Integer.MAX_VALUE, layout.seen().rows()),
                        (int) Math.min(Integer.MAX_VALUE, layout.seen().complete()),
                        missing(layout, opened.columns().names())),
                layout.profile(recipe));
    }

    /** How many values are missing, by column, in the order of the columns. */
    private static Map<String, Integer> missing(Layout layout, List<String> names) {
        Map<String, Integer> counts = layout.seen().missing();
        Map<String, Integer> ordered = new LinkedHashMap<>();
        names.stream().filter(counts::containsKey).forEach(name -> ordered.put(name, counts.get(name)));
        return ordered;
    }

    /** All rows, brought here in their order. */
    @Override
    public Table read(CsvOptions options) {
        Opened opened = opened(options);
        rounds.incrementAndGet();
        Columns columns = opened.columns();
        OrderedRows.Reader reader = opened.rows().reader();
        List<Brought> parts = new ArrayList<>(Faults.clear(() -> opened.rows()
                .rows()
                .mapPartitionsWithIndex(
                        (partition, own) -> {
                            List<Brought> out = new ArrayList<>();
                            reader.read(
                                    own,
                                    Rows.CHUNK,
                                    (number, file, start, piece) -> out.add(new Brought(
                                            new Run(file, start, partition, number, 0, 0, Print.NONE), piece)));
                            return out.iterator();
                        },
                        true)
                .collect()));
        parts.sort((a, b) -> Run.ORDER.compare(a.from(), b.from()));
        List<Row> rows = new ArrayList<>();
        parts.forEach(part -> rows.addAll(part.rows()));
        print = Print.NONE.and(rows, columns.names().size()).text();
        Columns typed = columns.csv() == null ? columns : columns.withText(columns.seenText(rows));
        return typed.table(rows, 0);
    }

    /** Rows of a run. */
    private record Brought(Run from, List<Row> rows) implements java.io.Serializable {}

    /** The columns that are wanted, in the order of the rows. */
    record Opened(Dataset<Row> data, OrderedRows rows, Columns columns) {}

    /** The rows as a data set; those of a file of text as their fields are. */
    public Dataset<Row> rows(CsvOptions options) {
        return known != null ? known : Faults.clear(() -> isText() ? text(options) : typed());
    }

    /**
     * How some columns of these rows become those of a table. Of a file of text all rows are looked at, to see which are
     * numbers.
     */
    public Columns columns(Dataset<Row> rows, List<String> names, CsvOptions options) {
        OrderedRows ordered = OrderedRows.of(rows, given, names);
        return isText()
                ? Layout.typed(ordered, Columns.untyped(given, names, options), rounds)
                : Columns.typed(given, ordered.schema(), options.text());
    }

    private Opened opened(CsvOptions options) {
        boolean text = isText();
        Dataset<Row> data = rows(options);
        List<String> names = new ArrayList<>(Arrays.asList(data.columns()));
        if (options.columns() != null) {
            names.retainAll(options.columns());
        }
        OrderedRows rows = Faults.clear(() -> ordered(data, names, options));
        Columns columns =
                text ? Columns.untyped(given, names, options) : Columns.typed(given, rows.schema(), options.text());
        return new Opened(data, rows, columns);
    }

    private OrderedRows ordered(Dataset<Row> data, List<String> names, CsvOptions options) {
        if (orderBy.isEmpty()) {
            return OrderedRows.of(data, given, names);
        }
        requireColumns("--order-by", data, orderBy);
        Set<String> numbers = isText() ? columns(data, orderBy, options).numbers() : Set.of();
        return OrderedRows.by(data, given, names, orderBy, numbers);
    }

    /** Complains of columns that an option names and the data do not have. */
    public static void requireColumns(String option, Dataset<Row> data, List<String> names) {
        for (String name : names) {
            InputException.require(
                    Arrays.asList(data.columns()).contains(name),
                    "%s: no column '%s'; columns: %s",
                    option,
                    name,
                    String.join(", ", data.columns()));
        }
    }

    /** Whether the rows are those of files of text. */
    public boolean isText() {
        String low = given.toLowerCase(Locale.ROOT);
        return known == null && OF_TEXT.stream().anyMatch(low::endsWith);
    }

    private Dataset<Row> typed() {
        String low = given.toLowerCase(Locale.ROOT);
        for (String format : OF_COLUMNS) {
            if (low.endsWith("." + format)) {
                return spark.read().format(format).load(given);
            }
        }
        return spark.catalog().tableExists(given)
                ? spark.table(given)
                : spark.read().load(given);
    }

    /** All fields as they are: which columns are numbers is decided as for any other file. */
    private Dataset<Row> text(CsvOptions options) {
        char separator = options.separator() == null ? separator() : options.separator();
        return spark.read()
                .option("header", "true")
                .option("sep", String.valueOf(separator))
                .option("quote", "\"")
                .option("escape", "\"")
                .option("ignoreLeadingWhiteSpace", "true")
                .option("ignoreTrailingWhiteSpace", "true")
                .option("mode", "FAILFAST")
                // A row that has too many fields, or too few, is noticed only where all are read.
                .option("columnPruning", "false")
                .option("maxCharsPerColumn", "1000000")
                .csv(given);
    }

    /** The separator that the header of the file shows. */
    private char separator() {
        String header = Faults.clear(() -> spark.read().textFile(given).takeAsList(1)).stream()
                .findFirst()
                .orElseThrow(() -> new InputException(given + ": the file is empty"));
        char best = ',';
        for (char candidate : new char[] {';', '\t'}) {
            if (count(header, candidate) > count(header, best)) {
                best = candidate;
            }
        }
        return best;
    }

    private static long count(String text, char what) {
        return text.chars().filter(c -> c == what).count();
    }

    @Override
    public void close() {
        held.forEach(SparkRows::close);
    }
}
