package org.driftfield.stan.tape;

import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Op;

/** A note on the tape: what was computed from what. */
final class Entry {
    Op op;
    Arg[] arguments;
    Arg out;
    double[] work;
    int workAt;
}
