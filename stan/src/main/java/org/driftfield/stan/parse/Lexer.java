package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.parse.Token.Kind;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Position;

/** Cuts a text into words; comments go, included files come in their place. */
final class Lexer {
    /** All signs, longer ones before those they begin with. */
    private static final String[] SIGNS = {
        "%/%", ".*=", "./=", ".^=", "+=", "-=", "*=", "/=", "^=", "%=", ".*", "./", ".^", "==", "!=", "<=", ">=", "&&",
        "||", "+", "-", "*", "/", "%", "^", "\\", "'", "!", "<", ">", "=", "?", ":", ",", ";", "|", "~", "(", ")", "[",
        "]", "{", "}"
    };

    /** The signs that begin with each character. */
    private static final String[][] BY_FIRST = new String[128][];

    static {
        for (int c = 0; c < BY_FIRST.length; c++) {
            List<String> found = new ArrayList<>();
            for (String sign : SIGNS) {
                if (sign.charAt(0) == c) {
                    found.add(sign);
                }
            }
            BY_FIRST[c] = found.toArray(new String[0]);
        }
    }

    private final Includes includes;
    private final List<Note> notes;
    private final List<Token> tokens = new ArrayList<>();

    private String file;
    private String text;
    private int here;
    private int line;
    private int lineStart;

    Lexer(Includes includes, List<Note> notes) {
        this.includes = includes;
        this.notes = notes;
    }

    /** The words of a program, an END after the last. */
    List<Token> read(String name, String content) {
        Position end = lex(name, content);
        tokens.add(new Token(Kind.END, "", end, end.column()));
        return tokens;
    }

    private Position lex(String name, String content) {
        file = name;
        text = content;
        here = content.startsWith("\uFEFF") ? 1 : 0;
        line = 1;
        lineStart = here;
        while (skipToWord()) {
            char c = text.charAt(here);
            if (isLetter(c)) {
                name();
            } else if (isDigit(c) || (c == '.' && here + 1 < text.length() && isDigit(text.charAt(here + 1)))) {
                number();
            } else if (c == '"') {
                quoted();
            } else {
                sign();
            }
        }
        return position(here);
    }

    private Position position(int at) {
        return new Position(file, line, at - lineStart + 1);
    }

    /** Skips blanks and comments; false at the end of the text. */
    private boolean skipToWord() {
        while (here < text.length()) {
            char c = text.charAt(here);
            if (c == '\n') {
                newLine();
            } else if (Character.isWhitespace(c)) {
                here++;
            } else if (text.startsWith("//", here)) {
                skipLine();
            } else if (text.startsWith("/*", here)) {
                skipComment();
            } else if (c == '#') {
                hash();
            } else {
                return true;
            }
        }
        return false;
    }

    private void newLine() {
        here++;
        line++;
        lineStart = here;
    }

    private void skipLine() {
        int end = text.indexOf('\n', here);
        here = end < 0 ? text.length() : end;
    }

    private void skipComment() {
        Position start = position(here);
        int end = text.indexOf("*/", here + 2);
        if (end < 0) {
            throw Problem.at(start, "the comment that begins here has no end, expected '*/'");
        }
        while (here < end) {
            if (text.charAt(here) == '\n') {
                newLine();
            } else {
                here++;
            }
        }
        here = end + 2;
    }

    /** Either an include or a comment of the old syntax. */
    private void hash() {
        Position at = position(here);
        int start = here;
        skipLine();
        String rest = text.substring(start, here).strip();
        if (!rest.startsWith("#include")) {
            notes.add(new Note(at, "a comment with '#' is old syntax, now '//'"));
            return;
        }
        String wanted = rest.substring("#include".length()).strip();
        int comment = wanted.indexOf("//");
        wanted = comment < 0 ? wanted : wanted.substring(0, comment).strip();
        if (wanted.length() >= 2 && "\"<'".indexOf(wanted.charAt(0)) >= 0) {
            wanted = wanted.substring(1, wanted.length() - 1);
        }
        String outerFile = file;
        String outerText = text;
        int outerHere = here;
        int outerLine = line;
        int outerStart = lineStart;
        lex(wanted, includes.open(at, wanted));
        includes.close();
        file = outerFile;
        text = outerText;
        here = outerHere;
        line = outerLine;
        lineStart = outerStart;
    }

    private void name() {
        int start = here;
        while (here < text.length()
                && (isLetter(text.charAt(here)) || isDigit(text.charAt(here)) || text.charAt(here) == '_')) {
            here++;
        }
        add(Kind.NAME, text.substring(start, here), start);
    }

    private void number() {
        int start = here;
        boolean real = false;
        digits();
        if (here < text.length() && text.charAt(here) == '.' && !ellipsisSign()) {
            real = true;
            here++;
            digits();
        }
        if (here < text.length() && (text.charAt(here) == 'e' || text.charAt(here) == 'E')) {
            int after = here + 1;
            if (after < text.length() && (text.charAt(after) == '+' || text.charAt(after) == '-')) {
                after++;
            }
            if (after < text.length() && isDigit(text.charAt(after))) {
                real = true;
                here = after;
                digits();
            }
        }
        if (here < text.length() && text.charAt(here) == 'i') {
            throw Problem.at(position(start), "complex numbers are not supported, found an imaginary number");
        }
        if (here < text.length() && isLetter(text.charAt(here))) {
            throw Problem.at(position(start), "expected a number, found '%s'", text.substring(start, here + 1));
        }
        add(real ? Kind.REAL : Kind.INT, text.substring(start, here).replace("_", ""), start);
    }

    /** Whether the point belongs to an elementwise power, as in {@code 2.^x}: a number never ends so. */
    private boolean ellipsisSign() {
        return text.startsWith(".^", here);
    }

    private void digits() {
        while (here < text.length() && (isDigit(text.charAt(here)) || text.charAt(here) == '_')) {
            here++;
        }
    }

    private void quoted() {
        int start = here;
        here++;
        while (here < text.length() && text.charAt(here) != '"' && text.charAt(here) != '\n') {
            here += text.charAt(here) == '\\' && here + 1 < text.length() && text.charAt(here + 1) == '"' ? 2 : 1;
        }
        if (here >= text.length() || text.charAt(here) != '"') {
            throw Problem.at(position(start), "the text that begins here has no end, expected '\"' on the same line");
        }
        here++;
        String inside = text.substring(start + 1, here - 1);
        add(Kind.TEXT, inside.replace("\\\"", "\""), start);
    }

    private void sign() {
        char first = text.charAt(here);
        for (String sign : BY_FIRST[first < BY_FIRST.length ? first : 0]) {
            if (text.startsWith(sign, here)) {
                int start = here;
                here += sign.length();
                add(Kind.SIGN, sign, start);
                return;
            }
        }
        int c = text.codePointAt(here);
        throw Problem.at(
                position(here),
                "unexpected character %s",
                c < 32 || c == 127 ? "with code " + c : "'" + Character.toString(c) + "'");
    }

    private void add(Kind kind, String word, int start) {
        tokens.add(new Token(kind, word, position(start), here - lineStart + 1));
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
