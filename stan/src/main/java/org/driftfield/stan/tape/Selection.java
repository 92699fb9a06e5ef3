package org.driftfield.stan.tape;

import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Position;

/** The part of a value that subscripts select. */
final class Selection {
    /** One subscript, ready to run. */
    sealed interface Axis {
        /** A single place, whose dimension goes. */
        record One(Code index) implements Axis {}

        /** Any places. */
        record Many(Code indexes) implements Axis {}

        /**
         * Places in a row.
         *
         * @param from null for the first
         * @param to null for the last
         */
        record Range(Code from, Code to) implements Axis {
            boolean whole() {
                return from == null && to == null;
            }
        }
    }

    private final Position where;
    private final String subject;
    private final Axis[] axes;
    private final Type type;

    /** How many subscripts at the beginning are single places. */
    private final int leading;

    /**
     * @param subject what is indexed, for messages
     * @param type of what is selected
     */
    Selection(Position where, String subject, List<Axis> axes, Type type) {
        this.where = where;
        this.subject = subject;
        this.axes = axes.toArray(Axis[]::new);
        this.type = type;
        int ones = 0;
        while (ones < this.axes.length && this.axes[ones] instanceof Axis.One) {
            ones++;
        }
        this.leading = ones;
    }

    /** What is selected of {@code base}: a part of it where it lies together, else a copy. */
    Arg read(Machine m, Arg base) {
        int[] dims = base.dims;
        int arrays = base.type.arrays();
        boolean matrix = base.type.base() == Type.Base.MATRIX;
        int n = axes.length;
        if (leading == n && !(matrix && n == arrays + 1)) {
            int offset = offset(m, base, n);
            int size = n == dims.length ? 1 : product(dims, n);
            return m.view(
                    type,
                    n == dims.length ? Machine.SCALAR : Arrays.copyOfRange(dims, n, dims.length),
                    size,
                    base,
                    offset);
        }
        if (leading == n - 1 && axes[n - 1] instanceof Axis.Range range && !(matrix && n > arrays)) {
            int from = from(m, range);
            int count = count(m, range, from, dims[n - 1]);
            int[] kept = Arrays.copyOfRange(dims, n - 1, dims.length);
            kept[0] = count;
            int stride = product(dims, n);
            int offset = offset(m, base, n - 1) + (count == 0 ? 0 : (from - 1) * stride);
            return m.view(type, kept, count * stride, base, offset);
        }
        if (matrix
                && n == arrays + 2
                && leading == arrays
                && axes[arrays] instanceof Axis.Range rows
                && rows.whole()
                && axes[n - 1] instanceof Axis.One column) {
            int j = index(m, column, dims[n - 1], n - 1);
            int offset = offset(m, base, arrays) + j * dims[n - 2];
            return m.view(type, new int[] {dims[n - 2]}, dims[n - 2], base, offset);
        }
        int[] kept = locate(m, base);
        return gather(m, base, kept);
    }

    /** Copies the elements that {@link Machine#indexes} lists. */
    private Arg gather(Machine m, Arg base, int[] kept) {
        int n = m.indexes.size;
        int[] list = m.indexes.list;
        Arg out = m.value(type, kept, n);
        for (int k = 0; k < n; k++) {
            out.value[out.at + k] = base.value[base.at + list[k]];
        }
        if (m.recording && base.adjoint != null) {
            m.giveAdjoint(out);
            Entry entry = m.entry(1);
            entry.arguments[0] = base;
            m.work(entry, n);
            for (int k = 0; k < n; k++) {
                entry.work[entry.workAt + k] = list[k];
            }
            m.note(entry, Steps.GATHER, out);
        }
        return out;
    }

