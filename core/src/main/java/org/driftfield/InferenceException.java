package org.driftfield;

import java.util.Locale;

/**
 * The inference itself failed: a density that is not a number, a run that diverged. The message is one line that says where
 * and what to do about it.
 */
public final class InferenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InferenceException(String format, Object... args) {
        super(String.format(Locale.ROOT, format, args));
    }

    /** The same with what was thrown underneath. */
    public static InferenceException because(Throwable cause, String format, Object... args) {
        InferenceException exception = new InferenceException(format, args);
        exception.initCause(cause);
        return exception;
    }
}
