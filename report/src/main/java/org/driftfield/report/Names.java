package org.driftfield.report;

/** Names that came from data, made safe for a terminal. */
public final class Names {
    private Names() {}

    /** Control characters, which could move the cursor or change colours, become question marks. */
    public static String printable(String name) {
        return name.codePoints().anyMatch(Character::isISOControl)
                ? name.codePoints()
                        .map(c -> Character.isISOControl(c) ? '?' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : name;
    }
}
