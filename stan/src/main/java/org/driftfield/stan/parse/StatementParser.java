package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.parse.Syntax.St;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;

/** Statements and declarations. */
final class StatementParser {
    private static final Set<String> ASSIGNMENTS = Set.of("=", "+=", "-=", "*=", "/=", ".*=", "./=", ".^=", "^=", "%=");

    private static final Map<String, Stmt.Effect> SAYING =
            Map.of("print", Stmt.Effect.PRINT, "reject", Stmt.Effect.REJECT, "fatal_error", Stmt.Effect.FATAL);

    private final Words words;
    private final ExpressionParser expressions;
    private final ShapeParser shapes;
    private final List<Note> notes;
    private int nesting;

    StatementParser(Words words, ExpressionParser expressions, ShapeParser shapes, List<Note> notes) {
        this.words = words;
        this.expressions = expressions;
        this.shapes = shapes;
        this.notes = notes;
    }

    /** All statements up to the closing brace, which is taken. */
    List<St> untilBrace() {
        List<St> statements = new ArrayList<>();
        while (!words.skip("}")) {
            if (words.peek().kind() == Token.Kind.END) {
                throw words.missing("'}' to close the block");
            }
            addTo(statements);
        }
        return statements;
    }

    private void addTo(List<St> statements) {
        if (shapes.next()) {
            declarations(statements);
        } else if (!words.skip(";")) {
            statements.add(statement());
        }
    }

    private void declarations(List<St> statements) {
        Syntax.Shape shape = shapes.declared();
        do {
            Token name = words.name("the name of the variable");
            Syntax.Shape own = words.at("[") ? shapes.withOldSizes(shape, name) : shape;
            Ex value = null;
            if (words.at("=") || oldArrow()) {
                assignmentSign();
                value = expressions.expression();
            }
            statements.add(new Syntax.Declare(name.at(), own, name.text(), value));
        } while (words.skip(","));
        words.expect(";", "after the declaration");
    }

    /** One statement, never a declaration. */
    St statement() {
        Token token = words.peek();
        if (++nesting > ExpressionParser.DEEPEST) {
            throw Problem.at(token.at(), "nested too deeply, at most %d levels are read", ExpressionParser.DEEPEST);
        }
        St result = token.kind() == Token.Kind.NAME ? named(token) : token.is("{") ? braces() : simple();
        nesting--;
        return result;
    }

    private St braces() {
        Position at = words.take().at();
        return new Syntax.Braces(at, untilBrace());
    }

    private St named(Token token) {
        Position at = token.at();
        if (shapes.next()) {
            throw Problem.at(at, "a declaration cannot stand here, put it in braces");
        }
        return switch (token.text()) {
            case "if" -> branch();
            case "for" -> loop();
            case "while" -> repeat();
            case "break" -> {
                words.take();
                yield end(new Syntax.Break(at));
            }
            case "continue" -> {
                words.take();
                yield end(new Syntax.Continue(at));
            }
            case "return" -> {
                words.take();
                yield end(new Syntax.Return(at, words.at(";") ? null : expressions.expression()));
            }
            default -> words.peek(1).is("(") ? maybeSpecial(token) : simple();
        };
    }

    private St repeat() {
        Position at = words.take().at();
        words.expect("(", "after 'while'");
        Ex condition = expressions.expression();
        words.expect(")", "after the condition");
        return new Syntax.While(at, condition, body());
    }

    private <S extends St> S end(S statement) {
        words.expect(";", "after the statement");
        return statement;
    }

    private St body() {
        if (words.at(";")) {
            return new Syntax.Braces(words.take().at(), List.of());
        }
        return statement();
    }

    private St branch() {
        Position at = words.take().at();
        words.expect("(", "after 'if'");
        Ex condition = expressions.expression();
        words.expect(")", "after the condition");
        St yes = body();
        St no = null;
        if (words.atWord("else")) {
            words.take();
            no = body();
        }
        return new Syntax.If(at, condition, yes, no);
    }

