package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.Copy;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.Rule;

/** Parts of containers, containers put together, and containers of another type with the same numbers. */
public final class Slices {
    private static final String LINE = "vector|row_vector";
    private static final String[] LINES = {LINE, "any[]"};

    private Slices() {}

    public static void enter(FunctionTable t) {
        parts(t);
        matrices(t);
        appends(t);
        conversions(t);
    }

    /** An index from 1 to n as one from 0. */
    static int index(String name, double i, int n) {
        if (!(i >= 1 && i <= n)) {
            throw new DomainException(name + ": index must be between 1 and " + n + ", got " + (long) i);
        }
        return (int) i - 1;
    }

    private static int count(String name, double count, int most) {
        if (!(count >= 0 && count <= most)) {
            throw new DomainException(name + ": size must be between 0 and " + most + ", got " + (long) count);
        }
        return (int) count;
    }

    /** The sizes with another first one. */
    private static int[] resized(Arg x, int n) {
        int[] dims = x.dims.clone();
        dims[0] = n;
        return dims;
    }

    /** How many numbers one element of the outermost dimension has. */
    private static int stride(Arg x) {
        int stride = 1;
        for (int i = 1; i < x.dims.length; i++) {
            stride *= x.dims[i];
        }
        return stride;
    }

    private static void parts(FunctionTable t) {
        for (String line : LINES) {
            if (t.wants("head")) {
                t.fixed(
                        "head",
                        "1",
                        line + ", int",
                        new Copy(
                                a -> resized(a[0], count("head", a[1].get(0), a[0].dims[0])),
                                (a, dims, sink) -> sink.run(0, 0, 1, 0, 1, dims[0] * stride(a[0]))));
            }
            if (t.wants("tail")) {
                t.fixed(
                        "tail",
                        "1",
                        line + ", int",
                        new Copy(
                                a -> resized(a[0], count("tail", a[1].get(0), a[0].dims[0])),
                                (a, dims, sink) -> sink.run(
                                        0, (a[0].dims[0] - dims[0]) * stride(a[0]), 1, 0, 1, dims[0] * stride(a[0]))));
            }
            if (t.wants("segment")) {
                t.fixed(
                        "segment",
                        "1",
                        line + ", int, int",
                        new Copy(
                                a -> {
                                    int n = (int) a[2].get(0);
                                    if (n > 0) {
                                        index("segment", a[1].get(0), a[0].dims[0]);
                                        index("segment", a[1].get(0) + n - 1, a[0].dims[0]);
                                    }
                                    return resized(a[0], count("segment", n, a[0].dims[0]));
                                },
                                (a, dims, sink) -> sink.run(
                                        0, ((int) a[1].get(0) - 1) * stride(a[0]), 1, 0, 1, dims[0] * stride(a[0]))));
            }
            if (t.wants("reverse")) {
                t.fixed("reverse", "1", line, new Copy(a -> a[0].dims, (a, dims, sink) -> {
                    int stride = stride(a[0]);
                    if (stride == 1) {
                        sink.run(0, dims[0] - 1, -1, 0, 1, dims[0]);
                    } else {
                        for (int i = 0; i < dims[0]; i++) {
                            sink.run(0, (dims[0] - 1 - i) * stride, 1, i * stride, 1, stride);
                        }
                    }
                }));
            }
        }
    }

