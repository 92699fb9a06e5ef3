package org.driftfield.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.spark.Partitioner;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import org.driftfield.InputException;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.Engine;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.spark.rows.Columns;
import org.driftfield.spark.rows.Faults;
import org.driftfield.spark.rows.NumberedRows;
import org.driftfield.spark.rows.SparkData;
import org.driftfield.store.folder.FitResult;
import scala.Tuple2;

/**
 * One fit for each group of rows, many at a time. Groups are dealt out by their sizes, the largest first, so that nothing waits
 * longer for the last than that one takes. A group that cannot be fitted has its reason in its row.
 */
public final class GroupFits implements AutoCloseable {
    /** Parts for each core: small ones at the end even out what the sizes do not tell. */
    private static final int PARTS_A_CORE = 8;

    /** No more groups in a part, so that it is told soon that some are made, unless there are very many. */
    private static final int GROUPS_A_PART = 8;

    private static final int MOST_PARTS = 10_000;

    /** How often it is told, in milliseconds. */
    private static final int TOLD_EVERY = 200;

    /** What a fit costs whatever its rows, counted in rows: many small groups are not dealt to one part for being small. */
    private static final long FEWEST_ROWS_COUNTED = 200;

    /** The columns of the tables that are no numbers of a summary. */
    private static final List<String> FIXED = List.of("rows", "parameter", "verdict", "reason", "draw", "value");

    private static final List<String> NUMBERS = List.of("mean", "sd", "q05", "q50", "q95", "ess", "rhat");

    private final Dataset<Row> data;
    private final List<String> by;
    private final JavaRDD<Outcome> outcomes;
    private final Made made;

    /**
     * What is made so far.
     *
     * @param of how many groups there are
     * @param all what they cost, counted in rows
     */
    private record Made(LongAccumulator groups, int of, LongAccumulator costs, long all) implements Serializable {
        void add(long rows) {
            groups.add(1);
            costs.add(GroupFits.cost(rows));
        }

        /** Work that was done twice was counted twice. */
        void tell(Engine.Watch watch) {
            watch.made(
                    (int) Math.min(of, groups.value()), of, all == 0 ? 1 : Math.min(1, (double) costs.value() / all));
        }
    }

    /** What came of a group: numbers by parameter, or why there are none; {@code number} is that of the group among all. */
    private record Outcome(
            int number,
            List<Object> group,
            long rows,
            List<Object[]> summary,
            String verdict,
            String reason,
            double[][] draws)
            implements Serializable {}

    /** Which part holds a group, and its number in the order of all. */
    private record Dealt(int part, int number) implements Serializable {}

    /** What is fitted to each. */
    private record Asked(String kind, List<String> arguments, Columns columns, boolean keepDraws)
            implements Serializable {}

    private GroupFits(Dataset<Row> data, List<String> by, JavaRDD<Outcome> outcomes, Made made) {
        this.data = data;
        this.by = by;
        this.made = made;
        this.outcomes = outcomes.persist(StorageLevel.MEMORY_AND_DISK());
    }

    /**
     * The fits; they are made when they are first asked for.
     *
     * @param by the columns that tell groups apart
     * @param kind of model: the word after {@code driftfield fit}
     * @param arguments the options of that command but those of data and output
     * @param keepDraws whether the draws are wanted
     */
    public static GroupFits of(
            Dataset<Row> data, List<String> by, String kind, List<String> arguments, boolean keepDraws) {
        return of(SparkData.of(data, "the data", List.of(), 0), by, kind, arguments, keepDraws);
    }

    /** The fits of the groups of files or a table. */
    static GroupFits of(SparkData source, List<String> by, String kind, List<String> arguments, boolean keepDraws) {
        List<String> all = new ArrayList<>(arguments);
        if (!all.contains("--threads")) {
            all.addAll(List.of("--threads", "1"));
        }
        CsvOptions wanted = AskedFit.of(kind, "the data", all).csv();
        Dataset<Row> data = source.rows(wanted);
        SparkData.requireColumns("--by", data, by);
        for (String name : by) {
            InputException.require(
                    Stream.of(FIXED, NUMBERS).noneMatch(own -> own.contains(name)),
                    "--by: the table of fits has a column '%s' of its own; give that of the data another name",
                    name);
        }
        List<String> names = new ArrayList<>(Arrays.asList(data.columns()));
        names.removeIf(name ->
                wanted.columns() == null ? by.contains(name) : !wanted.columns().contains(name));
        int own = names.size();
        Columns columns = source.columns(data, List.copyOf(names), wanted).called("the group");
        names.addAll(by);
        NumberedRows numbered = NumberedRows.of(data, source.given(), names);
        Asked asked = new Asked(kind, List.copyOf(all), columns, keepDraws);
        SparkContext spark = data.sparkSession().sparkContext();
        Map<List<Object>, Long> sizes = sizes(numbered.rows(), own, by.size());
        int parts =
                Math.max(PARTS_A_CORE * spark.defaultParallelism(), Math.min(MOST_PARTS, sizes.size() / GROUPS_A_PART));
        Map<List<Object>, Dealt> dealt = dealt(sizes, parts);
        Made made = new Made(
                spark.longAccumulator(),
                sizes.size(),
                spark.longAccumulator(),
                sizes.values().stream().mapToLong(GroupFits::cost).sum());
        JavaRDD<Outcome> outcomes = numbered.rows()
                .mapToPair(row -> {
                    Dealt to = dealt.get(group(row._2(), own, by.size()));
                    return new Tuple2<>(new Place(to.part(), to.number(), row._1()), row._2());
                })
                .repartitionAndSortWithinPartitions(new ByPart(parts))
                .mapPartitions(rows -> new Fits(rows, asked, own, by.size(), made));
        return new GroupFits(data, by, outcomes, made);
    }

