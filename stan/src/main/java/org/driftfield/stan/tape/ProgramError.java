package org.driftfield.stan.tape;

import org.driftfield.stan.tree.Position;

/** The program can't be run: an index out of range, sizes that do not agree. Not a value that a sampler may step back from. */
public final class ProgramError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProgramError(Position at, String message) {
        this(at + ": " + message);
    }

    ProgramError(String message) {
        super(message, null, false, false);
    }

    /** A rejection where there is nothing to step back to. */
    ProgramError(Rejection rejection) {
        this(rejection.getMessage());
    }
}
