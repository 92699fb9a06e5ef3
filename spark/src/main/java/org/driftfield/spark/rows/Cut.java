package org.driftfield.spark.rows;

import java.io.Serializable;

/**
 * Numbered chunks in parts that follow each other. The parts begin at multiples of a power of two, about a quarter of a part,
 * so that a part is a few subtrees of the tree of sums, however many rows there are.
 *
 * @param chunks how many chunks
 * @param parts how many parts; some may be empty
 */
record Cut(long chunks, int parts) implements Serializable {
    private long unit() {
        long each = chunks / parts;
        return each < 8 ? 1 : Long.highestOneBit(each) / 4;
    }

    /** The first chunk of a part; of the part after the last, the number of chunks. */
    long from(int part) {
        long unit = unit();
        long units = (chunks + unit - 1) / unit;
        return Math.min(chunks, units * part / parts * unit);
    }

    /** The part that holds a chunk. */
    int of(long chunk) {
        int low = 0;
        int high = parts - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (from(middle) <= chunk) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
