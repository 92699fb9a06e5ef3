package org.driftfield.stan.tape;

import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BoundOp;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.TransformOp;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.transform.Bound;
import org.driftfield.transform.Transform;

/** A parameter of a program with its sizes known: where it lies on the free scale and how it comes from there. */
public final class Parameter {
    private final Stmt.Declare declare;
    private final int[] dims;
    private final int size;
    private final Bound bound;
    private final Transform transform;
    private final int freeAt;
    private final int freeSize;
    private final Op op;
    private final Code first;
    private final Code second;

    Parameter(Stmt.Declare declare, int[] dims, int freeAt, Expressions expressions) {
        this.declare = declare;
        this.dims = dims;
        this.size = Machine.size(dims, declare.at());
        this.freeAt = freeAt;
        Code zero = new Code.Constant(Arg.constant(Type.REAL, new double[] {0}));
        Code one = new Code.Constant(Arg.constant(Type.REAL, new double[] {1}));
        Constraint constraint = declare.constraint();
        if (constraint instanceof Constraint.Structured structured) {
            int arrays = variable().type().arrays();
            requirePossible(structured, dims, arrays);
            transform = Constraining.transform(structured, dims, arrays);
            int count = Constraining.count(dims, arrays);
            bound = null;
            freeSize = Math.multiplyExact(count, transform.freeSize());
            op = new TransformOp(transform, count);
            first = null;
            second = null;
            return;
        }
        transform = null;
        freeSize = size;
        if (constraint instanceof Constraint.Bounds bounds) {
            bound = bounds.lower() == null ? Bound.UPPER : bounds.upper() == null ? Bound.LOWER : Bound.INTERVAL;
            first = bounds.lower() == null ? zero : expressions.of(bounds.lower());
            second = bounds.upper() == null ? zero : expressions.of(bounds.upper());
        } else if (constraint instanceof Constraint.Affine affine) {
            bound = Bound.AFFINE;
            first = affine.offset() == null ? zero : expressions.of(affine.offset());
            second = affine.multiplier() == null ? one : expressions.of(affine.multiplier());
        } else {
            bound = Bound.NONE;
            first = zero;
            second = zero;
        }
        op = new BoundOp(bound);
    }

    private void requirePossible(Constraint.Structured type, int[] dims, int arrays) {
        boolean simplex = type == Constraint.Structured.SIMPLEX || type == Constraint.Structured.UNIT_VECTOR;
        if (simplex && dims[arrays] == 0 && Constraining.count(dims, arrays) > 0) {
            throw new ProgramError(declare.at(), variable() + " must have at least one element, got 0");
        }
        if (type == Constraint.Structured.CHOLESKY_FACTOR_COV && dims[arrays] < dims[arrays + 1]) {
            throw new ProgramError(
                    declare.at(),
                    variable() + " must have at least as many rows as columns, got " + dims[arrays] + " and "
                            + dims[arrays + 1]);
        }
    }

    /** Bounds that data alone decide must leave room. */
    void requireRoom(Machine m) {
        Constraint constraint = declare.constraint();
        boolean known =
                (constraint instanceof Constraint.Bounds bounds && known(bounds.lower()) && known(bounds.upper()))
                        || (constraint instanceof Constraint.Affine affine
                                && known(affine.offset())
                                && known(affine.multiplier()));
        if (!known) {
            return;
        }
        Arg low = first.run(m);
        Arg high = second.run(m);
        for (int i = 0; i < Math.max(low.size, high.size) && size > 0; i++) {
            String fault = bound.fault(low.get(low.size == 1 ? 0 : i), high.get(high.size == 1 ? 0 : i));
            if (fault != null) {
                throw new ProgramError(declare.at(), variable() + ": " + fault);
            }
        }
    }

    private static boolean known(Expr bound) {
        return bound == null || bound.data();
    }

    public Variable variable() {
        return declare.variable();
    }

    public Stmt.Declare declare() {
        return declare;
    }

    public int[] dims() {
        return dims.clone();
    }

    /** Where its free numbers begin. */
    public int freeAt() {
        return freeAt;
    }

    /** How many free numbers it has. */
    public int freeSize() {
        return freeSize;
    }

    /** The map of each vector or matrix of it; null where each number has its own. */
    public Transform transform() {
        return transform;
    }

    /** What each number is held to; null where there is a {@link #transform}. */
    public Bound bound() {
        return bound;
    }

    /**
     * How it comes from the free numbers: from them, and where each number has its own bound from its two limits. The result is
     * its numbers and, last, the log Jacobian.
     */
    public Op op() {
        return op;
    }

    /** Computes the parameter from the free numbers and adds the Jacobian to the target. */
    void bind(Machine m, Arg z) {
        Arg free = m.view(Type.REAL.array(1), new int[] {freeSize}, freeSize, z, freeAt);
        if (bound == Bound.NONE) {
            m.stack[variable().slot()] = m.view(variable().type(), dims, size, free, 0);
            return;
        }
        List<Code> codes = transform != null ? List.of() : List.of(first, second);
        Entry entry = m.entry(1 + codes.size());
        entry.arguments[0] = free;
        for (int i = 0; i < codes.size(); i++) {
            Arg limit = codes.get(i).run(m);
            if (limit.size != 1 && limit.size != size) {
                throw new ProgramError(
                        declare.at(),
                        "a bound of " + variable() + " has " + limit.size + " numbers, expected 1 or " + size);
            }
            entry.arguments[1 + i] = limit;
        }
        Arg out = Expressions.apply(m, declare.at(), op, entry, Type.VECTOR, false);
        m.stack[variable().slot()] = m.view(variable().type(), dims, size, out, 0);
        if (m.jacobian) {
            m.addTarget(m.view(Type.REAL, Machine.SCALAR, 1, out, size));
        }
    }
}
