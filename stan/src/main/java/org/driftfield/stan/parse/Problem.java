package org.driftfield.stan.parse;

import java.util.Locale;
import org.driftfield.InputException;
import org.driftfield.stan.tree.Position;

/** Messages about a program begin with the place. */
final class Problem {
    private Problem() {}

    static InputException at(Position at, String format, Object... args) {
        return new InputException(at + ": " + (args.length == 0 ? format : String.format(Locale.ROOT, format, args)));
    }
}
