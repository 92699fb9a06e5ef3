package org.driftfield.models.network;

import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Growth;
import org.driftfield.models.network.recipe.Task;

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

    /** A trial goes on for this part of its schedule after its best cloud. */
    private static final double PATIENCE = 0.25;

    /** The best schedule is usually about so many times the root of the rows, or the longest. */
    private static final double TIMES_ROOT = 120;

    /** Where networks find some, the best cloud comes after about so many times that root, whatever the schedule. */
    private static final double TIMES_ROOT_OF_SOME = 20;

    /** Where rows are so many that a trial has one group of several, the best schedule is usually about so many times the root of the rows. */
    private static final double TIMES_ROOT_OF_MANY = 10;

    /** So many schedules in a row that bring no better score end such a search. */
    private static final int TOO_LONG = 2;

    /** The best cloud of a schedule comes after this part of it. */
    private static final double BEST_AFTER = 0.45;

    /** How often noise that depends on the inputs is tried, or the share of the networks is so open that all rows stand aside. */
    private static final double OFTEN = 0.5;

    /** What the trials have found so far. */
    enum Found {
        /** Nobody knows: what networks do with classes. */
        UNKNOWN,
        /** Nothing to add to the line: trials end soon, and so does what follows. */
        NOTHING,
        /** Something, but only by clouds that have hardly learnt: probably nothing, and what follows is as short as they took. */
        LITTLE,
        SOME,
        /** Most of what the line leaves: longer schedules are better, and the last run is as long. */
        MOST
    }

    /** Clouds of the first part of a schedule, no larger than this, have hardly learnt. */
    private static final double HARDLY = 0.1;

    private final Sizes sizes;
    /** Moves of an iteration of a trial, on average. */
    private final double few;
    /** The same as long as patience lasts from the start on, when only some of the particles move. */
    private final double early;

    private double done;
    private double seconds;

    /**
     * What runs are made of.
     *
     * @param rows to learn from
     * @param trial how many particles of a group move in a trial
     * @param trialGroups its groups
     * @param last how many particles of a group move in the last run
     * @param lastGroups its groups
     * @param turns how often rows stand aside in turn where it is clear what networks add
     * @param mostTurns where it is open
     * @param refit whether the last run is as long as the best cloud of the trials took
     */
    record Sizes(
            int rows,
            Growth trial,
            int trialGroups,
            Growth last,
            int lastGroups,
            int turns,
            int mostTurns,
            boolean refit) {
        /** Whether trials have fewer groups than the last run, which averages out what each learns by heart. */
        boolean averaged() {
            return trialGroups < lastGroups;
        }

        /**
         * Of runs on {@code tried} rows and then on {@code rows}.
         *
         * @param recipe for so many rows and particles
         * @param few particles of a trial
         */
        static Sizes of(
                BiFunction<Integer, Integer, CloudRecipe.Standard> recipe,
                Task task,
                int tried,
                int rows,
                int few,
                int particles,
                int turns,
                int mostTurns,
                boolean refit) {
            CloudRecipe.Standard trial = recipe.apply(tried, few);
            CloudRecipe.Standard last = recipe.apply(rows, particles);
            return new Sizes(
                    rows,
                    trial.growth(task, tried, few / trial.groups()),
                    trial.groups(),
                    last.growth(task, rows, particles / last.groups()),
                    last.groups(),
                    turns,
                    mostTurns,
                    refit);
        }
    }

    /** How much that is what networks add to the line, where the best cloud came after so many iterations of a schedule. */
    static Found some(int bestIteration, int length) {
        return bestIteration <= HARDLY * length ? Found.LITTLE : Found.SOME;
    }

    /** @param clear whether the networks explain most of what the line leaves */
    static Found found(Tried best, boolean clear) {
        if (!best.addsToTheLine()) {
            return Found.NOTHING;
        }
        return clear
                ? Found.MOST
                : some(best.run().bestIteration(), best.recipe().iterations());
    }

    SearchClock(Sizes sizes) {
        this.sizes = sizes;
        this.few = trial(1, 1);
        this.early = trial(PATIENCE, 1) / PATIENCE;
    }

    /**
     * The session for a trial, after which there may be others.
     *
     * @param bestIteration of the best cloud so far; 0 in the first trial
     */
    Session trial(Session session, int length, int longest, int bestIteration, Found found) {
        if (sizes.averaged() && found != Found.NOTHING && found != Found.LITTLE) {
            double usual = TIMES_ROOT_OF_MANY * Math.sqrt(sizes.rows());
            if (found != Found.MOST && length > usual && bestIteration < PATIENCE * length) {
                // The best cloud came so early that this schedule is too long.
                double made = bestIteration + PATIENCE * length;
                return watchTrial(session, length, made, afterTrials(bestIteration / (1 - PATIENCE)));
            }
            return ofMany(session, length, longest, found == Found.MOST ? longest : Math.max(length, usual));
        }
        return switch (found) {
            case NOTHING -> {
                // Schedules that grow by a factor of s up to the longest add up to s/(s - 1) times what it exceeds this
                // one by.
                double after =
                        PATIENCE * early * Math.max(0, longest - length) * Search.SKIPPING / (Search.SKIPPING - 1);
                yield watchTrial(session, length, PATIENCE * length, after);
            }
            case LITTLE -> {
                // One schedule more, unless this is the longest.
                double trials = Math.min(2.0 * length, 2.0 * (longest - length)) + OFTEN * length;
                double usual = PATIENCE * length + bestIteration;
                yield watchTrial(
                        session, length, usual, early * PATIENCE * trials + last(bestIteration, length, found));
            }
            case SOME -> {
                double best = Math.max(bestIteration, TIMES_ROOT_OF_SOME * Math.sqrt(sizes.rows()));
                double trials = Math.log((double) longest / length) / Math.log(2) + OFTEN;
                double iterations = PATIENCE * (2 * (longest - length) + OFTEN * longest) + trials * best;
                yield watchTrial(
                        session,
                        length,
                        Math.min(length, PATIENCE * length + best),
                        few * iterations + last(best, longest, found));
            }
            case MOST, UNKNOWN -> {
                double best = Math.min(longest, Math.max(0.5 * length, TIMES_ROOT * Math.sqrt(sizes.rows())));
                yield watchTrial(session, length, OF_A_TRIAL * length, after(best, length, longest, found));
            }
        };
    }

    /** A trial where the best schedule is so long: others follow, each twice as long, and some too long, which patience ends. */
    private Session ofMany(Session session, int length, int longest, double schedule) {
        double best = Math.min(longest, schedule);
        double trials = 2 * (best - length);
        double longer = best;
        for (int k = 0; k < TOO_LONG && longer < longest; k++) {
            longer = Math.min(longest, 2 * longer);
            trials += PATIENCE * longer + BEST_AFTER * best;
        }
        return watchTrial(session, length, length, trial(trials, trials) + afterTrials(best));
    }

    /** The work after all trials where these have one group of several and the best schedule is so long. */
    private double afterTrials(double best) {
        return (sizes.refit() ? trial(best, best) : 0) + whole(best, best);
    }

    /** The work after a trial where the best schedule is so long: trials up to the next one, each twice as long, and what they lead to. */
    private double after(double best, int length, int longest, Found found) {
        double trials = 2 * Math.max(0, Math.min(2 * best, longest) - length) + OFTEN * best;
        return OF_A_TRIAL * few * trials + last(BEST_AFTER * best, best, found);
    }

    /**
     * The session for the last trial.
     *
     * @param best the iterations of the best cloud so far
     */
    Session lastTrial(Session session, int length, int best, Found found) {
        boolean soon = found == Found.NOTHING || found == Found.LITTLE;
        double usual = soon ? PATIENCE * length + best : OF_A_TRIAL * length;
        return watchTrial(session, length, usual, last(best, length, found));
    }

    /** The session for a run of known length while rows stand aside in turn. */
    Session turn(Session session, int stop, int turns) {
        return watchTrial(session, stop, stop, turns * trial(stop, stop) + whole(stop, stop));
    }

    /** The session for the last run. */
    Session whole(Session session, int iterations) {
        return watch(session, iterations, iterations, 0, made -> whole(made, iterations));
    }

    /** Moves of the last run in so many of all its iterations. */
    private double whole(double made, double iterations) {
        return sizes.lastGroups() * sizes.last().moves(made, iterations);
    }

    /** Moves of a trial in so many of all its iterations. */
    private double trial(double made, double iterations) {
        return sizes.trialGroups() * sizes.trial().moves(made, iterations);
    }

    /** What follows the trials: the best cloud came after {@code best} iterations of a schedule. */
    private double last(double best, double length, Found found) {
        if (!sizes.refit()) {
            return whole(OF_A_TRIAL * length, length);
        }
        double stop = found == Found.MOST ? OF_A_TRIAL * length : best;
        double turns = found == Found.MOST ? sizes.turns() : OFTEN * sizes.mostTurns() + (1 - OFTEN) * sizes.turns();
        double iterations = found == Found.MOST ? stop : stop * Parts.COUNT / (Parts.COUNT - 1);
        return turns * trial(stop, stop) + whole(iterations, iterations);
    }

    private Session watchTrial(Session session, int length, double usual, double after) {
        return watch(session, length, usual, after, made -> trial(made, length));
    }

    /** @param moves in so many iterations */
    private Session watch(Session session, int most, double usual, double after, DoubleUnaryOperator moves) {
        double before = done;
        Progress progress = session.progress();
        return session.watchedBy(event -> {
            double made = event.inPhase();
            double left = made < usual ? usual - made : OF_THE_REST * (most - made);
            progress.update(new Progress.Event(
                    event.phase(),
                    event.iteration(),
                    Math.round((before + moves.applyAsDouble(made)) / UNIT),
                    Math.round((before + moves.applyAsDouble(made + left) + after) / UNIT),
                    () -> 0,
                    event.trace(),
                    event.collected()));
        });
    }

    /** A run of a small cloud was made, which would have ended after so many iterations. */
    void made(Run run, int length) {
        made(trial(run.trace().rows(), length));
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
