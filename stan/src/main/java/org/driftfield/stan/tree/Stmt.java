package org.driftfield.stan.tree;

import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;

/** A statement, checked. */
public sealed interface Stmt {
    Position at();

    /**
     * A declaration.
     *
     * @param sizes those of the arrays first, then those of the vector or matrix, one for each of {@code
     *     variable.type().dimensions()}: a square type has its size twice
     * @param value what it is set to at once, or null: reals then begin as NaN, integers as the smallest
     */
    record Declare(Position at, Variable variable, List<Expr> sizes, Constraint constraint, Expr value)
            implements Stmt {}

    /**
     * {@code target[subscripts] = value}, or with an operator {@code target[subscripts] op= value}: subscripts are computed
     * once.
     *
     * @param operator what combines the old value (first) and {@code value} to the new one; null for a plain assignment
     * @param type of what is assigned to
     */
    record Assign(
            Position at, Variable target, List<Subscript> subscripts, Library.Resolved operator, Expr value, Type type)
            implements Stmt {}

    /** {@code target += value}: the sum of all its elements. */
    record AddTarget(Position at, Expr value) implements Stmt {}

    /** {@code jacobian += value}: added only where the change of variables counts. */
    record AddJacobian(Position at, Expr value) implements Stmt {}

    /**
     * {@code y ~ name(...) T[lower, upper]}.
     *
     * @param density the call of its {@code _lpdf} or {@code _lpmf}, a {@link Expr.Call} or {@link Expr.UserCall} whose first
     *     argument is y
     * @param truncation null for none
     */
    record Sample(Position at, Expr density, Truncation truncation) implements Stmt {}

    /**
     * What {@code T[lower, upper]} takes away: {@code normalizer} where y is inside, everything where it is outside.
     *
     * @param lower null for none
     * @param upper null for none
     * @param normalizer the log of the probability of being inside, bounds included
     */
    record Truncation(Expr lower, Expr upper, Expr normalizer) {}

    /** The call of a void function. */
    record Run(Position at, Expr call) implements Stmt {}

    /** {@code print(...)}, {@code reject(...)} or {@code fatal_error(...)}. */
    record Say(Position at, Effect effect, List<Part> parts) implements Stmt {}

    /** What is done with a message. */
    enum Effect {
        PRINT,
        REJECT,
        FATAL
    }

    /**
     * A piece of a message: a text or a value.
     *
     * @param text null for a value
     * @param value null for a text
     */
    record Part(String text, Expr value) {}

    /**
     * A branch.
     *
     * @param no null for none
     */
    record If(Position at, Expr condition, Stmt yes, Stmt no) implements Stmt {}

    /** {@code for (i in from:to)}; the bounds are computed once. */
    record For(Position at, Variable variable, Expr from, Expr to, Stmt body) implements Stmt {}

    /** {@code for (x in values)}: the elements of an array or vector, those of a matrix column by column. */
    record ForEach(Position at, Variable variable, Expr values, Stmt body) implements Stmt {}

    record While(Position at, Expr condition, Stmt body) implements Stmt {}

    record Block(Position at, List<Stmt> statements) implements Stmt {}

    record Break(Position at) implements Stmt {}

    record Continue(Position at) implements Stmt {}

    /**
     * The end of a function.
     *
     * @param value null in a void function
     */
    record Return(Position at, Expr value) implements Stmt {}
}
