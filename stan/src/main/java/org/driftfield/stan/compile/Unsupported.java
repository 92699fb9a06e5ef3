package org.driftfield.stan.compile;

/** Something in a program that the compiler leaves to the tape. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean everywhere;

    Unsupported(String what) {
        this(what, false);
    }

    /** @param everywhere whether it is the program as a whole, so that leaving a part to the tape does not help */
    Unsupported(String what, boolean everywhere) {
        super(what, null, false, false);
        this.everywhere = everywhere;
    }

    boolean everywhere() {
        return everywhere;
    }
}
