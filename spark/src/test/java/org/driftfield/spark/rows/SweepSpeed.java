package org.driftfield.spark.rows;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.RDDInfo;
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

/** A sweep of a logistic regression, here and on Spark: time, bytes that move, memory. */
public final class SweepSpeed {
    private static final int PARTICLES = 64;
    private static final int SWEEPS = 8;
    private static final int TINY = 2 * Rows.CHUNK;

    private final SparkSession spark;
    private final JavaSparkContext context;
    private final AtomicLong returned = new AtomicLong();

    public SweepSpeed(SparkSession spark) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                    returned.addAndGet(end.taskMetrics().resultSize());
                }
            }
        });
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
        public <T extends Serializable> T together(Function<? super GlmRows, T> what, Both<T> both) {
            return rows.together(what, both);
        }

        @Override
        public boolean remote() {
            return rows.remote();
        }
    }

    /** What a sweep takes: on the clock, the median of some after the first; of processors, their average. */
    private record Took(double seconds, double processor) {}

    private static Took took(Rows<GlmRows> rows, int threads) {
        List<String> names =
                IntStream.range(0, SimulatedRows.COLUMNS).mapToObj(j -> "x" + j).toList();
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

    /** What is alive on the heap. */
    public static double heap() {
        System.gc();
        // What threads have made since is no part of it.
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getCollectionUsage)
                .filter(Objects::nonNull)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    private static Took local(long count) {
        List<GlmRows> chunks = LongStream.range(0, Rows.chunks(count))
                .parallel()
                .mapToObj(number -> SimulatedRows.chunk(number, count))
                .toList();
        return took(new LocalRows<>(chunks, count), 2);
    }

    /** At each of these numbers of rows. */
    public void measure(long[] sizes) {
        double overhead = Double.NaN;
        for (long count : LongStream.concat(LongStream.of(TINY, TINY), LongStream.of(sizes))
                .toArray()) {
            Took here = local(count);
            double before = heap();
            Cut cut = new Cut(Rows.chunks(count), 4);
            JavaRDD<GlmRows> chunks = context.parallelize(List.of(0, 1, 2, 3), 4)
                    .mapPartitionsWithIndex(
                            (part, own) -> LongStream.range(cut.from(part), cut.from(part + 1))
                                    .mapToObj(number -> SimulatedRows.chunk(number, count))
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
                double encoded = 8.0 * count * (SimulatedRows.COLUMNS + 1);
                if (count == TINY) {
                    overhead = there.seconds() - here.seconds();
                }
                System.out.printf(
                        Locale.ROOT,
                        "%,11d rows: a sweep %.4f s here (2 threads), %.4f s on Spark local[2]: ratio %.2f; of processors"
                                + " %.4f s and %.4f s: ratio %.2f, %.2f ns a cell; Spark stores %.2f, the heap holds %.2f"
                                + " times the encoded rows; bytes a round: %,d out, %,.0f back%n",
                        count,
                        here.seconds(),
                        there.seconds(),
                        there.seconds() / here.seconds(),
                        here.processor(),
                        there.processor(),
                        there.processor() / here.processor(),
                        1e9 * there.processor() / count / PARTICLES / SimulatedRows.COLUMNS,
                        stored / encoded,
                        held / encoded,
                        counted.sent().get(),
                        back);
            }
        }
        System.out.printf(
                Locale.ROOT, "overhead of a sweep, at %d rows: %.1f ms (under 100 ms wanted)%n", TINY, 1e3 * overhead);
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
}
