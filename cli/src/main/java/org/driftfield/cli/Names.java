package org.driftfield.cli;

/** Names that came from data, made safe for a terminal. */
final class Names {
    private Names() {}

    /** Control characters, which could move the cursor or change colours, become question marks. */
    static String printable(String name) {
        return name.codePoints().anyMatch(Character::isISOControl)
                ? name.codePoints()
                        .map(c -> Character.isISOControl(c) ? '?' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : name;
    }
}
