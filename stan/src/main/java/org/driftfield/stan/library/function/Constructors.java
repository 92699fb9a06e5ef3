package org.driftfield.stan.library.function;

import java.util.function.IntBinaryOperator;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Copy;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;

/** Containers from numbers and sizes. */
public final class Constructors {
    private Constructors() {}

    public static void enter(FunctionTable t) {
        if (t.wants("rep_vector")) {
            t.fixed("rep_vector", "vector", "real, int", repeat("rep_vector", 1));
        }
        if (t.wants("rep_row_vector")) {
            t.fixed("rep_row_vector", "row_vector", "real, int", repeat("rep_row_vector", 1));
        }
        if (t.wants("rep_matrix")) {
            t.fixed("rep_matrix", "matrix", "real, int, int", repeat("rep_matrix", 2));
        }
        if (t.wants("rep_matrix")) {
            t.fixed(
                    "rep_matrix",
                    "matrix",
                    "vector, int",
                    new Copy(a -> new int[] {a[0].size, size("rep_matrix", a[1])}, (a, dims, sink) -> {
                        for (int j = 0; j < dims[1]; j++) {
                            sink.run(0, 0, 1, j * dims[0], 1, dims[0]);
                        }
                    }));
        }
        if (t.wants("rep_matrix")) {
            t.fixed(
                    "rep_matrix",
                    "matrix",
                    "row_vector, int",
                    new Copy(a -> new int[] {size("rep_matrix", a[1]), a[0].size}, (a, dims, sink) -> {
                        for (int j = 0; j < dims[1]; j++) {
                            sink.run(0, j, 0, j * dims[0], 1, dims[0]);
                        }
                    }));
        }
        if (t.wants("rep_array")) {
            t.fixed("rep_array", "1[]", "any, int", repeat("rep_array", 1));
        }
        if (t.wants("rep_array")) {
            t.fixed("rep_array", "1[,]", "any, int, int", repeat("rep_array", 2));
        }
        if (t.wants("rep_array")) {
            t.fixed("rep_array", "1[,,]", "any, int, int, int", repeat("rep_array", 3));
        }
        line(t, "zeros", (n, i) -> 0);
        line(t, "ones", (n, i) -> 1);
        if (t.wants("identity_matrix")) {
            t.fixed(
                    "identity_matrix",
                    "matrix",
                    "int",
                    filled(a -> square("identity_matrix", a), (n, i) -> i % (n + 1) == 0 ? 1 : 0));
        }
        if (t.wants("uniform_simplex")) {
            t.fixed("uniform_simplex", "vector", "int", new Filled("uniform_simplex") {
                @Override
                double at(Arg[] arguments, int n, int i) {
                    return 1.0 / n;
                }
            });
        }
        for (String kind : new String[] {"vector", "row_vector", "array"}) {
            if (t.wants("one_hot_" + kind)) {
                t.fixed(
                        "one_hot_" + kind,
                        kind.equals("array") ? "real[]" : kind,
                        "int, int",
                        new Filled("one_hot_" + kind) {
                            @Override
                            double at(Arg[] arguments, int n, int i) {
                                Slices.index("one_hot_" + kind, arguments[1].get(0), n);
                                return i + 1 == arguments[1].get(0) ? 1 : 0;
                            }
                        });
            }
            if (t.wants("linspaced_" + kind)) {
                t.fixed(
                        "linspaced_" + kind,
                        kind.equals("array") ? "real[]" : kind,
                        "int, real, real",
                        new Filled("linspaced_" + kind) {
                            @Override
                            double at(Arg[] arguments, int n, int i) {
                                double low = arguments[1].get(0);
                                double high = arguments[2].get(0);
                                return i == n - 1 ? high : low + i * (high - low) / (n - 1);
                            }

                            @Override
                            public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
                                for (int i = 0; i < out.size; i++) {
                                    double share = out.size == 1 ? 1 : i / (out.size - 1.0);
                                    double weight = out.adjoint[out.adjointAt + i];
                                    if (arguments[1].adjoint != null) {
                                        arguments[1].addAdjoint(0, weight * (1 - share));
                                    }
                                    if (arguments[2].adjoint != null) {
                                        arguments[2].addAdjoint(0, weight * share);
                                    }
                                }
                            }
                        });
            }
        }
        if (t.wants("one_hot_int_array")) {
            t.fixed("one_hot_int_array", "int[]", "int, int", new Filled("one_hot_int_array") {
                @Override
                double at(Arg[] arguments, int n, int i) {
                    Slices.index("one_hot_int_array", arguments[1].get(0), n);
                    return i + 1 == arguments[1].get(0) ? 1 : 0;
                }
            });
        }
        if (t.wants("linspaced_int_array")) {
            t.fixed("linspaced_int_array", "int[]", "int, int, int", new Filled("linspaced_int_array") {
                @Override
                double at(Arg[] arguments, int n, int i) {
                    double low = arguments[1].get(0);
                    double high = arguments[2].get(0);
                    double span = high - low;
                    // Steps of an integer: what does not divide evenly is left at the end.
                    double step = n > 1 ? span >= n - 1 ? Math.floor(span / (n - 1)) : span / (n - 1) : 0;
                    return n == 1 ? high : Math.floor(low + i * step);
                }
            });
        }
    }

    /** A size from an argument. */
    static int size(String name, Arg n) {
        double size = n.get(0);
        if (size < 0) {
            throw new DomainException(name + ": a size must be nonnegative, got " + (long) size);
        }
        return (int) size;
    }

    private static int[] square(String name, Arg[] a) {
        int n = size(name, a[0]);
        return new int[] {n, n};
    }

    private static Op repeat(String name, int levels) {
        return new Copy(
                a -> {
                    int[] dims = new int[levels + a[0].dims.length];
                    for (int i = 0; i < levels; i++) {
                        dims[i] = size(name, a[i + 1]);
                    }
                    System.arraycopy(a[0].dims, 0, dims, levels, a[0].dims.length);
                    return dims;
                },
                (a, dims, sink) -> {
                    int copies = 1;
                    for (int i = 0; i < levels; i++) {
                        copies *= dims[i];
                    }
                    int size = a[0].size;
                    if (size == 1) {
                        sink.run(0, 0, 0, 0, 1, copies);
                    } else {
                        for (int i = 0; i < copies; i++) {
                            sink.run(0, 0, 1, i * size, 1, size);
                        }
                    }
                });
    }

    private static void line(FunctionTable t, String name, IntBinaryOperator at) {
        if (t.wants(name + "_vector")) {
            t.fixed(name + "_vector", "vector", "int", filled(a -> new int[] {size(name + "_vector", a[0])}, at));
        }
        if (t.wants(name + "_row_vector")) {
            t.fixed(
                    name + "_row_vector",
                    "row_vector",
                    "int",
                    filled(a -> new int[] {size(name + "_row_vector", a[0])}, at));
        }
        if (t.wants(name + "_array")) {
            t.fixed(name + "_array", "real[]", "int", filled(a -> new int[] {size(name + "_array", a[0])}, at));
        }
        if (t.wants(name + "_int_array")) {
            t.fixed(name + "_int_array", "int[]", "int", filled(a -> new int[] {size(name + "_int_array", a[0])}, at));
        }
    }

    /** Constants by size and place. */
    private static Op filled(Copy.Dims dims, IntBinaryOperator at) {
        return new Filled("") {
            @Override
            public int[] dims(Arg[] arguments) {
                return dims.of(arguments);
            }

            @Override
            double at(Arg[] arguments, int n, int i) {
                return at.applyAsInt(n, i);
            }
        };
    }

    /** A container without derivatives, number by number; its size is the first argument. */
    private abstract static class Filled implements Op {
        private final String name;

        Filled(String name) {
            this.name = name;
        }

        abstract double at(Arg[] arguments, int n, int i);

        @Override
        public int[] dims(Arg[] arguments) {
            return new int[] {size(name, arguments[0])};
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            int n = out.dims[0];
            for (int i = 0; i < out.size; i++) {
                out.set(i, at(arguments, n, i));
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            // Made of constants.
        }
    }
}
