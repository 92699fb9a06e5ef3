package org.driftfield.stan.library;

import org.driftfield.random.RandomStream;

/** How a function that ends in {@code _rng} draws. */
public interface RandomOp {
    int[] dims(Arg[] arguments);

    void draw(Arg[] arguments, RandomStream random, Arg out);
}
