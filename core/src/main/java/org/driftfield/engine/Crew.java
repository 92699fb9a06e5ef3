package org.driftfield.engine;

import java.io.Serializable;
import java.util.List;

/** Other processes, which carry out pieces of work that do not depend on each other. */
public interface Crew {
    /** Brings something that all pieces of some work need to each process, once. */
    <S extends Serializable> Job<S> with(S shared);

    /**
     * Work with something that every process has.
     *
     * @param <S> what they have
     */
    interface Job<S extends Serializable> extends AutoCloseable {
        /** What comes of each piece, in their order. */
        <I extends Serializable, O extends Serializable> List<O> each(List<I> pieces, Work<S, I, O> what);

        @Override
        void close();
    }

    /** What is done with a piece. */
    @FunctionalInterface
    interface Work<S, I, O> extends Serializable {
        O on(S shared, I piece);
    }
}
