package org.driftfield.stan.tree;

/** One index of an indexed value. {@link One} removes its dimension, the others keep it. */
public sealed interface Subscript {
    /** {@code x[i]} with an integer. */
    record One(Expr index) implements Subscript {}

    /** {@code x[i]} with an array of integers. */
    record Many(Expr indexes) implements Subscript {}

    /**
     * {@code x[a:b]}, {@code x[a:]}, {@code x[:b]}, {@code x[:]} or {@code x[]}; empty when b is less than a.
     *
     * @param from null for the first
     * @param to null for the last
     */
    record Range(Expr from, Expr to) implements Subscript {}
}
