package org.driftfield.stan.compile;

import java.util.function.Function;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Expr;

/**
 * A value in a program that is being compiled: its sizes are known, its elements are made when asked for.
 *
 * @param element the element at a flat index from 0, in the order of {@link Arg}
 * @param piece where it lies in one piece, or null
 * @param constant the value where it is known, or null
 * @param row the row of a matrix of data that it is, or null
 */
record Val(Type type, int[] dims, Function<Idx, Num> element, Piece piece, Arg constant, Row row) {
    /** A place in the data or among the variables. */
    record Piece(boolean data, Idx at, boolean active) {}

    /** A row, counted from 0, of a matrix of data. */
    record Row(Arg matrix, Idx index) {}

    static Val scalar(Type type, Num num) {
        Arg constant = num instanceof Num.Const c ? Arg.constant(type, new double[] {c.value()}) : null;
        return new Val(type, new int[0], k -> num, null, constant, null);
    }

    static Val lazy(Type type, int[] dims, Function<Idx, Num> element) {
        return new Val(type, dims, element, null, null, null);
    }

    int size() {
        int size = 1;
        for (int extent : dims) {
            size = Math.multiplyExact(size, extent);
        }
        return size;
    }

    boolean isScalar() {
        return dims.length == 0;
    }

    Num at(Idx k) {
        return element.apply(k);
    }

    Num number() {
        return element.apply(Idx.of(0));
    }

    /** The same numbers as another type of other sizes. */
    Val as(Type other, int... sizes) {
        Arg same = null;
        if (constant != null) {
            same = new Arg(other);
            same.dims = sizes;
            same.size = constant.size;
            same.value = constant.value;
            same.at = constant.at;
        }
        return new Val(other, sizes, element, piece, same, null);
    }

    /** The integer at a flat index, with what is known about its range. */
    Idx index(Idx k) {
        if (constant != null) {
            if (k.isConstant()) {
                return Idx.of((int) constant.get(k.constant()));
            }
            int low = Integer.MAX_VALUE;
            int high = Integer.MIN_VALUE;
            int from = (int) Math.max(0, k.low());
            int to = (int) Math.min(constant.size - 1L, k.high());
            for (int i = from; i <= to; i++) {
                low = Math.min(low, (int) constant.get(i));
                high = Math.max(high, (int) constant.get(i));
            }
            return Idx.of(new Idx.Whole(at(k), low, high));
        }
        return index(at(k));
    }

    /** A number that is known to be whole as an index. */
    static Idx index(Num num) {
        if (num instanceof Num.Const c) {
            return Idx.of((int) c.value());
        } else if (num instanceof Num.OfIdx of) {
            return of.index();
        } else if (num instanceof Num.Apply apply && apply.arguments().size() == 2) {
            Idx a = index(apply.arguments().get(0));
            Idx b = index(apply.arguments().get(1));
            if (apply.function() == Scalar.PLUS) {
                return a.plus(b);
            } else if (apply.function() == Scalar.MINUS) {
                return a.minus(b);
            } else if (apply.function() == Scalar.TIMES && a.isConstant()) {
                return b.times(a.constant());
            } else if (apply.function() == Scalar.TIMES && b.isConstant()) {
                return a.times(b.constant());
            }
        }
        return Idx.of(new Idx.Whole(num, -(1 << 30), 1 << 30));
    }

    /** What to say of an expression that is left to the tape. */
    static Unsupported unsupported(Expr expr, String what) {
        return new Unsupported(expr.at() + ": " + what);
    }
}
