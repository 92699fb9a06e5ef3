package org.driftfield.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Rows in the memory of this machine; the thread that asks computes. */
public final class LocalRows<C> implements Rows<C> {
    private final List<C> chunks;
    private final long count;

    /**
     * The rows of these chunks.
     *
     * @param count how many rows they have
     */
    public LocalRows(List<C> chunks, long count) {
        this.chunks = List.copyOf(chunks);
        this.count = count;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double[] sum(Sum<? super C> what) {
        if (chunks.size() == 1) {
            // A small data set is asked millions of times: nothing is made but the sums.
            double[] sums = new double[what.width()];
            what.add(chunks.get(0), 0, sums);
            return sums;
        }
        TreeSum tree = new TreeSum(what.width(), 0);
        for (int c = 0; c < chunks.size(); c++) {
            what.add(chunks.get(c), c, tree.next());
        }
        return tree.total();
    }

    @Override
    public <T extends Serializable> List<T> map(Function<? super C, T> what) {
        List<T> out = new ArrayList<>(chunks.size());
        for (int c = 0; c < chunks.size(); c++) {
            out.add(what.apply(chunks.get(c), c));
        }
        return out;
    }

    @Override
    public <T extends Serializable> T together(Function<? super C, T> what, Both<T> both) {
        return map(what).stream().reduce(both).orElse(null);
    }

    @Override
    public boolean remote() {
        return false;
    }
}
