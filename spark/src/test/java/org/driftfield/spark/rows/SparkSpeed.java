package org.driftfield.spark.rows;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.RDDInfo;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.data.Column;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.engine.LocalRows;
import org.driftfield.engine.Rows;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.GlmRows;
import org.driftfield.posterior.Summary;
import org.driftfield.spark.GroupFits;
import org.driftfield.spark.Sessions;
import org.driftfield.spark.ml.DriftfieldGlmModel;
import org.driftfield.store.folder.FitResult;

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
    private static final int COLUMNS = 20;
    private static final int PARTICLES = 64;
    private static final int SWEEPS = 8;
    private static final int TINY = 2 * Rows.CHUNK;

    private final SparkSession spark = Sessions.on("local[2]");
    private final JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    private final AtomicLong returned = new AtomicLong();

    private SparkSpeed() {
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                    returned.addAndGet(end.taskMetrics().resultSize());
                }
            }
        });
    }

    public static void main(String[] args) throws Exception {
        SparkSpeed speed = new SparkSpeed();
        long[] sizes = Arrays.stream(args).skip(1).mapToLong(Long::parseLong).toArray();
        switch (args[0]) {
            case "sweeps" -> speed.sweeps(sizes);
            case "bits" -> speed.bits((int) sizes[0]);
            case "groups" -> speed.groups((int) sizes[0], (int) sizes[1]);
            case "score" -> speed.score((int) sizes[0]);
            default -> throw new IllegalArgumentException("sweeps, bits, groups or score, got " + args[0]);
        }
        speed.spark.stop();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
        System.out.flush();
    }

    // A sweep

    private static GlmRows chunk(long number, long count) {
        int n = (int) Math.min(Rows.CHUNK, count - number * Rows.CHUNK);
        SplittableRandom random = new SplittableRandom(number);
        double[] x = new double[n * COLUMNS];
        double[] y = new double[n];
        double[] eta = new double[n];
        for (int j = 0; j < COLUMNS; j++) {
            for (int i = 0; i < n; i++) {
                x[j * n + i] = j == 0 ? 1 : 2 * random.nextDouble() - 1;
                eta[i] += x[j * n + i] * (j % 3 - 1) * 0.5;
            }
        }
        for (int i = 0; i < n; i++) {
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta[i])) ? 1 : 0;
        }
        return new GlmRows(x, n, 0, n, y, null, null);
    }

    /**
     * Counts what is sent to the rows, and of the sweeps what comes back.
     *
     * @param sent bytes of the last sum
     */
    private record Counted(Rows<GlmRows> rows, AtomicLong sent, AtomicLong asked) implements Rows<GlmRows> {
        @Override
        public long count() {
            return rows.count();
        }

        @Override
        public double[] sum(Sum<? super GlmRows> what) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(what);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            sent.set(bytes.size());
            asked.incrementAndGet();
            return rows.sum(what);
        }

        @Override
        public <T extends Serializable> List<T> map(Function<? super GlmRows, T> what) {
            return rows.map(what);
        }

        @Override
        public boolean remote() {
            return rows.remote();
        }
    }

    /** What a sweep takes: on the clock, the median of some after the first; of processors, their average. */
    private record Took(double seconds, double processor) {}

    private static Took took(Rows<GlmRows> rows, int threads) {
        List<String> names = IntStream.range(0, COLUMNS).mapToObj(j -> "x" + j).toList();
        GlmModel model = GlmModel.of(rows, names, "y", Family.BERNOULLI, GlmPriors.defaults());
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(PARTICLES)
                .withThreads(threads)
                .withStopping(SWEEPS, 0, SWEEPS)
                .withCollect(1, 1);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        List<Long> times = new ArrayList<>();
        List<Long> worked = new ArrayList<>();
        Pmfvb.fit(model, options, StoppingRule.after(SWEEPS), Session.NONE.watchedBy(event -> {
            times.add(System.nanoTime());
            worked.add(system.getProcessCpuTime());
        }));
        double[] each = IntStream.range(2, times.size())
                .mapToDouble(i -> (times.get(i) - times.get(i - 1)) / 1e9)
                .sorted()
                .toArray();
        int last = worked.size() - 1;
        return new Took(each[each.length / 2], (worked.get(last) - worked.get(1)) / 1e9 / (last - 1));
    }

    private static double heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Took local(long count) {
        List<GlmRows> chunks = LongStream.range(0, Rows.chunks(count))
                .parallel()
                .mapToObj(number -> chunk(number, count))
                .toList();
        return took(new LocalRows<>(chunks, count), 2);
    }

    private void sweeps(long[] sizes) {
        double overhead = Double.NaN;
        for (long count : LongStream.concat(LongStream.of(TINY, TINY), LongStream.of(sizes))
                .toArray()) {
            Took here = local(count);
            double before = heap();
            Cut cut = new Cut(Rows.chunks(count), 4);
            JavaRDD<GlmRows> chunks = context.parallelize(List.of(0, 1, 2, 3), 4)
                    .mapPartitionsWithIndex(
                            (part, own) -> LongStream.range(cut.from(part), cut.from(part + 1))
                                    .mapToObj(number -> chunk(number, count))
                                    .iterator(),
                            true);
            try (SparkRows<GlmRows> rows = new SparkRows<>(chunks, cut, count, new AtomicLong())) {
                Counted counted = new Counted(rows, new AtomicLong(), new AtomicLong());
                counted.sum(new Nothing());
                returned.set(0);
                counted.asked().set(0);
                Took there = took(counted, 1);
                double back = (double) returned.get() / counted.asked().get();
                double held = heap() - before;
                long stored = 0;
                for (RDDInfo info : spark.sparkContext().getRDDStorageInfo()) {
                    stored += info.memSize() + info.diskSize();
                }
                double encoded = 8.0 * count * (COLUMNS + 1);
                if (count == TINY) {
                    overhead = there.seconds() - here.seconds();
                }
                say(
                        "%,11d rows: a sweep %.4f s here (2 threads), %.4f s on Spark local[2]: ratio %.2f; of processors"
                                + " %.4f s and %.4f s: ratio %.2f, %.2f ns a cell; Spark stores %.2f, the heap holds %.2f"
                                + " times the encoded rows; bytes a round: %,d out, %,.0f back",
                        count,
                        here.seconds(),
                        there.seconds(),
                        there.seconds() / here.seconds(),
                        here.processor(),
                        there.processor(),
                        there.processor() / here.processor(),
                        1e9 * there.processor() / count / PARTICLES / COLUMNS,
                        stored / encoded,
                        held / encoded,
                        counted.sent().get(),
                        back);
            }
        }
        say("overhead of a sweep, at %d rows: %.1f ms (under 100 ms wanted)", TINY, 1e3 * overhead);
    }

    /** Makes the rows be held before anything is timed. */
    private record Nothing() implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return 1;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            sums[0] += rows.rows();
        }
    }

    // The same bits

    private void bits(int count) throws IOException {
        Path folder = Files.createTempDirectory("driftfield-bits");
        Path csv = folder.resolve("rows.csv");
        StringBuilder formula = new StringBuilder("y ~ x1");
        try (BufferedWriter out = Files.newBufferedWriter(csv)) {
            out.write("y");
            for (int j = 1; j < COLUMNS; j++) {
                out.write(",x" + j);
                formula.append(j == 1 ? "" : " + x" + j);
            }
            out.newLine();
            for (long number = 0; number < Rows.chunks(count); number++) {
                GlmRows rows = chunk(number, count);
                for (int i = 0; i < rows.rows(); i++) {
                    StringBuilder line = new StringBuilder().append((int) rows.y()[i]);
                    for (int j = 1; j < COLUMNS; j++) {
                        line.append(',').append((float) rows.x()[j * rows.rows() + i]);
                    }
                    out.write(line.append('\n').toString());
                }
            }
        }
        byte[] first = null;
        for (int threads : new int[] {1, 2}) {
            List<String> options = bitsOptions(formula.toString(), threads);
            long from = System.nanoTime();
            Path fit = folder.resolve("local" + threads);
            AskedFit.of("glm", csv.toString(), options).write(DataSource.of(csv, csv.toString()), fit);
            first = same(first, fit, "local engine, threads " + threads, from);
        }
        for (int partitions : new int[] {3, 8, 64}) {
            long from = System.nanoTime();
            Path fit = folder.resolve("spark" + partitions);
            try (SparkData data = SparkData.of(spark, csv.toString(), List.of(), partitions)) {
                AskedFit.of("glm", data.given(), bitsOptions(formula.toString(), 1))
                        .write(data, fit);
            }
            same(first, fit, "Spark local[2], partitions " + partitions, from);
        }
        delete(folder);
    }

    private static List<String> bitsOptions(String formula, int threads) {
        return List.of(
                "--formula",
                formula,
                "--family",
                "bernoulli",
                "--max-iterations",
                "25",
                "--no-report",
                "--threads",
                String.valueOf(threads));
    }

    private static byte[] same(byte[] first, Path fit, String what, long from) throws IOException {
        byte[] draws = Files.readAllBytes(fit.resolve("draws.csv"));
        boolean same = first == null || Arrays.equals(first, draws);
        say(
                "%-32s %6.1f s: %s",
                what,
                (System.nanoTime() - from) / 1e9,
                first == null ? draws.length + " bytes of draws" : same ? "the same bits" : "OTHER BITS");
        return first == null ? draws : first;
    }

    // Groups

    private void groups(int groups, int size) {
        String noise = "ln(rand(%d) / (1 - rand(%d)))";
        Dataset<Row> data = spark.range(0, (long) groups * size, 1, 4)
                .selectExpr("cast(id %% %d as int) as g".formatted(groups), "randn(1) as x1", "randn(2) as x2", "id")
                .selectExpr(
                        "g",
                        "x1",
                        "x2",
                        // The first group has no response of this family, and is refused.
                        "case when g = 0 then 2.0 when 0.5 * x1 - x2 + %s > 0 then 1.0 else 0.0 end as y"
                                .formatted(noise.formatted(3, 4)))
                .localCheckpoint();
        List<String> options =
                List.of("--formula", "y ~ x1 + x2", "--family", "bernoulli", "--method", "laplace", "--no-report");
        Map<Integer, List<Row>> rows = new TreeMap<>();
        data.collectAsList()
                .forEach(row -> rows.computeIfAbsent(row.getInt(0), g -> new ArrayList<>())
                        .add(row));
        // Once before it counts.
        alone(rows.get(1), options);
        long from = System.nanoTime();
        Map<String, Double> expected = new HashMap<>();
        int refused = 0;
        for (Map.Entry<Integer, List<Row>> group : rows.entrySet()) {
            try {
                for (Summary.Row row :
                        alone(group.getValue(), options).posterior().summary().rows()) {
                    expected.put(group.getKey() + row.parameter(), row.mean());
                }
            } catch (RuntimeException e) {
                refused++;
            }
        }
        double here = (System.nanoTime() - from) / 1e9;
        from = System.nanoTime();
        List<Row> table;
        try (GroupFits fits = GroupFits.of(data, List.of("g"), "glm", options, false)) {
            table = fits.table().collectAsList();
        }
        double there = (System.nanoTime() - from) / 1e9;
        long reasons = table.stream()
                .filter(row -> row.getAs("reason") != null)
                .peek(row -> say("refused: group %s: %s", row.get(0), row.getAs("reason")))
                .count();
        long different = table.stream()
                .filter(row -> row.getAs("reason") == null)
                .filter(row -> !row.getAs("mean").equals(expected.get(row.getInt(0) + row.<String>getAs("parameter"))))
                .count();
        say(
                "%d groups of %d rows: %.1f s one after another with one thread, %.1f s on Spark local[2]: %.2f times"
                        + " faster; %d rows of the table, %d numbers differ; refused %d there, %d here",
                groups, size, here, there, here / there, table.size(), different, reasons, refused);
    }

    private static FitResult alone(List<Row> rows, List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--threads", "1"));
        Table table =
                Table.of("the group", List.of(column("x1", rows, 1), column("x2", rows, 2), column("y", rows, 3)));
        return AskedFit.of("glm", "the group", all).on(new InMemory(table)).fit(Session.NONE);
    }

    private static Column column(String name, List<Row> rows, int at) {
        return Column.of(
                name,
                rows.stream()
                        .mapToDouble(row -> ((Number)
                                        (row.get(at) instanceof java.math.BigDecimal decimal
                                                ? decimal.doubleValue()
                                                : row.get(at)))
                                .doubleValue())
                        .toArray());
    }

    private record InMemory(Table table) implements DataSource {
        @Override
        public String given() {
            return "the group";
        }

        @Override
        public Table read(CsvOptions options) {
            return table;
        }

        @Override
        public String sha256() {
            return "";
        }

        @Override
        public Path file() {
            throw new IllegalStateException();
        }
    }

    // Scoring

    private void score(int count) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("driftfield-score");
        Path train = folder.resolve("train.csv");
        rows(train, 2000, true);
        Path fit = folder.resolve("fit");
        AskedFit.of("glm", train.toString(), List.of("--formula", "y ~ x1 + x2 + g", "--no-report"))
                .write(DataSource.of(train, train.toString()), fit);
        DriftfieldGlmModel model = DriftfieldGlmModel.load(fit.toString());
        double[] live = new double[2];
        double seconds = 0;
        for (int part = 0; part < 2; part++) {
            int n = part == 0 ? count / 10 : count;
            Path csv = folder.resolve("rows" + part + ".csv");
            rows(csv, n, false);
            Peak peak = new Peak();
            long from = System.nanoTime();
            model.transform(SparkData.table(spark, csv.toString()))
                    .write()
                    .option("header", "true")
                    .csv(folder.resolve("scored" + part).toString());
            seconds = (System.nanoTime() - from) / 1e9;
            live[part] = peak.end();
            say("Spark local[2], CSV to CSV: %,d rows in %.1f s: %,.0f a second", n, seconds, n / seconds);
        }
        say("live heap at most %.0f MB with a tenth of the rows, %.0f MB with all", live[0] / 1e6, live[1] / 1e6);
        File launcher = new File(System.getProperty("driftfield", "./driftfield"));
        long from = System.nanoTime();
        int code = new ProcessBuilder(
                        launcher.getPath(),
                        "predict",
                        "--fit",
                        fit.toString(),
                        "--data",
                        folder.resolve("rows1.csv").toString(),
                        "--out",
                        folder.resolve("predicted.csv").toString())
                .inheritIO()
                .start()
                .waitFor();
        double other = (System.nanoTime() - from) / 1e9;
        say(
                "driftfield predict, CSV to CSV: %,d rows in %.1f s: %,.0f a second (exit %d); Spark is %.2f times as fast",
                count, other, count / other, code, other / seconds);
        delete(folder);
    }

    private static void rows(Path csv, int count, boolean response) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        try (BufferedWriter out = Files.newBufferedWriter(csv)) {
            out.write(response ? "x1,x2,g,y\n" : "x1,x2,g\n");
            for (int i = 0; i < count; i++) {
                float x1 = (float) random.nextDouble();
                float x2 = (float) random.nextDouble();
                int g = random.nextInt(3);
                out.write(x1 + "," + x2 + ",level" + g + (response ? "," + (x1 - x2 + g + random.nextDouble()) : "")
                        + "\n");
            }
        }
    }

    /** The most that is alive on the heap, looked at every second. */
    private static final class Peak {
        private final AtomicBoolean over = new AtomicBoolean();
        private final double[] most = new double[1];
        private final Thread thread = new Thread(() -> {
            while (!over.get()) {
                most[0] = Math.max(most[0], heap());
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });

        Peak() {
            thread.setDaemon(true);
            thread.start();
        }

        double end() throws InterruptedException {
            over.set(true);
            thread.join();
            return most[0];
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
