package org.driftfield.stan.parse;

import org.driftfield.stan.tree.Position;

/**
 * A word of a program.
 *
 * @param end the column after its last character
 */
record Token(Kind kind, String text, Position at, int end) {
    enum Kind {
        NAME,
        INT,
        REAL,
        TEXT,
        SIGN,
        END
    }

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String word) {
        return kind == Kind.NAME && text.equals(word);
    }

    /** How a message calls it. */
    String shown() {
        return switch (kind) {
            case END -> "the end of the program";
            case TEXT -> "a text in quotes";
            default -> "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
        };
    }
}
