package org.driftfield.spark.rows;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.driftfield.engine.Rows;
import org.driftfield.engine.Subtree;
import org.driftfield.engine.TreeSum;
import scala.Tuple2;

/**
 * Rows in the memory of executors, on their disks where that is short. A sum is one job: what is to be computed goes out with
 * the tasks, each partition returns the sums of the largest subtrees it holds, and the driver adds the rest along the same
 * tree as everywhere.
 */
public final class SparkRows<C extends Serializable> implements Rows<C>, AutoCloseable {
    private final JavaRDD<C> chunks;
    private final Cut cut;
    private final long count;
    private final AtomicLong rounds;

    /**
     * The rows of these chunks, of which partition p holds those of part p of the cut, in order.
     *
     * @param count how many rows they have
     * @param rounds counts the jobs
     */
    SparkRows(JavaRDD<C> chunks, Cut cut, long count, AtomicLong rounds) {
        this.chunks = chunks.persist(StorageLevel.MEMORY_AND_DISK());
        this.cut = cut;
        this.count = count;
        this.rounds = rounds;
    }

    /** Brings the rows into the memory of executors now. */
    void lay() {
        rounds.incrementAndGet();
        Faults.clear(chunks::count);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double[] sum(Sum<? super C> what) {
        rounds.incrementAndGet();
        Cut parts = cut;
        List<Subtree> subtrees = Faults.clear(() -> chunks.mapPartitionsWithIndex(
                        (part, own) -> subtrees(what, parts.from(part), own), true)
                .collect());
        return TreeSum.total(what.width(), cut.chunks(), subtrees);
    }

    private static <C> Iterator<Subtree> subtrees(Sum<? super C> what, long first, Iterator<C> own) {
        TreeSum tree = new TreeSum(what.width(), first);
        for (long number = first; own.hasNext(); number++) {
            what.add(own.next(), number, tree.next());
        }
        return tree.subtrees().iterator();
    }

    @Override
    public <T extends Serializable> List<T> map(Function<? super C, T> what) {
        rounds.incrementAndGet();
        Cut parts = cut;
        List<Tuple2<Long, T>> all = Faults.clear(() -> chunks.mapPartitionsWithIndex(
                        (part, own) -> {
                            List<Tuple2<Long, T>> out = new ArrayList<>();
                            for (long number = parts.from(part); own.hasNext(); number++) {
                                out.add(new Tuple2<>(number, what.apply(own.next(), number)));
                            }
                            return out.iterator();
                        },
                        true)
                .collect());
        List<T> values = new ArrayList<>(all.size());
        all.forEach(one -> values.add(one._2()));
        return values;
    }

    @Override
    public <T extends Serializable> T together(Function<? super C, T> what, Both<T> both) {
        rounds.incrementAndGet();
        Cut parts = cut;
        return Faults.clear(() -> chunks
                .mapPartitionsWithIndex(
                        (part, own) -> {
                            T all = null;
                            for (long number = parts.from(part); own.hasNext(); number++) {
                                T one = what.apply(own.next(), number);
                                all = all == null ? one : both.apply(all, one);
                            }
                            return all == null
                                    ? Collections.<T>emptyIterator()
                                    : List.of(all).iterator();
                        },
                        true)
                .collect()
                .stream()
                .reduce(both)
                .orElse(null));
    }

    @Override
    public boolean remote() {
        return true;
    }

    @Override
    public void close() {
        chunks.unpersist(false);
    }
}
