package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.driftfield.engine.Crew;

/**
 * How a run is watched, saved and stopped, and who shares its work.
 *
 * @param checkpoint the file to which the run is saved, and from which it goes on if it exists; null for none
 * @param seconds how often the run is saved while it goes on; it is always saved at the end
 * @param progress hears of each iteration
 * @param stop asked after each iteration whether somebody wants the run to end soon and what it has to be kept
 * @param saved called after each time the run was saved
 * @param crew other processes that can be given parts of the work; null where there are none
 */
public record Session(
        Path checkpoint, double seconds, Progress progress, BooleanSupplier stop, Runnable saved, Crew crew) {
    /** Neither watched nor saved nor stopped. */
    public static final Session NONE = new Session(null, 30, Progress.NONE, () -> false, () -> {}, null);

    public Session {
        require(seconds >= 0, "seconds between checkpoints must not be negative, got %s", seconds);
    }

    /** The same, saved to a file every so many seconds. */
    public Session savedTo(Path file, double everySeconds) {
        return new Session(file, everySeconds, progress, stop, saved, crew);
    }

    /** The same, not saved. */
    public Session unsaved() {
        return new Session(null, seconds, progress, stop, saved, crew);
    }

    /** The same, watched by a listener. */
    public Session watchedBy(Progress listener) {
        return new Session(checkpoint, seconds, listener, stop, saved, crew);
    }

    /** The same, which ends soon and keeps what it has when the answer is true. */
    public Session stoppedBy(BooleanSupplier asked) {
        return new Session(checkpoint, seconds, progress, asked, saved, crew);
    }

    /** The same, with something that is done after each time it was saved. */
    public Session afterEachSave(Runnable then) {
        return new Session(checkpoint, seconds, progress, stop, then, crew);
    }

    /** The same, with others to share the work with; null for none. */
    public Session sharedWith(Crew others) {
        return new Session(checkpoint, seconds, progress, stop, saved, others);
    }
}
