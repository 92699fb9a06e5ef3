package org.driftfield.models.network;

import org.driftfield.driver.Progress;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.models.network.recipe.NetworkOptions;

/**
 * Tells how far a search is, over all its runs: work is counted in moves of single particles. How many runs there will be, and how
 * long, is not known beforehand; what is told is what is usual.
 */
final class SearchClock {
    /** A number that grows too fast to be read tells nothing: work is shown in hundreds of moves. */
    private static final double UNIT = 100;

    /** Of its schedule a trial makes about this part before patience ends it; of what is left after that, */
    private static final double OF_A_TRIAL = 0.7;

    /** this. */
    private static final double OF_THE_REST = 0.3;

    /** Of the schedule of a trial that finds nothing to add to the line. */
    private static final double OF_NOTHING = 0.25;

    /**
     * The best schedule is often so many times shorter than the longest, and its best cloud comes after this part of it. Where it is much
     * shorter all is over before anybody asks.
     */
    private static final double USUAL_BEST = 2;

    private static final double BEST_AFTER = 0.45;

    /** How often rows stand aside in turn, and noise that depends on the inputs is tried. */
    private static final double OFTEN = 0.5;

    /** What the trials have found so far. */
    enum Found {
        UNKNOWN,
        /** Nothing to add to the line: trials end soon, and so does what follows. */
        NOTHING,
        SOME,
        /** Most of what the line leaves: longer schedules are better, and the last run is as long. */
        MOST
    }

    private final int few;
    private final int particles;
    private final boolean inTurn;
    private final boolean refit;
    private double done;
    private double seconds;

    /**
     * @param few particles of a trial
     * @param particles those of the last run
     * @param inTurn whether rows may stand aside in turn
     * @param refit whether the last run is as long as the best cloud of the trials took
     */
    SearchClock(int few, int particles, boolean inTurn, boolean refit) {
        this.few = few;
        this.particles = particles;
        this.inTurn = inTurn;
        this.refit = refit;
    }

    /** The session for a trial, after which there may be others. */
    Session trial(Session session, int length, int longest, Found found) {
        if (found == Found.NOTHING) {
            // Schedules that grow by a factor of s up to the longest add up to s/(s - 1) times what it exceeds this one
            // by.
            double after = OF_NOTHING * few * Math.max(0, longest - length) * Search.SKIPPING / (Search.SKIPPING - 1);
            return watch(session, few, length, OF_NOTHING * length, after);
        }
        double best = found == Found.MOST ? longest : Math.max(length, longest / USUAL_BEST);
        double later = 2 * (best - length) + (found == Found.MOST ? 0 : best);
        double trials = OF_A_TRIAL * few * (later + OFTEN * best);
        double last = found == Found.MOST ? particles * best : last(BEST_AFTER * best, best);
        return watch(session, few, length, OF_A_TRIAL * length, trials + last);
    }

    /**
     * The session for the last trial.
     *
     * @param best the iterations of the best cloud so far
     */
    Session lastTrial(Session session, int length, int best, Found found) {
        double last = found == Found.MOST ? particles * (double) length : last(best, length);
        return watch(session, few, length, OF_A_TRIAL * length, last);
    }

    /** The session for a run of known length while rows stand aside in turn. */
    Session turn(Session session, int stop, int turns) {
        return watch(session, few, stop, stop, (double) turns * few * stop + particles * (double) stop);
    }

    /** The session for the last run. */
    Session whole(Session session, int iterations) {
        return watch(session, particles, iterations, iterations, 0);
    }

    private double last(double best, double length) {
        return (inTurn ? OFTEN * (Parts.COUNT - 1) * few * best : 0)
                + particles * (refit ? best * Parts.COUNT / (Parts.COUNT - 1) : OF_A_TRIAL * length);
    }

    private Session watch(Session session, int cloud, int most, double usual, double after) {
        double before = done;
        Progress progress = session.progress();
        return session.watchedBy(event -> {
            double made = event.inPhase();
            double left = made < usual ? usual - made : OF_THE_REST * (most - made);
            progress.update(new Progress.Event(
                    event.phase(),
                    event.iteration(),
                    Math.round((before + made * cloud) / UNIT),
                    Math.round((before + (made + left) * cloud + after) / UNIT),
                    () -> 0,
                    event.trace(),
                    event.collected()));
        });
    }

    /** A run was made. */
    void made(Run run, NetworkOptions options) {
        made((double) run.trace().rows() * options.particles());
        seconds += run.seconds();
    }

    void made(double moves) {
        done += moves;
    }

    /** The time that the runs took. */
    double seconds() {
        return seconds;
    }
}