    private St loop() {
        Position at = words.take().at();
        words.expect("(", "after 'for'");
        Token name = words.name("the name of the loop's variable");
        if (!words.atWord("in")) {
            throw words.missing("'in' after the loop's variable");
        }
        words.take();
        Ex from = expressions.expression();
        Ex to = words.skip(":") ? expressions.expression() : null;
        words.expect(")", "after the range of the loop");
        return new Syntax.For(at, name.text(), from, to, body());
    }

    /** Statements that look like a call, and calls. */
    private St maybeSpecial(Token token) {
        Position at = token.at();
        if (SAYING.containsKey(token.text())) {
            words.take();
            words.take();
            Syntax.Call call = expressions.call(token);
            return end(new Syntax.Say(at, SAYING.get(token.text()), call.arguments()));
        }
        if (token.text().equals("increment_log_prob")) {
            notes.add(new Note(at, "'increment_log_prob(…)' is old syntax, now 'target += …'"));
            words.take();
            words.take();
            Syntax.Call call = expressions.call(token);
            if (call.arguments().size() != 1) {
                throw Problem.at(
                        at,
                        "increment_log_prob takes one argument, found %d",
                        call.arguments().size());
            }
            return end(new Syntax.AddTarget(at, call.arguments().get(0)));
        }
        if (token.text().equals("profile") && words.peek(2).kind() == Token.Kind.TEXT) {
            words.take();
            words.take();
            words.take();
            words.expect(")", "after the name of the profile");
            if (!words.at("{")) {
                throw words.missing("'{' after the name of the profile");
            }
            return statement();
        }
        return simple();
    }

    /** An assignment, a change of the target, a sampling statement or a call. */
    private St simple() {
        Token start = words.peek();
        if ((start.isWord("target") || start.isWord("jacobian"))
                && words.peek(1).is("+=")) {
            words.take();
            words.take();
            Ex value = expressions.expression();
            return end(
                    start.isWord("target")
                            ? new Syntax.AddTarget(start.at(), value)
                            : new Syntax.AddJacobian(start.at(), value));
        }
        if (start.is("-") || start.is("+") || start.is("!")) {
            return tilde(expressions.expression());
        }
        Ex left = expressions.postfix();
        Token sign = words.peek();
        if ((sign.kind() == Token.Kind.SIGN && ASSIGNMENTS.contains(sign.text())) || oldArrow()) {
            String operator = assignmentSign();
            return end(new Syntax.Assign(start.at(), left, operator, expressions.expression()));
        }
        if (left instanceof Syntax.Call call && words.at(";")) {
            return end(new Syntax.Run(start.at(), call));
        }
        return tilde(expressions.rest(expressions.power(left)));
    }

    private boolean oldArrow() {
        return words.at("<")
                && words.peek(1).is("-")
                && words.peek(1)
                        .at()
                        .equals(new Position(
                                words.peek().at().file(),
                                words.peek().at().line(),
                                words.peek().end()));
    }

    /** Takes the sign of an assignment; what stands before its '='. */
    private String assignmentSign() {
        if (oldArrow()) {
            notes.add(new Note(words.take().at(), "'<-' is old syntax, now '='"));
            words.take();
            return "";
        }
        String sign = words.take().text();
        return sign.substring(0, sign.length() - 1);
    }

    private St tilde(Ex value) {
        if (!words.at("~")) {
            throw words.at(";")
                    ? Problem.at(value.at(), "this expression is no statement: expected an assignment, '~' or a call")
                    : words.missing("';' after the statement");
        }
        Position at = words.take().at();
        Token name = words.name("the name of a distribution");
        words.expect("(", "after the name of the distribution");
        Syntax.Call call = expressions.call(name);
        boolean truncated = words.atWord("T") && words.peek(1).is("[");
        Ex lower = null;
        Ex upper = null;
        if (truncated) {
            words.take();
            words.take();
            lower = words.at(",") || words.at("]") ? null : expressions.expression();
            if (words.skip(",")) {
                upper = words.at("]") ? null : expressions.expression();
            }
            words.expect("]", "after the bounds of the truncation");
        }
        return end(new Syntax.Tilde(at, value, name.at(), name.text(), call.arguments(), truncated, lower, upper));
    }
}
