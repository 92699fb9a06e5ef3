package org.driftfield.stan.library;

import org.driftfield.stan.lang.Type;

/**
 * One argument of a function, or its result, as numbers in flat arrays. A matrix lies column after column; an array lies
 * element after element, the first index slowest; integers are held as doubles. Fields are public and mutable because one
 * instance is set up once and used for every evaluation.
 */
public final class Arg {
    public Type type;

    /** The sizes: those of the arrays first, then those of the vector or matrix. */
    public int[] dims;

    /** The product of {@link #dims}. */
    public int size;

    public double[] value;
    public int at;

    /** Where derivatives are added up, null for what does not depend on a parameter. */
    public double[] adjoint;

    public int adjointAt;

    public Arg(Type type) {
        this.type = type;
    }

    /** A constant that holds these numbers. */
    public static Arg constant(Type type, double[] value, int... dims) {
        Arg arg = new Arg(type);
        arg.dims = dims;
        arg.value = value;
        arg.size = value.length;
        return arg;
    }

    public double get(int i) {
        return value[at + i];
    }

    public void set(int i, double x) {
        value[at + i] = x;
    }

    /** Adds to the derivative by number i; only where {@link #adjoint} is not null. */
    public void addAdjoint(int i, double x) {
        adjoint[adjointAt + i] += x;
    }
}
