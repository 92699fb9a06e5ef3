package org.driftfield.engine;

import java.io.Serializable;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The rows of a data set, wherever they are, in chunks of {@link #CHUNK} in their order; the last may be shorter. What is to
 * be computed goes to the rows and comes back as sums over all of them, added along the tree of {@link TreeSum}: so that the
 * bits depend neither on threads nor on which machine holds which chunks.
 *
 * @param <C> a chunk of rows
 */
public interface Rows<C> {
    /** The rows of a chunk. Part of the arithmetic: another number gives other last digits. */
    int CHUNK = 4096;

    /** The number of rows. */
    long count();

    /** The sums over all rows. */
    double[] sum(Sum<? super C> what);

    /** What a function says of each chunk, in order. */
    <T extends Serializable> List<T> map(Function<? super C, T> what);

    /**
     * What a function says of all chunks together; null where there are none.
     *
     * @param both what two say together, in whatever order
     */
    <T extends Serializable> T together(Function<? super C, T> what, Both<T> both);

    /**
     * Whether a call has a price of its own, whatever it computes, so that the whole of a cloud should be given at once; else
     * it runs on the thread that calls, and several threads call at a time.
     */
    boolean remote();

    /** Sums over the rows of a chunk: a value that can be shipped to where the rows are. */
    interface Sum<C> extends Serializable {
        /** How many sums there are. */
        int width();

        /**
         * Adds those of one chunk.
         *
         * @param number which chunk it is, counted from 0
         * @param sums zeros on entry
         */
        void add(C chunk, long number, double[] sums);
    }

    /** Something else that is told of a chunk. */
    @FunctionalInterface
    interface Function<C, T extends Serializable> extends Serializable {
        T apply(C chunk, long number);
    }

    /** Two of a kind make one. */
    @FunctionalInterface
    interface Both<T> extends BinaryOperator<T>, Serializable {}

    /** How many chunks so many rows make. */
    static long chunks(long rows) {
        return (rows + CHUNK - 1) / CHUNK;
    }
}