    private static void matrices(FunctionTable t) {
        if (t.wants("row")) {
            t.fixed(
                    "row",
                    "row_vector",
                    "matrix, int",
                    new Copy(
                            a -> new int[] {a[0].dims[1]},
                            (a, dims, sink) ->
                                    sink.run(0, index("row", a[1].get(0), a[0].dims[0]), a[0].dims[0], 0, 1, dims[0])));
        }
        if (t.wants("col")) {
            t.fixed(
                    "col",
                    "vector",
                    "matrix, int",
                    new Copy(
                            a -> new int[] {a[0].dims[0]},
                            (a, dims, sink) ->
                                    sink.run(0, index("col", a[1].get(0), a[0].dims[1]) * dims[0], 1, 0, 1, dims[0])));
        }
        if (t.wants("sub_row")) {
            t.fixed(
                    "sub_row",
                    "row_vector",
                    "matrix, int, int, int",
                    new Copy(a -> new int[] {span("sub_row", a, 2, 3, 1)}, (a, dims, sink) -> {
                        int rows = a[0].dims[0];
                        int i = index("sub_row", a[1].get(0), rows);
                        sink.run(0, i + ((int) a[2].get(0) - 1) * rows, rows, 0, 1, dims[0]);
                    }));
        }
        if (t.wants("sub_col")) {
            t.fixed(
                    "sub_col",
                    "vector",
                    "matrix, int, int, int",
                    new Copy(a -> new int[] {span("sub_col", a, 1, 3, 0)}, (a, dims, sink) -> {
                        int j = index("sub_col", a[2].get(0), a[0].dims[1]);
                        sink.run(0, j * a[0].dims[0] + (int) a[1].get(0) - 1, 1, 0, 1, dims[0]);
                    }));
        }
        if (t.wants("block")) {
            t.fixed(
                    "block",
                    "matrix",
                    "matrix, int, int, int, int",
                    new Copy(a -> new int[] {span("block", a, 1, 3, 0), span("block", a, 2, 4, 1)}, (a, dims, sink) -> {
                        int rows = a[0].dims[0];
                        for (int j = 0; j < dims[1]; j++) {
                            int from = ((int) a[2].get(0) - 1 + j) * rows + (int) a[1].get(0) - 1;
                            sink.run(0, from, 1, j * dims[0], 1, dims[0]);
                        }
                    }));
        }
        if (t.wants("diagonal")) {
            t.fixed(
                    "diagonal",
                    "vector",
                    "matrix",
                    new Copy(
                            a -> new int[] {Math.min(a[0].dims[0], a[0].dims[1])},
                            (a, dims, sink) -> sink.run(0, 0, a[0].dims[0] + 1, 0, 1, dims[0])));
        }
        if (t.wants("diag_matrix")) {
            t.fixed(
                    "diag_matrix",
                    "matrix",
                    LINE,
                    new Copy(
                            a -> new int[] {a[0].size, a[0].size},
                            (a, dims, sink) -> sink.run(0, 0, 1, 0, dims[0] + 1, dims[0])));
        }
        if (t.wants("symmetrize_from_lower_tri")) {
            t.fixed("symmetrize_from_lower_tri", "matrix", "matrix", new Copy(a -> a[0].dims, (a, dims, sink) -> {
                int n = dims[0];
                for (int j = 0; j < n; j++) {
                    sink.run(0, j * n + j, 1, j * n + j, 1, n - j);
                    sink.run(0, j * n + j + 1, 1, (j + 1) * n + j, n, n - j - 1);
                }
            }));
        }
    }

    /** The length of a part of a matrix, checked. */
    private static int span(String name, Arg[] a, int start, int length, int side) {
        int n = (int) a[length].get(0);
        if (n > 0) {
            index(name, a[start].get(0), a[0].dims[side]);
            index(name, a[start].get(0) + n - 1, a[0].dims[side]);
        }
        return count(name, n, a[0].dims[side]);
    }

