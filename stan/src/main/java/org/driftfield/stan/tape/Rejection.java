package org.driftfield.stan.tape;

import org.driftfield.stan.tree.Position;

/** The density is zero here: {@code reject(...)}, or a value outside the domain of a function. */
public final class Rejection extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Rejection(Position at, String message) {
        super(at + ": " + message, null, false, false);
    }
}
