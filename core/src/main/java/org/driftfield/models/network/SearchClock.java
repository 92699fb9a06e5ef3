package org.driftfield.models.network;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.driver.Trace;
import org.driftfield.models.network.line.RandomFeatures;

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

    /** Of many rows the best schedule is usually as many iterations as this times the rows a weight: the more these are, the later it learns by heart. */
    private static final double ROWS_A_WEIGHT = 1000;

    /** What may be the longest schedule or half of it is told as the geometric middle of both. */
    private static final double NEAR_LONGEST = 0.7;

    /** A schedule that is longer than the usual one by more than half the step to the next is usually too long. */
    private static final double MAY_EXCEED = 1.5;

    /** Half of patience without a better score: then it will probably end the run. */
    private static final double STALE = 0.125;

    /** Groups that average out what each learns by heart are at their best so many times later than one. */
    private static final double LATER = 1.5;

    /** So many schedules in a row that bring no better score end such a search. */
    private static final int TOO_LONG = 2;

    /** The best cloud of a schedule comes after this part of it. */
    private static final double BEST_AFTER = 0.45;

    /** How often noise that depends on the inputs is tried, or the share of the networks is so open that all rows stand aside. */
    private static final double OFTEN = 0.5;

    /** Features that do not learn explain less than networks do: where they explain this part of what a line leaves, networks explain most. */
    private static final double MUCH = 0.4;

    /** What chance explains by the best of many penalties is less than this part, and so many rows of all. */
    private static final double NOTHING = 0.01;

    private static final double NOTHING_ROWS = 3;

    /** What the trials have found so far. */
    enum Found {
        /** Nobody knows: what networks do with classes. */
        UNKNOWN,
        /** Nothing to add to the line: trials end soon, and so does what follows. */
        NOTHING,
        /** Something, but only by clouds that have hardly learnt: probably nothing, and what follows is as short as they took. */
        LITTLE,
        SOME,
        /** Much of what the line leaves: longer schedules are better, and the last run is as long. */
        MOST
    }

    /** Clouds of the first part of a schedule, no larger than this, have hardly learnt. */
    private static final double HARDLY = 0.1;

    /** A cloud that was the best of a trial: after how many iterations of a schedule. */
    record Cloud(int iteration, int length, double score) {
        static final Cloud NONE = new Cloud(0, 0, Double.POSITIVE_INFINITY);

        static Cloud of(Tried tried) {
            return new Cloud(tried.run().bestIteration(), tried.recipe().iterations(), tried.score());
        }
    }

    /**
     * Where a search stands before a trial.
     *
     * @param misses schedules in a row that brought no better score
     * @param chosen the one that would be taken now
     */
    record Standing(Found found, int misses, Cloud best, Cloud chosen) {
        static Standing first(Found outlook) {
            return new Standing(outlook, 0, Cloud.NONE, Cloud.NONE);
        }

        static Standing of(Found found, int misses, Tried best, Tried chosen) {
            return new Standing(found, misses, Cloud.of(best), Cloud.of(chosen));
        }

        /** Whether no trial has found anything yet. */
        boolean nothing() {
            return best.length() == 0 || found == Found.NOTHING;
        }
    }

    /**
     * What a run shows while it goes on.
     *
     * @param best the iterations of its best cloud so far; 0 before the first score
     * @param learns whether that is not the first that had a score: of networks that add nothing all have the line's
     */
    private record Seen(double made, int best, double score, boolean learns) {
        /** @param first the row of the first score, once it was seen */
        static Seen of(Progress.Event event, int[] first) {
            Trace trace = event.trace();
            String column = trace.rowOfLowest(NetworkAlgorithm.CRPS) < 0 ? NetworkAlgorithm.NLL : NetworkAlgorithm.CRPS;
            int row = trace.rowOfLowest(column);
            if (row < 0) {
                return new Seen(event.inPhase(), 0, Double.POSITIVE_INFINITY, false);
            }
            first[0] = first[0] < 0 ? row : first[0];
            return new Seen(event.inPhase(), row + 1, trace.get(row, column), row > first[0]);
        }

        boolean stale(int length) {
            return best > 0 && made - best > STALE * length;
        }
    }

    /** What is expected of a run: its iterations, and the moves after it. */
    private record Expected(double iterations, double after) {}

    private final SearchSizes sizes;
    /** Moves of an iteration of a trial, on average. */
    private final double few;
    /** The same as long as patience lasts from the start on, when only some of the particles move. */
    private final double early;

    private double done;
    private double seconds;

    /**
     * What a search for networks will probably find.
     *
     * @param explained the part of what the line leaves of so many rows that random features explain
     */
    static Found outlook(double explained, int rows) {
        if (explained < NOTHING + NOTHING_ROWS / Math.min(rows, RandomFeatures.MOST_ROWS)) {
            return Found.NOTHING;
        }
        return explained > MUCH ? Found.MOST : Found.SOME;
    }

    /** How much that is what networks add to the line, where the best cloud came after so many iterations of a schedule. */
    static Found some(int bestIteration, int length) {
        return bestIteration <= HARDLY * length ? Found.LITTLE : Found.SOME;
    }

    /** @param clear whether the networks explain much of what the line leaves */
    static Found found(Tried best, boolean clear) {
        if (!best.addsToTheLine()) {
            return Found.NOTHING;
        }
        return clear
                ? Found.MOST
                : some(best.run().bestIteration(), best.recipe().iterations());
    }

    SearchClock(SearchSizes sizes) {
        this.sizes = sizes;
        this.few = trial(1, 1);
        this.early = trial(PATIENCE, 1) / PATIENCE;
    }

    /** The session for a trial, after which there may be others. */
    Session trial(Session session, int length, int longest, Standing standing) {
        return watchTrial(session, length, seen -> {
            boolean sure = standing.found() == Found.NOTHING || standing.found() == Found.MOST;
            if (!sizes.many()) {
                return sizes.classes() && !sure
                        ? ofClasses(length, longest, standing, seen)
                        : ofFew(length, longest, standing, seen);
            }
            return standing.found() == Found.NOTHING && !seen.learns()
                    ? ofNothing(length, longest, seen)
                    : ofMany(length, longest, standing, seen);
        });
    }

    /** Where networks have nothing to add patience ends all trials soon. */
    private Expected ofNothing(int length, int longest, Seen seen) {
        double after = 0;
        for (int next = length; next < longest; ) {
            next = Tried.next(next, longest, Search.SKIPPING);
            after += trial(PATIENCE * next, next);
        }
        return new Expected(PATIENCE * length + seen.best(), after);
    }

    private Expected ofFew(int length, int longest, Standing standing, Seen seen) {
        int bestIteration = standing.best().iteration();
        Found found = standing.found();
        return switch (found) {
            case NOTHING -> ofNothing(length, longest, seen);
            case LITTLE -> {
                // One schedule more, unless this is the longest, or has shown that it is not better.
                boolean worse = seen.made() > bestIteration + STALE * length
                        && seen.score() >= standing.best().score();
                double trials = (worse ? 0 : Math.min(2.0 * length, 2.0 * (longest - length))) + OFTEN * length;
                double usual = PATIENCE * length + bestIteration;
                yield new Expected(usual, early * PATIENCE * trials + last(bestIteration, length, found));
            }
            case SOME -> {
                double best = Math.max(bestIteration, TIMES_ROOT_OF_SOME * Math.sqrt(sizes.rows()));
                double trials = Math.log((double) longest / length) / Math.log(2) + OFTEN;
                double iterations = PATIENCE * (2 * (longest - length) + OFTEN * longest) + trials * best;
                yield new Expected(
                        Math.min(length, PATIENCE * length + best), few * iterations + last(best, longest, found));
            }
            case MOST, UNKNOWN -> {
                double best = Math.min(longest, Math.max(0.5 * length, TIMES_ROOT * Math.sqrt(sizes.rows())));
                yield new Expected(OF_A_TRIAL * length, after(best, length, longest, found));
            }
        };
    }

    /**
     * Of classes a longer schedule may as well end the search as not, until most is explained: what is told is the geometric middle of the
     * shortest and the longest way from here.
     */
    private Expected ofClasses(int length, int longest, Standing standing, Seen seen) {
        Cloud best = standing.best();
        boolean open = standing.nothing() || seen.score() < best.score();
        double at = Math.max(best.iteration(), seen.best());
        if (at == 0) {
            at = Math.min(0.5 * length, TIMES_ROOT_OF_SOME * Math.sqrt(sizes.rows()));
        }
        double soonest = last(open ? at : best.iteration(), length, Found.SOME);
        double further = 0;
        double latest = at;
        for (int longer = length; longer < longest; ) {
            int next = Tried.next(longer, longest, 2);
            latest *= Math.sqrt(next / (double) longer);
            longer = next;
            double work = trial(Math.min(longer, PATIENCE * longer + latest), longer);
            soonest += open && further == 0 ? work : 0;
            further += work;
        }
        further += trial(OFTEN * latest, longest) + last(latest, longest, Found.SOME);
        return new Expected(Math.min(length, PATIENCE * length + at), Math.sqrt(soonest * further));
    }

    /** Of many rows what follows depends on which schedule will be taken: this one, a longer one, or the one before. */
    private Expected ofMany(int length, int longest, Standing standing, Seen seen) {
        Cloud best = standing.best();
        double usual = standing.found() == Found.MOST
                ? longest
                : Math.min(NEAR_LONGEST * longest, ROWS_A_WEIGHT * sizes.rows() / sizes.weights());
        boolean grows = length <= MAY_EXCEED * usual;
        boolean further = 2 * length <= usual && standing.misses() == 0;
        boolean better = seen.score() < best.score();
        boolean taken = standing.nothing() || better || seen.best() > best.iteration();
        if (!taken && !(grows && (further || seen.made() <= best.iteration() + STALE * length))) {
            double soon = seen.made() < best.iteration() ? Math.min(best.iteration(), PATIENCE * length) : 0;
            double made = Math.min(length, Math.max(seen.best(), soon) + PATIENCE * length);
            double more = misses(length, longest, standing.misses() + 1, best.iteration());
            return new Expected(
                    made,
                    more
                            + afterTrials(
                                    standing.chosen().iteration(),
                                    standing.chosen().length()));
        }
        if (grows && (further || !seen.stale(length))) {
            double schedule = Math.min(longest, Math.max(length, usual));
            double trials = 2 * (schedule - length);
            double more = misses(schedule, longest, 0, BEST_AFTER * schedule);
            return new Expected(length, trial(trials, trials) + more + afterTrials(schedule, schedule));
        }
        double more = misses(length, longest, better ? 0 : standing.misses() + 1, seen.best());
        return new Expected(Math.min(length, seen.best() + PATIENCE * length), more + afterTrials(seen.best(), length));
    }

    /** The work of trials that bring no better score, after one of such a length and so many like it, until they end the search. */
    private double misses(double length, int longest, int before, double best) {
        double work = 0;
        double longer = length;
        for (int k = before; k < TOO_LONG && longer < longest; k++) {
            longer = Tried.next((int) longer, longest, 2);
            work += trial(Math.min(longer, PATIENCE * longer + best), longer);
        }
        return work;
    }

    /** The work after all trials of many rows where the best cloud of the one that is taken came after so many of its iterations. */
    private double afterTrials(double best, double length) {
        return sizes.refit() ? trial(best, best) + whole(best, best) : whole(lasting(best, length), length);
    }

    /** How long the last run goes on. */
    private static double lasting(double best, double length) {
        return Math.min(length, LATER * best + PATIENCE * length);
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
        return watchTrial(
                session,
                length,
                seen -> new Expected(usual, sizes.many() ? afterTrials(best, length) : last(best, length, found)));
    }

    /** The session for a run of known length while rows stand aside in turn. */
    Session turn(Session session, int stop, int turns) {
        double after = turns * trial(stop, stop) + whole(stop, stop);
        return watchTrial(session, stop, seen -> new Expected(stop, after));
    }

    /** The session for the last run where nothing ends it early. */
    Session whole(Session session, int iterations) {
        return whole(session, iterations, iterations);
    }

    /**
     * The session for the last run.
     *
     * @param best the iterations of the best cloud of the trial that it repeats
     */
    Session whole(Session session, int iterations, int best) {
        return watch(
                session,
                iterations,
                seen -> {
                    double latest = Math.max(best, seen.best());
                    boolean ends = seen.made() >= LATER * best && seen.stale(iterations);
                    double made = ends ? latest + PATIENCE * iterations : lasting(latest, iterations);
                    return new Expected(Math.min(iterations, made), 0);
                },
                made -> whole(made, iterations));
    }

    /** Moves of the last run in so many of all its iterations. */
    private double whole(double made, double iterations) {
        return sizes.lastGroups() * sizes.last().work(made, iterations);
    }

    /** Moves of a trial in so many of all its iterations. */
    private double trial(double made, double iterations) {
        return sizes.trialGroups() * sizes.trial().work(made, iterations);
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

    private Session watchTrial(Session session, int length, Function<Seen, Expected> expected) {
        return watch(session, length, expected, made -> trial(made, length));
    }

    /** @param moves in so many iterations */
    private Session watch(Session session, int most, Function<Seen, Expected> expected, DoubleUnaryOperator moves) {
        double before = done;
        Progress progress = session.progress();
        int[] first = {-1};
        return session.watchedBy(event -> {
            double made = event.inPhase();
            Seen seen = Seen.of(event, first);
            Expected of = expected.apply(seen);
            double left = made < of.iterations() ? of.iterations() - made : OF_THE_REST * (most - made);
            progress.update(new Progress.Event(
                    event.phase(),
                    event.iteration(),
                    Math.round((before + moves.applyAsDouble(made)) / UNIT),
                    Math.round((before + moves.applyAsDouble(made + left) + of.after()) / UNIT),
                    () -> 0,
                    event.trace(),
                    event.collected()));
        });
    }

    /** A run of a small cloud was made, which would have ended after so many iterations. */
    void made(Run run, int length) {
        made(trial(run.trace().rows(), length));
        passed(run);
    }

    /** So many iterations of a run of the whole cloud were made, after which there is another. */
    void madeWhole(int iterations, int length) {
        made(whole(iterations, length));
    }

    /** A run took time that is not kept. */
    void passed(Run run) {
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