    /** What the fit of a group costs, counted in rows. */
    private static long cost(long rows) {
        return FEWEST_ROWS_COUNTED + rows;
    }

    /** Makes all fits, as many at a time as there are cores, and tells how far it is. */
    void make(Engine.Watch watch) {
        JavaFutureAction<Long> action = outcomes.countAsync();
        try {
            while (!action.isDone()) {
                made.tell(watch);
                Thread.sleep(TOLD_EVERY);
            }
            action.get();
            made.tell(watch);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            action.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the fits were interrupted", e);
        }
    }

    private static List<Object> group(Row row, int from, int count) {
        List<Object> group = new ArrayList<>(count);
        for (int j = from; j < from + count; j++) {
            group.add(row.get(j));
        }
        return group;
    }

    private static Map<List<Object>, Long> sizes(JavaRDD<Tuple2<Long, Row>> rows, int own, int by) {
        List<HashMap<List<Object>, Long>> parts = Faults.clear(() -> rows.mapPartitions(some -> {
                    HashMap<List<Object>, Long> sizes = new HashMap<>();
                    some.forEachRemaining(row -> sizes.merge(group(row._2(), own, by), 1L, Long::sum));
                    return List.of(sizes).iterator();
                })
                .collect());
        Map<List<Object>, Long> all = new HashMap<>();
        parts.forEach(part -> part.forEach((group, size) -> all.merge(group, size, Long::sum)));
        return all;
    }

    /** Each group to the part that has least so far, the largest group first; Spark begins with the first parts. */
    private static Map<List<Object>, Dealt> dealt(Map<List<Object>, Long> sizes, int parts) {
        List<List<Object>> order = new ArrayList<>(sizes.keySet());
        order.sort(
                Comparator.comparing((List<Object> group) -> -sizes.get(group)).thenComparing(String::valueOf));
        PriorityQueue<long[]> least = new PriorityQueue<>(
                Comparator.<long[]>comparingLong(part -> part[0]).thenComparingLong(part -> part[1]));
        for (int part = 0; part < parts; part++) {
            least.add(new long[] {0, part});
        }
        Map<List<Object>, Integer> numbers = GroupOrder.of(order);
        Map<List<Object>, Dealt> dealt = new HashMap<>();
        for (List<Object> group : order) {
            long[] part = least.remove();
            dealt.put(group, new Dealt((int) part[1], numbers.get(group)));
            part[0] += cost(sizes.get(group));
            least.add(part);
        }
        return dealt;
    }

