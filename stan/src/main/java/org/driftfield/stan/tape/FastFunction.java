package org.driftfield.stan.tape;

import java.util.function.Supplier;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Expr;

/** A function of the user's that a solver calls, in a faster form than the tape's, for one thread. */
public interface FastFunction {
    /** Makes such functions. */
    @FunctionalInterface
    interface Maker {
        /**
         * The function that is called, for arguments of these sizes and with these integers; null where there is none.
         *
         * @param active the arguments that derivatives may be wanted for
         * @param results how many numbers it must return
         */
        Supplier<FastFunction> make(Expr.HigherCall call, Arg[] arguments, boolean[] active, int results);
    }

    /** Sets the numbers of an argument: the first of those given. Does nothing for one of integers. */
    void set(int argument, double[] values);

    /** Computes the value. Throws DomainException where there is none. */
    void run(double[] out);

    /**
     * Computes the value with its derivatives.
     *
     * @param by for each argument, what takes the derivatives by it, column after column; null where they are not wanted
     * @param firstColumns for each argument, the column to begin with
     */
    void jacobian(double[] out, double[][] by, int[] firstColumns);
}
