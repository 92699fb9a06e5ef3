package org.driftfield.stan.parse;

import java.util.EnumMap;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;

/** A program as it is written, nothing resolved. Null stands for what was left out. */
final class Syntax {
    private Syntax() {}

    /** The blocks, in the order they must come. */
    enum Block {
        FUNCTIONS("functions"),
        DATA("data"),
        TRANSFORMED_DATA("transformed data"),
        PARAMETERS("parameters"),
        TRANSFORMED_PARAMETERS("transformed parameters"),
        MODEL("model"),
        GENERATED_QUANTITIES("generated quantities");

        final String word;

        Block(String word) {
            this.word = word;
        }
    }

    record Whole(List<Fun> functions, EnumMap<Block, List<St>> blocks) {}

    /** A function; {@code body} is null where it is only declared. */
    record Fun(Position at, Type result, String name, List<Param> parameters, St body) {}

    record Param(Position at, boolean data, Type type, String name) {}

    /** An expression. {@code depth} is the height of its tree, which the parser keeps within bounds. */
    sealed interface Ex {
        Position at();

        default int depth() {
            return 1;
        }
    }

    record Num(Position at, boolean real, String text) implements Ex {}

    record Text(Position at, String text) implements Ex {}

    record Name(Position at, String name) implements Ex {}

    record Call(Position at, String name, List<Ex> arguments, boolean bar, int depth) implements Ex {}

    record Unary(Position at, String sign, Ex operand, int depth) implements Ex {}

    record Binary(Position at, String sign, Ex left, Ex right, int depth) implements Ex {}

    record Choice(Position at, Ex condition, Ex yes, Ex no, int depth) implements Ex {}

    record Index(Position at, Ex base, List<Sub> subscripts, int depth) implements Ex {}

    record ArrayLit(Position at, List<Ex> elements, int depth) implements Ex {}

    record RowLit(Position at, List<Ex> elements, int depth) implements Ex {}

    /** One subscript: an expression, or from and to where {@code range}. */
    record Sub(boolean range, Ex from, Ex to) {}

    /** The type in a declaration, with its sizes. At most one of the pairs of limits is there, or a structure. */
    record Shape(
            Type.Base base,
            List<Ex> arrays,
            List<Ex> sizes,
            Constraint.Structured structure,
            Ex lower,
            Ex upper,
            Ex offset,
            Ex multiplier) {}

    /** A statement. */
    sealed interface St {
        Position at();
    }

    record Declare(Position at, Shape shape, String name, Ex value) implements St {}

    /** {@code sign} is empty for a plain assignment. */
    record Assign(Position at, Ex target, String sign, Ex value) implements St {}

    record AddTarget(Position at, Ex value) implements St {}

    record AddJacobian(Position at, Ex value) implements St {}

    record Tilde(
            Position at,
            Ex value,
            Position nameAt,
            String name,
            List<Ex> arguments,
            boolean truncated,
            Ex lower,
            Ex upper)
            implements St {}

    record Run(Position at, Call call) implements St {}

    record Say(Position at, Stmt.Effect effect, List<Ex> parts) implements St {}

    record If(Position at, Ex condition, St yes, St no) implements St {}

    /** {@code to} is null for a loop over the elements of {@code from}. */
    record For(Position at, String name, Ex from, Ex to, St body) implements St {}

    record While(Position at, Ex condition, St body) implements St {}

    record Braces(Position at, List<St> statements) implements St {}

    record Break(Position at) implements St {}

    record Continue(Position at) implements St {}

    record Return(Position at, Ex value) implements St {}
}