    /** Where a row goes: to a part, within it by group, within that in its order. */
    private record Place(int part, int group, long row) implements Serializable, Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int groups = Integer.compare(group, other.group);
            return groups != 0 ? groups : Long.compare(row, other.row);
        }
    }

    /** Sends rows to their parts. */
    private static final class ByPart extends Partitioner {
        private static final long serialVersionUID = 1L;
        private final int parts;

        ByPart(int parts) {
            this.parts = parts;
        }

        @Override
        public int numPartitions() {
            return parts;
        }

        @Override
        public int getPartition(Object place) {
            return ((Place) place).part();
        }
    }

    /** Brings groups back into the order of their numbers, so many to a part. */
    private static final class InOrder extends Partitioner {
        private static final long serialVersionUID = 1L;
        private static final int GROUPS = 128;
        private final int groups;

        InOrder(int groups) {
            this.groups = groups;
        }

        @Override
        public int numPartitions() {
            return 1 + Math.max(0, groups - 1) / GROUPS;
        }

        @Override
        public int getPartition(Object number) {
            return (int) number / GROUPS;
        }
    }

    /** The fits of the groups of a part, one after the other. */
    private static final class Fits implements Iterator<Outcome> {
        private final Iterator<Tuple2<Place, Row>> rows;
        private final Asked asked;
        private final int own;
        private final int by;
        private final Made made;
        private Tuple2<Place, Row> ahead;

        Fits(Iterator<Tuple2<Place, Row>> rows, Asked asked, int own, int by, Made made) {
            this.made = made;
            this.rows = rows;
            this.asked = asked;
            this.own = own;
            this.by = by;
        }

        @Override
        public boolean hasNext() {
            return ahead != null || rows.hasNext();
        }

        @Override
        public Outcome next() {
            Tuple2<Place, Row> first = ahead == null ? rows.next() : ahead;
            ahead = null;
            List<Row> group = new ArrayList<>(List.of(first._2()));
            while (rows.hasNext() && ahead == null) {
                Tuple2<Place, Row> row = rows.next();
                if (row._1().group() == first._1().group()) {
                    group.add(row._2());
                } else {
                    ahead = row;
                }
            }
            Outcome outcome = fitted(first._1().group(), group, asked, group(first._2(), own, by));
            made.add(group.size());
            return outcome;
        }
    }

    private static Outcome fitted(int number, List<Row> rows, Asked asked, List<Object> group) {
        try {
            Table table = asked.columns().table(rows, 0);
            FitResult result = AskedFit.of(asked.kind(), "the group", asked.arguments())
                    .on(DataSource.of(table))
                    .answer(Session.NONE);
            Posterior posterior = result.posterior();
            List<Object[]> summary = new ArrayList<>();
            for (Summary.Row row : posterior.summary().rows()) {
                summary.add(new Object[] {
                    row.parameter(),
                    known(row.mean()),
                    known(row.sd()),
                    known(row.q05()),
                    known(row.q50()),
                    known(row.q95()),
                    known(row.ess()),
                    known(row.rhat())
                });
            }
            double[][] draws = null;
            if (asked.keepDraws()) {
                draws = new double[summary.size()][];
                for (int p = 0; p < draws.length; p++) {
                    draws[p] = posterior.draws((String) summary.get(p)[0]);
                }
            }
            return new Outcome(
                    number,
                    group,
                    rows.size(),
                    summary,
                    result.assessment().level().name().toLowerCase(java.util.Locale.ROOT) + ": "
                            + result.assessment().headline(),
                    null,
                    draws);
        } catch (RuntimeException e) {
            return new Outcome(number, group, rows.size(), List.of(), null, reason(e), null);
        }
    }

    private static String reason(RuntimeException e) {
        return e instanceof InputException ? e.getMessage() : e.toString();
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** One row for each group and parameter, by group; of a group that could not be fitted one row with the reason. */
    public Dataset<Row> table() {
        StructType schema = keyed().add("rows", DataTypes.LongType).add("parameter", DataTypes.StringType);
        for (String name : NUMBERS) {
            schema = schema.add(name, DataTypes.DoubleType);
        }
        schema = schema.add("verdict", DataTypes.StringType).add("reason", DataTypes.StringType);
        JavaRDD<Row> rows = outcomes.mapToPair(outcome -> new Tuple2<>(outcome.number(), lines(outcome)))
                .repartitionAndSortWithinPartitions(new InOrder(made.of()))
                .flatMap(group -> group._2().iterator());
        return data.sparkSession().createDataFrame(rows, schema);
    }

    private static List<Row> lines(Outcome outcome) {
        List<Row> out = new ArrayList<>();
        List<Object[]> lines = outcome.reason() == null ? outcome.summary() : List.<Object[]>of(new Object[8]);
        for (Object[] line : lines) {
            List<Object> values = new ArrayList<>(outcome.group());
            values.add(outcome.rows());
            values.addAll(Arrays.asList(line));
            values.add(outcome.verdict());
            values.add(outcome.reason());
            out.add(RowFactory.create(values.toArray()));
        }
        return out;
    }

    /** One row for each group, parameter and draw, where draws were kept. */
    public Dataset<Row> draws() {
        StructType schema = keyed().add("parameter", DataTypes.StringType)
                .add("draw", DataTypes.IntegerType)
                .add("value", DataTypes.DoubleType);
        JavaRDD<Row> rows = outcomes.flatMap(outcome -> {
            List<Row> out = new ArrayList<>();
            for (int p = 0; outcome.draws() != null && p < outcome.draws().length; p++) {
                for (int s = 0; s < outcome.draws()[p].length; s++) {
                    List<Object> values = new ArrayList<>(outcome.group());
                    values.add(outcome.summary().get(p)[0]);
                    values.add(s);
                    values.add(outcome.draws()[p][s]);
                    out.add(RowFactory.create(values.toArray()));
                }
            }
            return out.iterator();
        });
        return data.sparkSession().createDataFrame(rows, schema);
    }

    private StructType keyed() {
        List<StructField> fields = new ArrayList<>();
        for (String name : by) {
            DataType type = data.schema().apply(name).dataType();
            fields.add(DataTypes.createStructField(name, type, true));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    @Override
    public void close() {
        outcomes.unpersist(false);
    }
}
