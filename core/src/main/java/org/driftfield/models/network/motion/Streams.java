package org.driftfield.models.network.motion;

/** Which random stream is for what; the stream's key has the iteration and the particle besides. */
public final class Streams {
    public static final int START = 0;
    static final int MINIBATCH = 1;
    public static final int MOVE = 2;
    private static final int USES = 3;

    private Streams() {}

    /** The key of one use by one group of particles. */
    static int of(int use, int group) {
        return group * USES + use;
    }
}
