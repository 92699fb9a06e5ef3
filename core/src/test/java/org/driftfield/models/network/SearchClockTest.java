package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Session;
import org.driftfield.models.network.SearchClock.Found;
import org.junit.jupiter.api.Test;

/** What is told of the time left, on searches that were made: concrete, kin8nm, power plant, red wine and a straight line. */
class SearchClockTest {
    private static final int FEW = 40;
    private static final int PARTICLES = 200;
    private static final int LONGEST = 5000;

    /**
     * A search.
     *
     * @param lengths of the schedules tried
     * @param best the iterations of their best clouds; a trial ends a quarter of its schedule later
     * @param noise the best cloud of the trial with uneven noise, at the length of the one before; 0 where there was none
     * @param turns the length of the runs while rows stood aside; 0 where there were none
     * @param whole the length of the last run
     */
    private record Made(Found found, int[] lengths, int[] best, int noise, boolean inTurn, int turns, int whole) {}

    private static final List<Made> LONG = List.of(
            new Made(
                    Found.MOST,
                    new int[] {312, 624, 1248, 2496, 5000},
                    new int[] {294, 348, 570, 2352, 1560},
                    1908,
                    true,
                    0,
                    3158),
            new Made(
                    Found.MOST,
                    new int[] {312, 624, 1248, 2496, 5000},
                    new int[] {312, 624, 1248, 2346, 4284},
                    4284,
                    false,
                    0,
                    5000),
            new Made(
                    Found.SOME,
                    new int[] {312, 624, 1248, 2496, 5000},
                    new int[] {312, 615, 944, 2124, 2242},
                    2065,
                    false,
                    0,
                    2803),
            new Made(
                    Found.SOME,
                    new int[] {312, 624, 1248, 2496, 5000},
                    new int[] {160, 260, 740, 840, 1170},
                    1120,
                    true,
                    1120,
                    1400));

    private static final Made LINE =
            new Made(Found.NOTHING, new int[] {312, 1248, 5000}, new int[] {5, 5, 5}, 0, true, 0, 6);

    /** The work done and what is told to be left, from the tenth iteration on. */
    private static final class Watched {
        private final SearchClock clock;
        private final List<double[]> told = new ArrayList<>();
        private double done;
        private int runs;

        Watched(boolean inTurn) {
            clock = new SearchClock(FEW, PARTICLES, inTurn, true);
        }

        Session session() {
            return Session.NONE.watchedBy(event ->
                    told.add(new double[] {event.inPhase() * 100.0, (event.most() - event.inPhase()) * 100.0, runs}));
        }

        void run(Session watched, int made, int particles) {
            for (int i = 10; i <= made; i += 10) {
                watched.progress().update(new Progress.Event(Progress.Phase.SETTLING, i, i, made, () -> 0, null, null));
            }
            done += (double) made * particles;
            clock.made((double) made * particles);
            runs++;
        }
    }

    private static Watched replay(Made made) {
        Watched watched = new Watched(made.inTurn());
        int last = made.lengths().length - 1;
        for (int k = 0; k <= last; k++) {
            int length = made.lengths()[k];
            Found found = k == 0 ? Found.UNKNOWN : made.found();
            watched.run(
                    watched.clock.trial(watched.session(), length, LONGEST, found),
                    Math.min(length, made.best()[k] + length / 4),
                    FEW);
        }
        if (made.noise() > 0) {
            int length = made.lengths()[last];
            watched.run(
                    watched.clock.lastTrial(watched.session(), length, made.best()[last], made.found()),
                    Math.min(length, made.noise() + length / 4),
                    FEW);
        }
        for (int k = 0; made.turns() > 0 && k < Parts.COUNT - 1; k++) {
            watched.run(watched.clock.turn(watched.session(), made.turns(), Parts.COUNT - 2 - k), made.turns(), FEW);
        }
        watched.run(watched.clock.whole(watched.session(), made.whole()), made.whole(), PARTICLES);
        return watched;
    }

    /** The part of the work, from the tenth iteration on and but for the last fiftieth, at which what is told is true within a factor. */
    private static double within(Watched watched, double factor, int fromRun) {
        double all = 0;
        double good = 0;
        double before = 0;
        for (double[] event : watched.told) {
            double step = event[0] - before;
            before = event[0];
            double left = watched.done - event[0];
            if (left > 0.02 * watched.done && event[2] >= fromRun) {
                all += step;
                good += event[1] > left / factor && event[1] < left * factor ? step : 0;
            }
        }
        return good / all;
    }

    @Test
    void isRightWithinAFactorOfTwoNineTimesInTen() {
        double sum = 0;
        for (Made made : LONG) {
            sum += within(replay(made), 2, 0) / LONG.size();
            assertThat(within(replay(made), 3, 0)).isGreaterThan(0.99);
        }
        assertThat(sum).isGreaterThan(0.9);
    }

    /** Before the first trial has ended nobody knows that there is nothing to find. */
    @Test
    void aLineIsNoticedAfterTheFirstTrial() {
        assertThat(within(replay(LINE), 2, 1)).isGreaterThan(0.9);
    }
}