    /** Puts into {@link Machine#indexes} where each selected element lies in {@code base}; returns the sizes. */
    int[] locate(Machine m, Arg base) {
        int[] dims = base.dims;
        int rank = dims.length;
        int arrays = base.type.arrays();
        if (leading == axes.length && leading == rank) {
            int offset = offset(m, base, rank);
            m.indexes.clear();
            m.indexes.add(offset);
            return Machine.SCALAR;
        }
        int[][] places = new int[rank][];
        int kept = 0;
        for (int d = 0; d < rank; d++) {
            places[d] = d < axes.length ? places(m, axes[d], dims[d], d) : all(dims[d]);
            kept += single(d) ? 0 : 1;
        }
        int[] sizes = new int[kept];
        int at = 0;
        for (int d = 0; d < rank; d++) {
            int stride = stride(base, d);
            for (int k = 0; k < places[d].length; k++) {
                places[d][k] *= stride;
            }
            if (!single(d)) {
                sizes[at++] = places[d].length;
            }
        }
        // Arrays: the first index slowest. A matrix: column after column.
        int[][] order = places.clone();
        if (base.type.base() == Type.Base.MATRIX) {
            order[arrays] = places[arrays + 1];
            order[arrays + 1] = places[arrays];
        }
        m.indexes.clear();
        enumerate(m.indexes, order, 0, 0);
        return sizes;
    }

    private boolean single(int d) {
        return d < axes.length && axes[d] instanceof Axis.One;
    }

    private static void enumerate(Indexes indexes, int[][] order, int d, int offset) {
        if (d == order.length) {
            indexes.add(offset);
            return;
        }
        for (int place : order[d]) {
            enumerate(indexes, order, d + 1, offset + place);
        }
    }

    private static int[] all(int n) {
        int[] places = new int[n];
        for (int i = 0; i < n; i++) {
            places[i] = i;
        }
        return places;
    }

    private int[] places(Machine m, Axis axis, int extent, int d) {
        if (axis instanceof Axis.One one) {
            return new int[] {index(m, one, extent, d)};
        }
        if (axis instanceof Axis.Many many) {
            Arg list = many.indexes().run(m);
            int[] places = new int[list.size];
            for (int k = 0; k < places.length; k++) {
                places[k] = inside(list.value[list.at + k], extent, d);
            }
            return places;
        }
        Axis.Range range = (Axis.Range) axis;
        int from = from(m, range);
        int[] places = all(count(m, range, from, extent));
        for (int k = 0; k < places.length; k++) {
            places[k] += from - 1;
        }
        return places;
    }

    /** Where the element that the first n single places select begins. */
    private int offset(Machine m, Arg base, int n) {
        int offset = 0;
        for (int d = 0; d < n; d++) {
            offset += index(m, (Axis.One) axes[d], base.dims[d], d) * stride(base, d);
        }
        return offset;
    }

    private static int stride(Arg base, int d) {
        int arrays = base.type.arrays();
        if (base.type.base() == Type.Base.MATRIX && d >= arrays) {
            return d == arrays ? 1 : base.dims[arrays];
        }
        return product(base.dims, d + 1);
    }

    private static int product(int[] dims, int from) {
        int product = 1;
        for (int d = from; d < dims.length; d++) {
            product *= dims[d];
        }
        return product;
    }

    private int index(Machine m, Axis.One one, int extent, int d) {
        Arg i = one.index().run(m);
        return inside(i.value[i.at], extent, d);
    }

    private int inside(double i, int extent, int d) {
        if (!(i >= 1 && i <= extent)) {
            throw new ProgramError(
                    where,
                    "index " + (d + 1) + " of " + subject
                            + (extent == 0
                                    ? " selects from nothing, got "
                                    : " must be between 1 and " + extent + ", got ")
                            + (long) i);
        }
        return (int) i - 1;
    }

    private static int from(Machine m, Axis.Range range) {
        if (range.from() == null) {
            return 1;
        }
        Arg from = range.from().run(m);
        return (int) from.value[from.at];
    }

    private int count(Machine m, Axis.Range range, int from, int extent) {
        int to = extent;
        if (range.to() != null) {
            Arg last = range.to().run(m);
            to = (int) last.value[last.at];
        }
        if (to < from) {
            return 0;
        }
        if (from < 1 || to > extent) {
            throw new ProgramError(
                    where, "the range " + from + ":" + to + " of " + subject + " must lie in 1:" + extent);
        }
        return to - from + 1;
    }
}
