package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Split;
import org.driftfield.random.StreamKeys;

/** The rows in parts that stand aside in turn: the validation rows are the first, the training rows make the others. */
final class Parts {
    static final int COUNT = 5;

    private Parts() {}

    /** Rows that stand aside, and all others. */
    record Part(EncodedRows aside, EncodedRows rest) {}

    /** @param k from 1 on */
    static Part of(EncodedRows train, EncodedRows validation, int k, long seed) {
        int n = train.count();
        int[] order = Split.shuffled(n, seed ^ StreamKeys.Order.PARTS);
        int from = (int) ((k - 1L) * n / (COUNT - 1));
        int to = (int) ((long) k * n / (COUNT - 1));
        int[] out = Arrays.copyOfRange(order, from, to);
        int[] in = Arrays.copyOf(order, n - out.length);
        System.arraycopy(order, to, in, from, n - to);
        Arrays.sort(out);
        Arrays.sort(in);
        return new Part(train.some(out), train.some(in).and(validation));
    }
}
