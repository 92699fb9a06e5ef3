package org.driftfield.stan.library;

/** A value outside the domain of a function: the density is zero there, or, in transformed data, the program ends. */
public final class DomainException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a stack trace: samplers meet these by the thousand. */
    public DomainException(String message) {
        super(message, null, false, false);
    }
}