    private static void appends(FunctionTable t) {
        Op rows = new Copy(Slices::stackedRows, (a, dims, sink) -> {
            int top = Slices.rows(a[0]);
            int bottom = Slices.rows(a[1]);
            int columns = dims.length == 2 ? dims[1] : 1;
            for (int j = 0; j < columns; j++) {
                sink.run(0, j * top, 1, j * (top + bottom), 1, top);
                sink.run(1, j * bottom, 1, j * (top + bottom) + top, 1, bottom);
            }
        });
        Op columns = new Copy(Slices::stackedColumns, (a, dims, sink) -> {
            sink.run(0, 0, 1, 0, 1, a[0].size);
            sink.run(1, 0, 1, a[0].size, 1, a[1].size);
        });
        if (t.wants("append_row")) {
            t.fixed("append_row", "matrix", "matrix|row_vector, matrix|row_vector", rows);
        }
        if (t.wants("append_row")) {
            t.fixed("append_row", "vector", "vector, vector|real", rows);
        }
        if (t.wants("append_row")) {
            t.fixed("append_row", "vector", "real, vector", rows);
        }
        if (t.wants("append_col")) {
            t.fixed("append_col", "matrix", "matrix|vector, matrix|vector", columns);
        }
        if (t.wants("append_col")) {
            t.fixed("append_col", "row_vector", "row_vector, row_vector|real", columns);
        }
        if (t.wants("append_col")) {
            t.fixed("append_col", "row_vector", "real, row_vector", columns);
        }
        if (t.wants("append_array")) {
            t.add(
                    "append_array",
                    new AppendArray(new Copy(
                            a -> {
                                for (int i = 1; i < a[0].dims.length; i++) {
                                    if (a[0].dims[i] != a[1].dims[i] && a[0].dims[0] > 0 && a[1].dims[0] > 0) {
                                        throw new DomainException(
                                                "append_array: elements must have the same sizes, got "
                                                        + BinaryOp.words(a[0]) + " and " + BinaryOp.words(a[1]));
                                    }
                                }
                                return resized(a[0].dims[0] > 0 ? a[0] : a[1], a[0].dims[0] + a[1].dims[0]);
                            },
                            (a, dims, sink) -> {
                                sink.run(0, 0, 1, 0, 1, a[0].size);
                                sink.run(1, 0, 1, a[0].size, 1, a[1].size);
                            })));
        }
    }

    /** Two arrays of one type. */
    private record AppendArray(Op op) implements Rule {
        @Override
        public Library.Resolved match(String name, java.util.List<Type> arguments) {
            if (arguments.size() != 2 || arguments.get(0).arrays() == 0) {
                return null;
            }
            Type a = arguments.get(0);
            Type b = arguments.get(1);
            Type type = a.equals(b) ? a : Rule.real(a);
            return type.equals(b) || type.equals(Rule.real(b))
                    ? new Library.Resolved(name, java.util.List.of(type, type), type, op, null)
                    : null;
        }

        @Override
        public java.util.List<String> signatures(String name) {
            return java.util.List.of(name + "(any array, an array of the same type)");
        }
    }

    static int rows(Arg x) {
        return x.type.base() == Type.Base.ROW_VECTOR ? 1 : x.dims.length == 0 ? 1 : x.dims[0];
    }

    static int columns(Arg x) {
        return x.type.base() == Type.Base.ROW_VECTOR ? x.size : x.dims.length < 2 ? 1 : x.dims[1];
    }

    private static int[] stackedRows(Arg[] a) {
        if (columns(a[0]) != columns(a[1])) {
            throw new DomainException(
                    "append_row: columns must agree, got " + BinaryOp.words(a[0]) + " and " + BinaryOp.words(a[1]));
        }
        int n = rows(a[0]) + rows(a[1]);
        boolean matrix = a[0].dims.length == 2 || a[1].dims.length == 2 || a[0].type.equals(Type.ROW_VECTOR);
        return matrix ? new int[] {n, columns(a[0])} : new int[] {n};
    }

    private static int[] stackedColumns(Arg[] a) {
        if (rows(a[0]) != rows(a[1])) {
            throw new DomainException(
                    "append_col: rows must agree, got " + BinaryOp.words(a[0]) + " and " + BinaryOp.words(a[1]));
        }
        int n = columns(a[0]) + columns(a[1]);
        boolean matrix = a[0].dims.length == 2 || a[1].dims.length == 2 || a[0].type.equals(Type.VECTOR);
        return matrix ? new int[] {rows(a[0]), n} : new int[] {n};
    }

