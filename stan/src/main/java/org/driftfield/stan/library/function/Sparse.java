package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.Copy;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;

/** Sparse matrices as the language writes them: values, their columns, and where each row starts, all from 1. */
public final class Sparse {
    private Sparse() {}

    public static void enter(FunctionTable t) {
        if (t.wants("csr_extract_w")) {
            t.fixed("csr_extract_w", "vector", "matrix", new Copy(a -> new int[] {nonZero(a[0])}, (a, dims, sink) -> {
                int k = 0;
                for (int i = 0; i < a[0].dims[0]; i++) {
                    for (int j = 0; j < a[0].dims[1]; j++) {
                        if (a[0].get(j * a[0].dims[0] + i) != 0) {
                            sink.run(0, j * a[0].dims[0] + i, 1, k++, 1, 1);
                        }
                    }
                }
            }));
        }
        if (t.wants("csr_extract_v")) {
            t.fixed("csr_extract_v", "int[]", "matrix", new Places(true));
        }
        if (t.wants("csr_extract_u")) {
            t.fixed("csr_extract_u", "int[]", "matrix", new Places(false));
        }
        if (t.wants("csr_to_dense_matrix")) {
            t.fixed(
                    "csr_to_dense_matrix",
                    "matrix",
                    "int, int, vector, int[], int[]",
                    new Copy(
                            a -> new int[] {
                                Constructors.size("csr_to_dense_matrix", a[0]),
                                Constructors.size("csr_to_dense_matrix", a[1])
                            },
                            Sparse::scatter));
        }
        if (t.wants("csr_matrix_times_vector")) {
            t.fixed(
                    "csr_matrix_times_vector",
                    "vector",
                    "int, int, vector, int[], int[], vector",
                    new Composite(a -> new int[] {Constructors.size("csr_matrix_times_vector", a[0])}, (s, a) -> {
                        if (a[5].size != a[1].get(0)) {
                            throw new DomainException("csr_matrix_times_vector: the vector must have "
                                    + (long) a[1].get(0) + " elements, got " + a[5].size);
                        }
                        return s.apply(new Product(), Type.VECTOR, a);
                    }));
        }
    }

    private static int nonZero(Arg x) {
        int count = 0;
        for (int i = 0; i < x.size; i++) {
            count += x.get(i) != 0 ? 1 : 0;
        }
        return count;
    }

    /** Each stored value with its row and column. */
    private interface Entry {
        void at(int k, int row, int column);
    }

    private static void entries(Arg[] a, Entry entry) {
        int rows = (int) a[0].get(0);
        Arg v = a[3];
        Arg u = a[4];
        if (u.size != rows + 1 || v.size != a[2].size) {
            throw new DomainException("csr: there must be " + (rows + 1) + " row starts and as many columns as values, "
                    + a[2].size + ", got " + u.size + " and " + v.size);
        }
        for (int i = 0; i < rows; i++) {
            for (int k = (int) u.get(i) - 1; k < u.get(i + 1) - 1; k++) {
                if (k < 0 || k >= v.size) {
                    throw new DomainException(
                            "csr: row starts must be between 1 and " + (v.size + 1) + ", got " + (k + 1));
                }
                entry.at(k, i, Slices.index("csr", v.get(k), (int) a[1].get(0)));
            }
        }
    }

    private static void scatter(Arg[] a, int[] dims, Copy.Sink sink) {
        entries(a, (k, row, column) -> sink.run(2, k, 1, column * dims[0] + row, 1, 1));
    }

    private record Places(boolean columns) implements Op {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {columns ? nonZero(a[0]) : a[0].dims[0] + 1};
        }

        @Override
        public void forward(Arg[] a, Arg out, double[] work, int workAt) {
            int k = 0;
            for (int i = 0; i < a[0].dims[0]; i++) {
                if (!columns) {
                    out.set(i, k + 1);
                }
                for (int j = 0; j < a[0].dims[1]; j++) {
                    if (a[0].get(j * a[0].dims[0] + i) != 0) {
                        if (columns) {
                            out.set(k, j + 1);
                        }
                        k++;
                    }
                }
            }
            if (!columns) {
                out.set(a[0].dims[0], k + 1);
            }
        }

        @Override
        public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
            // Integers have no derivative.
        }
    }

    private record Product() implements Op {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {(int) a[0].get(0)};
        }

        @Override
        public void forward(Arg[] a, Arg out, double[] work, int workAt) {
            java.util.Arrays.fill(out.value, out.at, out.at + out.size, 0);
            entries(a, (k, row, column) -> out.value[out.at + row] += a[2].get(k) * a[5].get(column));
        }

        @Override
        public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
            entries(a, (k, row, column) -> {
                double weight = out.adjoint[out.adjointAt + row];
                if (a[2].adjoint != null) {
                    a[2].addAdjoint(k, weight * a[5].get(column));
                }
                if (a[5].adjoint != null) {
                    a[5].addAdjoint(column, weight * a[2].get(k));
                }
            });
        }
    }
}
