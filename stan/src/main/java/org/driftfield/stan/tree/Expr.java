package org.driftfield.stan.tree;

import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;

/** An expression, checked: every name is resolved and every type known. */
public sealed interface Expr {
    Position at();

    Type type();

    /** Whether the value depends on data alone, never on a parameter. Inside a function, whatever it is called with. */
    boolean data();

    /** A whole number. */
    record IntLiteral(Position at, int value) implements Expr {
        @Override
        public Type type() {
            return Type.INT;
        }

        @Override
        public boolean data() {
            return true;
        }
    }

    /** A number with a point or an exponent. */
    record RealLiteral(Position at, double value) implements Expr {
        @Override
        public Type type() {
            return Type.REAL;
        }

        @Override
        public boolean data() {
            return true;
        }
    }

    /** The value of a variable. */
    record Read(Position at, Variable variable) implements Expr {
        @Override
        public Type type() {
            return variable.type();
        }

        @Override
        public boolean data() {
            return variable.data();
        }
    }

    /** {@code base[subscripts]}; missing trailing subscripts select everything. */
    record Index(Position at, Expr base, List<Subscript> subscripts, Type type, boolean data) implements Expr {}

    /**
     * A function or an operator of the library. Arguments are promoted to {@code function.parameters()}: integers to reals,
     * with nothing to do as both are held as doubles.
     *
     * @param proportional whether {@code _lupdf} or {@code _lupmf} was written: terms without parameters do not matter
     */
    record Call(Position at, Library.Resolved function, List<Expr> arguments, boolean proportional, boolean data)
            implements Expr {
        @Override
        public Type type() {
            return function.result();
        }
    }

    /** A function of the user's; {@code type()} is void only as the whole of a {@link Stmt.Run}. */
    record UserCall(Position at, Function function, List<Expr> arguments, boolean proportional, boolean data)
            implements Expr {
        @Override
        public Type type() {
            return function.result();
        }
    }

    /**
     * A function of the language that calls a function of the user's, as in {@code ode_rk45}.
     *
     * @param called the function it is given, which stood first among the arguments
     * @param arguments the others
     */
    record HigherCall(Position at, HigherOrder function, Function called, List<Expr> arguments, Type type, boolean data)
            implements Expr {}

    /** {@code a && b} or {@code a || b}; the second is computed only when it decides. */
    record Logical(Position at, boolean and, Expr left, Expr right) implements Expr {
        @Override
        public Type type() {
            return Type.INT;
        }

        @Override
        public boolean data() {
            return left.data() && right.data();
        }
    }

    /** {@code condition ? yes : no}; only one of the two is computed. The type is the one both are promoted to. */
    record Choice(Position at, Expr condition, Expr yes, Expr no, Type type, boolean data) implements Expr {}

    /** {@code {a, b, c}}: an array of what the elements are, promoted to one type. */
    record ArrayLiteral(Position at, List<Expr> elements, Type type, boolean data) implements Expr {}

    /** {@code [a, b, c]}: a row vector of scalars, or a matrix of row vectors. */
    record RowLiteral(Position at, List<Expr> elements, Type type, boolean data) implements Expr {}

    /** {@code target()}: the log density so far. */
    record Target(Position at) implements Expr {
        @Override
        public Type type() {
            return Type.REAL;
        }

        @Override
        public boolean data() {
            return false;
        }
    }
}
