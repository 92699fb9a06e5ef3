package org.driftfield.models.network;

import org.driftfield.driver.Progress;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.models.network.recipe.NetworkOptions;

/** Tells how far a search is, over all its runs: work is counted in moves of single particles. */
final class SearchClock {
    private double done;
    private double seconds;

    /**
     * The session for the next run.
     *
     * @param iterations those it may have
     * @param after the work that may follow it
     */
    Session watch(Session session, NetworkOptions options, int iterations, double after) {
        double before = done;
        double most = before + (double) iterations * options.particles() + after;
        Progress progress = session.progress();
        return session.watchedBy(event -> progress.update(new Progress.Event(
                event.phase(),
                event.iteration(),
                Math.round((before + (double) event.inPhase() * options.particles()) / UNIT),
                Math.round(most / UNIT),
                () -> 0,
                event.trace(),
                event.collected())));
    }

    /** A number that grows too fast to be read tells nothing: work is shown in hundreds of moves. */
    private static final double UNIT = 100;

    /**
     * The work that usually follows a trial: schedules twice as long each, up to the longest, and another of these for noise that
     * depends on the inputs, of all of which patience leaves about a half; then the whole cloud, for about a third of the longest.
     */
    static double usual(int length, int longest, int few, int particles) {
        return 0.5 * (3.0 * longest - 2.0 * length) * few + 0.3 * longest * particles;
    }

    /** A run was made. */
    void made(Run run, NetworkOptions options) {
        done += (double) run.trace().rows() * options.particles();
        seconds += run.seconds();
    }

    /** The time that the runs took. */
    double seconds() {
        return seconds;
    }
}
