package org.driftfield.stan.compile;

/** Something in a program that the compiler leaves to the tape. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsupported(String what) {
        super(what, null, false, false);
    }
}
