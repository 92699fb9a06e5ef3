package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.parse.Syntax.Sub;
import org.driftfield.stan.parse.Token.Kind;
import org.driftfield.stan.tree.Position;

/** Expressions, by climbing the precedence of their operators. */
final class ExpressionParser {
    /** How deep parentheses, calls, subscripts and statements may nest: few enough for the stack of any thread. */
    static final int DEEPEST = 200;

    /** How high the tree of an expression may be; a sum of so many terms written out is as high. */
    static final int HIGHEST = 500;

    /** Binary operators that group to the left; a larger number binds tighter. */
    private static final Map<String, Integer> LEFT = Map.ofEntries(
            Map.entry("||", 1),
            Map.entry("&&", 2),
            Map.entry("==", 3),
            Map.entry("!=", 3),
            Map.entry("<", 4),
            Map.entry("<=", 4),
            Map.entry(">", 4),
            Map.entry(">=", 4),
            Map.entry("+", 5),
            Map.entry("-", 5),
            Map.entry("*", 6),
            Map.entry(".*", 6),
            Map.entry("/", 6),
            Map.entry("./", 6),
            Map.entry("%", 6),
            Map.entry("\\", 7),
            Map.entry("%/%", 7));

    private static final int ARITHMETIC = 5;

    private final Words words;
    private int nesting;

    ExpressionParser(Words words) {
        this.words = words;
    }

    Ex expression() {
        return rest(unary());
    }

    /** An expression whose first operand, with all that binds to it, was read already. */
    Ex rest(Ex first) {
        Ex left = binary(first, 1);
        if (!words.at("?")) {
            return left;
        }
        Position at = words.take().at();
        enter(at);
        Ex yes = expression();
        words.expect(":", "of the choice that began with '?'");
        Ex no = expression();
        nesting--;
        return new Syntax.Choice(at, left, yes, no, deeper(at, left, yes, no));
    }

    /** A bound between angle brackets, where '<' and '>' are no operators. */
    Ex bound() {
        return binary(unary(), ARITHMETIC);
    }

    private Ex binary(Ex first, int lowest) {
        Ex left = first;
        while (true) {
            Token token = words.peek();
            Integer level = token.kind() == Kind.SIGN ? LEFT.get(token.text()) : null;
            if (level == null || level < lowest) {
                return left;
            }
            words.take();
            Ex right = binary(unary(), level + 1);
            left = new Syntax.Binary(token.at(), token.text(), left, right, deeper(token.at(), left, right));
        }
    }

    private Ex unary() {
        Token token = words.peek();
        if (token.is("-") || token.is("+") || token.is("!")) {
            words.take();
            enter(token.at());
            Ex operand = unary();
            nesting--;
            String sign = token.is("!") ? "!" : "u" + token.text();
            return new Syntax.Unary(token.at(), sign, operand, deeper(token.at(), operand));
        }
        return power(postfix());
    }

    /** A power whose base was read; groups to the right. */
    Ex power(Ex base) {
        if (!words.at("^") && !words.at(".^")) {
            return base;
        }
        Token sign = words.take();
        enter(sign.at());
        Ex exponent = unary();
        nesting--;
        return new Syntax.Binary(sign.at(), sign.text(), base, exponent, deeper(sign.at(), base, exponent));
    }

    /** An operand with its subscripts and transposes. */
    Ex postfix() {
        Ex operand = operand();
        while (true) {
            Token token = words.peek();
            if (token.is("[")) {
                words.take();
                List<Sub> subscripts = subscripts(token.at());
                int depth = deeper(token.at(), operand);
                for (Sub sub : subscripts) {
                    depth = Math.max(depth, deeper(token.at(), sub.from(), sub.to()));
                }
                operand = new Syntax.Index(token.at(), operand, subscripts, depth);
            } else if (token.is("'")) {
                words.take();
                operand = new Syntax.Unary(token.at(), "'", operand, deeper(token.at(), operand));
            } else {
                return operand;
            }
        }
    }

    private Ex operand() {
        Token token = words.take();
        return switch (token.kind()) {
            case INT, REAL -> new Syntax.Num(token.at(), token.kind() == Kind.REAL, token.text());
            case TEXT -> new Syntax.Text(token.at(), token.text());
            case NAME -> named(token);
            case SIGN -> bracketed(token);
            case END -> throw Problem.at(token.at(), "expected an expression, found the end of the program");
        };
    }

    private Ex named(Token token) {
        if (Reserved.WORDS.contains(token.text())) {
            throw Problem.at(token.at(), "expected an expression, found '%s', a word of the language", token.text());
        }
        if (!words.at("(")) {
            return new Syntax.Name(token.at(), token.text());
        }
        words.take();
        return call(token);
    }

    /** The call of a function whose name and '(' were read. */
    Syntax.Call call(Token name) {
        enter(name.at());
        List<Ex> arguments = new ArrayList<>();
        boolean bar = false;
        while (!words.at(")")) {
            arguments.add(expression());
            if (words.at("|") && arguments.size() == 1) {
                words.take();
                bar = true;
            } else if (!words.at(")")) {
                words.expect(",", "or ')' in the arguments of " + name.text());
                if (words.at(")")) {
                    throw words.missing("an argument of " + name.text());
                }
            }
        }
        words.take();
        nesting--;
        return new Syntax.Call(name.at(), name.text(), arguments, bar, deeper(name.at(), arguments.toArray(new Ex[0])));
    }

    private Ex bracketed(Token open) {
        if (!open.is("(") && !open.is("[") && !open.is("{")) {
            throw Problem.at(open.at(), "expected an expression, found %s", open.shown());
        }
        enter(open.at());
        Ex result;
        if (open.is("(")) {
            result = expression();
            if (words.at(",")) {
                throw Problem.at(open.at(), "tuples are not supported");
            }
            words.expect(")", "to close '('");
        } else {
            String close = open.is("[") ? "]" : "}";
            List<Ex> elements = new ArrayList<>();
            while (!words.at(close)) {
                elements.add(expression());
                if (!words.at(close)) {
                    words.expect(",", "or '" + close + "' in a list");
                }
            }
            words.take();
            int depth = deeper(open.at(), elements.toArray(new Ex[0]));
            result = open.is("[")
                    ? new Syntax.RowLit(open.at(), elements, depth)
                    : new Syntax.ArrayLit(open.at(), elements, depth);
        }
        nesting--;
        return result;
    }

    /** What stands in brackets after the '['. */
    private List<Sub> subscripts(Position at) {
        enter(at);
        List<Sub> subs = new ArrayList<>();
        while (true) {
            subs.add(subscript());
            if (words.skip("]")) {
                nesting--;
                return subs;
            }
            words.expect(",", "or ']' in the subscripts");
        }
    }

    private Sub subscript() {
        if (words.at("]") || words.at(",")) {
            return new Sub(true, null, null);
        }
        Ex from = words.at(":") ? null : expression();
        if (!words.skip(":")) {
            return new Sub(false, from, null);
        }
        Ex to = words.at("]") || words.at(",") ? null : expression();
        return new Sub(true, from, to);
    }

    private void enter(Position at) {
        if (++nesting > DEEPEST) {
            throw Problem.at(at, "nested too deeply, at most %d levels are read", DEEPEST);
        }
    }

    private static int deeper(Position at, Ex... parts) {
        int depth = 1;
        for (Ex part : parts) {
            depth = part == null ? depth : Math.max(depth, part.depth() + 1);
        }
        if (depth > HIGHEST) {
            throw Problem.at(
                    at, "the expression is too long: more than %d operators on each other, use sum()", HIGHEST);
        }
        return depth;
    }
}
