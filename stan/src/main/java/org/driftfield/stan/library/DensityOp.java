package org.driftfield.stan.library;

import java.util.Arrays;

/** The sum of a scalar function over its arguments; single numbers go with every element of the others. */
public final class DensityOp implements Op {
    private static final int[] SCALAR = {};

    private final String name;
    private final Kernels.Value kernel;
    private final boolean exponential;

    /**
     * @param exponential whether the result is the exponential of the sum
     */
    public DensityOp(String name, Kernels.Value kernel, boolean exponential) {
        this.name = name;
        this.kernel = kernel;
        this.exponential = exponential;
    }

    /** The common length of the containers, -1 where all are single numbers. */
    public static int length(String name, Arg[] arguments) {
        int n = -1;
        for (Arg x : arguments) {
            if (x.dims.length > 0) {
                if (n >= 0 && x.size != n) {
                    throw new DomainException(name + ": sizes must agree, got " + n + " and " + x.size);
                }
                n = x.size;
            }
        }
        return n;
    }

    @Override
    public int[] dims(Arg[] arguments) {
        length(name, arguments);
        return SCALAR;
    }

    @Override
    public int workspace(Arg[] arguments) {
        int sum = 0;
        for (Arg x : arguments) {
            sum += x.size;
        }
        return sum;
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        int k = arguments.length;
        int n = length(name, arguments);
        n = n < 0 ? 1 : n;
        boolean differentiated = false;
        for (Arg x : arguments) {
            differentiated |= x.adjoint != null;
        }
        double[] a = new double[k];
        double[] d = differentiated ? new double[k] : null;
        if (differentiated) {
            Arrays.fill(work, workAt, workAt + workspace(arguments), 0);
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < k; j++) {
                Arg x = arguments[j];
                a[j] = x.value[x.dims.length == 0 ? x.at : x.at + i];
            }
            sum += kernel.at(a, d);
            if (differentiated) {
                int at = workAt;
                for (int j = 0; j < k; j++) {
                    Arg x = arguments[j];
                    work[x.dims.length == 0 ? at : at + i] += d[j];
                    at += x.size;
                }
            }
        }
        out.set(0, exponential ? Math.exp(sum) : sum);
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        double weight = out.adjoint[out.adjointAt] * (exponential ? out.get(0) : 1);
        int at = workAt;
        for (Arg x : arguments) {
            if (x.adjoint != null && weight != 0) {
                for (int i = 0; i < x.size; i++) {
                    x.adjoint[x.adjointAt + i] += weight * work[at + i];
                }
            }
            at += x.size;
        }
    }
}
