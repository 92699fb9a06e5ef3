package org.driftfield.data.formula;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.data.text.Decimal;

/**
 * A piece of a parsed formula. Two pieces are equal if they are written alike up to spaces, and {@code toString} is that
 * common spelling, which names design columns.
 */
public sealed interface Node {
    record Num(String text) implements Node {
        public double value() {
            return Decimal.parse(text);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    record Str(String value) implements Node {
        @Override
        public String toString() {
            return "'" + value + "'";
        }
    }

    /** A column of the table; {@code .} stands for all columns that are not the response. */
    record Col(String name) implements Node {
        @Override
        public String toString() {
            return FormulaParser.isPlainName(name) ? name : "`" + name + "`";
        }
    }

    /** {@code name=value} among the arguments of a call. */
    record Named(String name, Node value) implements Node {
        @Override
        public String toString() {
            return name + "=" + value;
        }
    }

    record Call(String function, List<Node> arguments) implements Node {
        @Override
        public String toString() {
            return function + arguments.stream().map(Node::toString).collect(Collectors.joining(", ", "(", ")"));
        }
    }

    record Unary(String operator, Node operand) implements Node {
        @Override
        public String toString() {
            return operator + operand;
        }
    }

    record Binary(String operator, Node left, Node right) implements Node {
        @Override
        public String toString() {
            return left + (operator.equals(":") ? ":" : " " + operator + " ") + right;
        }
    }

    /** Parentheses, kept because names are spelled as the user grouped them. */
    record Group(Node inner) implements Node {
        @Override
        public String toString() {
            return "(" + inner + ")";
        }
    }

    /** Adds the columns that are mentioned anywhere in this piece. */
    default void collectColumns(Set<String> names) {
        if (this instanceof Col column) {
            names.add(column.name());
        } else if (this instanceof Call call) {
            // The later arguments of C and poly are options: their names are not columns.
            boolean options = Functions.isCategorical(call) || Functions.isPoly(call);
            call.arguments().stream().limit(options ? 1 : Long.MAX_VALUE).forEach(node -> node.collectColumns(names));
        } else if (this instanceof Unary unary) {
            unary.operand().collectColumns(names);
        } else if (this instanceof Binary binary) {
            binary.left().collectColumns(names);
            binary.right().collectColumns(names);
        } else if (this instanceof Group group) {
            group.inner().collectColumns(names);
        }
    }
}
