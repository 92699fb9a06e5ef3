package org.driftfield.stan.library;

import java.util.Arrays;
import org.driftfield.stan.math.Check;

/** A function of one matrix: its value, and the adjoint of the argument from that of the result. */
public abstract class MatrixOp implements Op {
    private final String name;

    public MatrixOp(String name) {
        this.name = name;
    }

    /** The value of a matrix with n rows and m columns. */
    public abstract double[] value(double[] a, int n, int m);

    /** The adjoint of a, given the result and its adjoint. */
    public abstract double[] pull(double[] a, int n, int m, double[] value, double[] weight);

    @Override
    public int[] dims(Arg[] arguments) {
        return square(name, arguments[0]);
    }

    /** The sizes, which must be equal. */
    public static int[] square(String name, Arg x) {
        if (x.dims[0] != x.dims[1]) {
            throw new DomainException(
                    name + ": matrix must be square, got " + x.dims[0] + " rows and " + x.dims[1] + " columns");
        }
        return x.dims;
    }

    public static double[] numbers(Arg x) {
        return Arrays.copyOfRange(x.value, x.at, x.at + x.size);
    }

    public static void symmetric(String name, double[] a, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = j + 1; i < n; i++) {
                double gap = Math.abs(a[j * n + i] - a[i * n + j]);
                if (!(gap <= 1e-8 * (1 + Math.abs(a[j * n + i])))) {
                    throw new DomainException(name + ": matrix must be symmetric, but element [" + (i + 1) + ","
                            + (j + 1)
                            + "] is " + Check.number(a[j * n + i]) + " and [" + (j + 1) + "," + (i + 1) + "] is "
                            + Check.number(a[i * n + j]));
                }
            }
        }
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        double[] value = value(numbers(x), x.dims[0], x.dims[1]);
        System.arraycopy(value, 0, out.value, out.at, out.size);
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        if (x.adjoint != null && x.size > 0) {
            double[] weight = Arrays.copyOfRange(out.adjoint, out.adjointAt, out.adjointAt + out.size);
            add(x, pull(numbers(x), x.dims[0], x.dims[1], numbers(out), weight));
        }
    }

    public static void add(Arg x, double[] adjoint) {
        for (int i = 0; i < x.size; i++) {
            x.adjoint[x.adjointAt + i] += adjoint[i];
        }
    }
}
