package org.driftfield;

/**
 * Something the user gave is wrong. The message is one line that names the subject, what was expected and what was found,
 * as in {@code particles must be at least 2, got 1}; the command line prints that line and exits with 2.
 */
public final class InputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }

    public InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Throws with a formatted message when {@code ok} is false. */
    public static void require(boolean ok, String format, Object... args) {
        if (!ok) {
            throw new InputException(String.format(java.util.Locale.ROOT, format, args));
        }
    }
}
