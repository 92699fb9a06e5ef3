package org.driftfield.engine;

import java.io.Serializable;

/**
 * A sum over the chunks {@code index · 2^level … (index + 1) · 2^level - 1}, as far as there are such chunks: a node of the
 * tree along which {@link TreeSum} adds.
 */
public record Subtree(int level, long index, double[] sum) implements Serializable {
    /** The first chunk. */
    long from() {
        return index << level;
    }

    /** The chunk after the last. */
    long to() {
        return (index + 1) << level;
    }

    boolean isLeftOf(Subtree other) {
        return level == other.level && (index & 1) == 0 && other.index == index + 1;
    }
}
