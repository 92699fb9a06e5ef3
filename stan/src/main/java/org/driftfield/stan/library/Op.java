package org.driftfield.stan.library;

/**
 * How a function is computed and differentiated, for arguments whose types are known. Stateless: threads share it. Whether an
 * argument has an adjoint is settled before {@link #forward}, which may compute derivatives on the way.
 */
public interface Op {
    /** The sizes of the result; may read the values of integer arguments. Throws DomainException where sizes do not agree. */
    int[] dims(Arg[] arguments);

    /** How many numbers {@link #forward} wants to leave for {@link #reverse}. */
    default int workspace(Arg[] arguments) {
        return 0;
    }

    /** Computes the result into {@code out}, whose sizes and place are set. Throws DomainException for values outside. */
    void forward(Arg[] arguments, Arg out, double[] work, int workAt);

    /** Adds, for each argument that has an adjoint, its derivative times the adjoint of {@code out}. */
    void reverse(Arg[] arguments, Arg out, double[] work, int workAt);
}
