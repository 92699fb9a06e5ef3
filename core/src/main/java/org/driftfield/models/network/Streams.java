package org.driftfield.models.network;

/** Which random stream is for what; the stream's key has the iteration and the particle besides. */
final class Streams {
    static final int START = 0;
    static final int MINIBATCH = 1;
    static final int MOVE = 2;

    private Streams() {}
}
