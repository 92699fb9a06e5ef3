package org.driftfield.data.formula;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.data.text.Decimal;
import org.driftfield.data.text.Messages;

/** Reads the text of a formula into a tree; precedence is that of R: {@code ^ : * + | ~} from tight to loose. */
public final class FormulaParser {
    private static final int LONGEST = 100_000;
    /** Deeper trees could exhaust the stack of whoever walks them. */
    private static final int DEEPEST = 200;

    private static final int MOST_OPERATORS = 4_000;

    private final String text;
    private int at;
    private int depth;
    private int operators;

    private FormulaParser(String text) {
        this.text = text;
    }

    public static Node parse(String text) {
        InputException.require(!text.isBlank(), "formula: expected 'response ~ terms', got nothing");
        InputException.require(
                text.length() <= LONGEST, "formula: must be at most %d characters, got %d", LONGEST, text.length());
        FormulaParser parser = new FormulaParser(text);
        Node node = parser.expression(0);
        if (parser.peek() != 0) {
            throw parser.unexpected("an operator");
        }
        return node;
    }

    /** Whether a name can be written without backquotes. */
    public static boolean isPlainName(String name) {
        if (name.isEmpty() || !isNameStart(name.charAt(0))) {
            return false;
        }
        if (name.charAt(0) == '.' && name.length() > 1 && Character.isDigit(name.charAt(1))) {
            return false;
        }
        return name.chars().allMatch(c -> isNamePart((char) c));
    }

    private static boolean isNameStart(char c) {
        return Character.isLetter(c) || c == '_' || c == '.';
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || Character.isDigit(c) || Character.getType(c) == Character.NON_SPACING_MARK;
    }

    private static int precedence(String operator) {
        return switch (operator) {
            case "~" -> 1;
            case "|" -> 2;
            case "+", "-" -> 3;
            case "*", "/" -> 4;
            case ":" -> 5;
            case "^", "**" -> 7;
            default -> -1;
        };
    }

    private Node expression(int loosest) {
        InputException.require(++depth <= DEEPEST, "formula: nested more than %d deep", DEEPEST);
        Node left = operand();
        while (true) {
            String operator = operator();
            int precedence = precedence(operator);
            if (precedence < 0 || precedence < loosest) {
                depth--;
                return left;
            }
            InputException.require(++operators <= MOST_OPERATORS, "formula: more than %d operators", MOST_OPERATORS);
            at += operator.length();
            // Powers group to the right, everything else to the left.
            left = new Node.Binary(operator, left, expression(precedence == 7 ? 7 : precedence + 1));
        }
    }

    private String operator() {
        char c = peek();
        if (c == '*' && at + 1 < text.length() && text.charAt(at + 1) == '*') {
            return "**";
        }
        return String.valueOf(c);
    }

    private Node operand() {
        char c = peek();
        if (c == '+' || c == '-') {
            at++;
            Node operand = expression(6);
            return c == '+' ? operand : new Node.Unary("-", operand);
        }
        if (c == '~') {
            throw new InputException(
                    "formula: no response, expected 'response ~ terms', got " + Messages.quote(text.strip()));
        }
        if (c == '(') {
            at++;
            Node inner = expression(0);
            expect(')');
            return new Node.Group(inner);
        }
        if (c == '\'' || c == '"') {
            return new Node.Str(until(c));
        }
        if (c == '`') {
            return new Node.Col(until(c));
        }
        if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            return number();
        }
        if (isNameStart(c)) {
            int start = at;
            while (at < text.length() && isNamePart(text.charAt(at))) {
                at++;
            }
            String name = text.substring(start, at);
            return peek() == '(' ? call(name) : new Node.Col(name);
        }
        throw unexpected("a column, a function or a number");
    }

    private Node call(String name) {
        at++;
        List<Node> arguments = new ArrayList<>();
        if (peek() != ')') {
            do {
                arguments.add(argument());
            } while (take(','));
        }
        expect(')');
        // patsy's spelling of a column with an awkward name
        if (name.equals("Q") && arguments.size() == 1 && arguments.get(0) instanceof Node.Str column) {
            return new Node.Col(column.value());
        }
        return new Node.Call(name, List.copyOf(arguments));
    }

    private Node argument() {
        Node value = expression(0);
        if (value instanceof Node.Col name && take('=')) {
            return new Node.Named(name.name(), expression(0));
        }
        return value;
    }

    private Node number() {
        int start = at;
        while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
        }
        String digits = text.substring(start, at);
        InputException.require(
                Double.isFinite(Decimal.parse(digits)),
                "formula: expected a number at position %d, got %s",
                start + 1,
                Messages.quote(digits));
        return new Node.Num(digits);
    }

    private String until(char quote) {
        int start = ++at;
        int end = text.indexOf(quote, start);
        InputException.require(end >= 0, "formula: the %s at position %d is never closed", quote, start);
        at = end + 1;
        return text.substring(start, end);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The next character that is not a space, 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean take(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!take(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    private InputException unexpected(String expected) {
        return new InputException(
                peek() == 0
                        ? "formula: expected " + expected + " at the end of " + Messages.quote(text.strip())
                        : "formula: expected " + expected + " at position " + (at + 1) + ", got "
                                + Messages.quote(String.valueOf(text.charAt(at))));
    }
}