    private static void conversions(FunctionTable t) {
        Op flat = new Copy(a -> new int[] {a[0].size}, (a, dims, sink) -> sink.run(0, 0, 1, 0, 1, dims[0]));
        String numbers = "vector|row_vector|matrix|real[]";
        if (t.wants("to_vector")) {
            t.fixed("to_vector", "vector", numbers, flat);
        }
        if (t.wants("to_row_vector")) {
            t.fixed("to_row_vector", "row_vector", numbers, flat);
        }
        if (t.wants("to_array_1d")) {
            t.fixed("to_array_1d", "real[]", "vector|row_vector|matrix", flat);
        }
        if (t.wants("to_array_1d")) {
            t.add("to_array_1d", new FlatArray(flat));
        }
        Op transposed = new Copy(a -> a[0].dims, (a, dims, sink) -> {
            for (int i = 0; i < dims[0]; i++) {
                sink.run(0, i, dims[0], i * dims[1], 1, dims[1]);
            }
        });
        if (t.wants("to_array_2d")) {
            t.fixed("to_array_2d", "real[,]", "matrix", transposed);
        }
        if (t.wants("to_matrix")) {
            t.fixed(
                    "to_matrix",
                    "matrix",
                    "matrix",
                    new Copy(a -> a[0].dims, (a, dims, sink) -> sink.run(0, 0, 1, 0, 1, a[0].size)));
        }
        if (t.wants("to_matrix")) {
            t.fixed(
                    "to_matrix",
                    "matrix",
                    "vector",
                    new Copy(a -> new int[] {a[0].size, 1}, (a, dims, sink) -> sink.run(0, 0, 1, 0, 1, a[0].size)));
        }
        if (t.wants("to_matrix")) {
            t.fixed(
                    "to_matrix",
                    "matrix",
                    "row_vector",
                    new Copy(a -> new int[] {1, a[0].size}, (a, dims, sink) -> sink.run(0, 0, 1, 0, 1, a[0].size)));
        }
        if (t.wants("to_matrix")) {
            t.fixed("to_matrix", "matrix", "real[,]|row_vector[]", new Copy(a -> a[0].dims, (a, dims, sink) -> {
                for (int i = 0; i < dims[0]; i++) {
                    sink.run(0, i * dims[1], 1, i, dims[0], dims[1]);
                }
            }));
        }
        Op reshaped = new Copy(Slices::reshape, (a, dims, sink) -> {
            if (a.length == 4 && a[3].get(0) == 0) {
                for (int i = 0; i < dims[0]; i++) {
                    sink.run(0, i * dims[1], 1, i, dims[0], dims[1]);
                }
            } else {
                sink.run(0, 0, 1, 0, 1, a[0].size);
            }
        });
        if (t.wants("to_matrix")) {
            t.fixed("to_matrix", "matrix", numbers + ", int, int", reshaped);
        }
        if (t.wants("to_matrix")) {
            t.fixed("to_matrix", "matrix", numbers + ", int, int, int", reshaped);
        }
    }

    private static int[] reshape(Arg[] a) {
        double m = a[1].get(0);
        double n = a[2].get(0);
        if (m < 0 || n < 0 || m * n != a[0].size) {
            throw new DomainException(
                    "to_matrix: rows times columns must be " + a[0].size + ", got " + (long) m + " times " + (long) n);
        }
        return new int[] {(int) m, (int) n};
    }

    /** An array of any depth as one of depth 1. */
    private record FlatArray(Op op) implements Rule {
        @Override
        public Library.Resolved match(String name, java.util.List<Type> arguments) {
            if (arguments.size() != 1 || arguments.get(0).arrays() == 0) {
                return null;
            }
            Type.Base base = arguments.get(0).base() == Type.Base.INT ? Type.Base.INT : Type.Base.REAL;
            return new Library.Resolved(name, arguments, new Type(base, 1), op, null);
        }

        @Override
        public java.util.List<String> signatures(String name) {
            return java.util.List.of(name + "(any array)");
        }
    }
}
