package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.nio.file.Path;

/**
 * How a run is watched and saved.
 *
 * @param checkpoint the file to which the run is saved, and from which it goes on if it exists; null for none
 * @param seconds how often the run is saved while it goes on; it is always saved at the end
 * @param progress hears of each iteration
 */
public record Session(Path checkpoint, double seconds, Progress progress) {
    /** Neither watched nor saved. */
    public static final Session NONE = new Session(null, 30, Progress.NONE);

    public Session {
        require(seconds >= 0, "seconds between checkpoints must not be negative, got %s", seconds);
    }

    /** The same, saved to a file every so many seconds. */
    public Session savedTo(Path file, double everySeconds) {
        return new Session(file, everySeconds, progress);
    }

    /** The same, not saved. */
    public Session unsaved() {
        return new Session(null, seconds, progress);
    }

    /** The same, watched by a listener. */
    public Session watchedBy(Progress listener) {
        return new Session(checkpoint, seconds, listener);
    }
}
