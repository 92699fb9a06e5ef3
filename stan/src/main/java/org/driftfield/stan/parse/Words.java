package org.driftfield.stan.parse;

import java.util.List;
import org.driftfield.InputException;
import org.driftfield.stan.parse.Token.Kind;
import org.driftfield.stan.tree.Position;

/** The words of a program with a place among them. */
final class Words {
    private final List<Token> tokens;
    private int next;

    Words(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(next);
    }

    /** The one {@code ahead} after the next. */
    Token peek(int ahead) {
        return tokens.get(Math.min(next + ahead, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(next);
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }

    boolean at(String sign) {
        return peek().is(sign);
    }

    boolean atWord(String word) {
        return peek().isWord(word);
    }

    /** Takes the sign if it is next. */
    boolean skip(String sign) {
        boolean there = at(sign);
        if (there) {
            take();
        }
        return there;
    }

    /** Takes the sign or says where it should have been: right after the word before. */
    Token expect(String sign, String where) {
        if (!at(sign)) {
            throw missing("'" + sign + "' " + where);
        }
        return take();
    }

    /** What to throw where something is missing after the word before. */
    InputException missing(String what) {
        Position at = peek().at();
        if (next > 0) {
            Token before = tokens.get(next - 1);
            if (before.at().line() != at.line() || !before.at().file().equals(at.file())) {
                return Problem.at(
                        new Position(before.at().file(), before.at().line(), before.end()), "expected %s", what);
            }
        }
        return Problem.at(at, "expected %s, found %s", what, peek().shown());
    }

    /** Takes a name that is no word of the language. */
    Token name(String what) {
        Token token = peek();
        if (token.kind() != Kind.NAME) {
            throw missing(what);
        }
        if (Reserved.WORDS.contains(token.text())) {
            throw Problem.at(token.at(), "expected %s, but '%s' is a word of the language", what, token.text());
        }
        return take();
    }
}
