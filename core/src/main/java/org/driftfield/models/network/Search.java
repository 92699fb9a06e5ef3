package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Session;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.line.RandomFeatures;
import org.driftfield.models.network.prediction.Blend;
import org.driftfield.models.network.prediction.HeldOut;
import org.driftfield.models.network.prediction.HeldOutClasses;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Repeats;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Provenance;
import org.driftfield.random.StreamKeys;

/**
 * Fits by the default recipe with settings that suit the data. Small clouds are run with schedules of growing length while the
 * validation rows are predicted better, then with other noise and priors at the best length. The whole cloud is run with what
 * was best: on all rows, those of validation included, where they are few or tell classes; else on the training rows, and put
 * together with the line, and recalibrated, on the validation rows.
 */
final class Search {
    /** With so many rows those for validation are not missed by networks that predict a number. */
    private static final int ENOUGH_ROWS = 10_000;

    /** With fewer rows than this none can be set aside. */
    static final int FEWEST_ROWS = 5;

    /** Particles of a small cloud. */
    private static final int FEW = 40;

    private static final int FEW_FOR_MANY_ROWS = 50;

    /** The shortest schedule tried is so many times shorter than the longest. */
    private static final int LENGTHS = 16;

    /** Of many rows long schedules are so long that the noise of a target may be known by heart in the first of them. */
    private static final int LENGTHS_FOR_MANY_ROWS = 64;

    private static final int SHORTEST = 200;

    /** Particles of a group that find the way of many rows where networks explain most: there the drift is told by few rows, and it is steps that are missing, not rows. */
    private static final int FEWEST_MOVING = 1;

    /** How many times longer the next schedule is while the networks have nothing to add to the line. */
    static final int SKIPPING = 4;

    private final NetworkData data;
    private final NetworkOptions options;
    private final CloudRecipe.Standard asked;
    private final Perceptron net;
    private final Workers workers;
    private final Session session;
    private final EncodedRows train;
    private final EncodedRows validation;
    /** Those validation rows by which runs are judged. */
    private final EncodedRows judging;

    private final boolean refit;
    private final boolean tied;
    private final Judge judge;
    private final Line line;
    private final SearchClock.Found outlook;
    /** What trials are made with, but for their length. */
    private final CloudRecipe.Standard base;

    private final SearchClock clock;
    private final List<NetworkTrial> trials = new ArrayList<>();

    /** @param asked the recipe of the options */
    Search(
            NetworkData data,
            NetworkOptions options,
            CloudRecipe.Standard asked,
            Perceptron net,
            Workers workers,
            Session session) {
        this.data = data;
        this.options = options;
        this.asked = asked;
        this.net = net;
        this.workers = workers;
        this.session = session;
        boolean none = data.validation().count() == 0;
        Parts.Part held =
                none ? Parts.setAside(data.train(), options.seed()) : new Parts.Part(data.validation(), data.train());
        this.train = held.rest();
        this.validation = held.aside();
        this.judging = data.task() == Task.REGRESSION ? Calibration.fresh(validation, train) : validation;
        this.tied = data.task() == Task.REGRESSION && Errors.tied(data.train().y());
        // Of classes held-out rows say two numbers, which suit any cloud; intervals are those of the cloud that they
        // saw.
        this.refit = none || data.task() != Task.REGRESSION || train.count() + validation.count() < ENOUGH_ROWS;
        this.judge = new Judge(
                data.task(),
                net,
                workers,
                validation,
                data.train().y(),
                tied,
                inTurn() ? Selection.CHANCE_OF_ONE : Selection.CHANCE_OF_MANY,
                options.seed());
        this.line = Line.of(data.task(), net.outputs(), train, validation);
        this.outlook = data.task() == Task.REGRESSION && !line.isNone()
                ? SearchClock.outlook(RandomFeatures.explained(line.residual(train), options.seed()), train.count())
                : SearchClock.Found.UNKNOWN;
        CloudRecipe.Standard own = asked.withTailsOf(data.train().y()).withGroups(many() ? 0 : asked.groups());
        this.base = many() && outlook == SearchClock.Found.MOST ? own.withMoving(FEWEST_MOVING) : own;
        this.clock = new SearchClock(sizes());
    }

    NetworkFit fit() {
        Tried best = given() && !refit ? ofGivenLength() : confirmed(others(lengths()));
        Tried last = refit ? onAllRows(best) : given() ? best : onTrainingRows(best);
        NetworkPosterior posterior = last.posterior(data, net);
        NetworkPosterior held = refit ? best.posterior(data, net) : posterior;
        double seconds = clock.seconds() + last.run().run.seconds();
        String settings =
                options.withThreads(1).withRecipe(last.options().recipe()).toString();
        return new NetworkFit(
                posterior,
                held,
                last.run().run.lasting(seconds),
                data.validation().count() == 0 ? null : held.scores(validation, workers.threads()),
                data.test().count() == 0 ? null : posterior.scores(data.test(), workers.threads()),
                trials,
                Provenance.here(Method.of(asked.method()).orElseThrow(), settings, options.seed(), seconds));
    }

    /** Whether the length of the schedule is given. */
    private boolean given() {
        return asked.iterations() > 0;
    }

    private boolean many() {
        return train.count() >= ENOUGH_ROWS;
    }

    private int few() {
        return Math.min(options.particles(), many() ? FEW_FOR_MANY_ROWS : FEW);
    }

    private SearchSizes sizes() {
        int all = train.count() + (refit ? validation.count() : 0);
        return SearchSizes.of(
                base.completed(train.count(), net.weights(), few()),
                base.withGroups(asked.groups()).completed(all, net.weights(), options.particles()),
                data.task(),
                train.count(),
                all,
                net.weights(),
                few(),
                options.particles(),
                inTurn() ? Parts.clearTurns(validation.count()) : 0,
                inTurn() ? Parts.COUNT - 1 : 0,
                refit);
    }

    private Tried lengths() {
        int longest = base.completed(train.count(), net.weights(), few()).iterations();
        int times = given() ? 1 : many() ? LENGTHS_FOR_MANY_ROWS : LENGTHS;
        int length = Math.min(longest, Math.max(SHORTEST, longest / times));
        Tried best = null;
        Tried chosen = null;
        // What groups learn by heart is averaged out where the last run has more: longer schedules suit it.
        boolean averaged = complete(base, train.count(), few()).recipe().groups()
                < complete(base.withGroups(asked.groups()), train.count(), options.particles())
                        .recipe()
                        .groups();
        int misses = 0;
        while (misses < 2) {
            Session watched = best == null
                    ? clock.trial(session, length, longest, SearchClock.Standing.first(outlook))
                    : clock.trial(session, length, longest, SearchClock.Standing.of(found(best), misses, best, chosen));
            Tried tried = attempt(length, null, watched);
            boolean better = best == null || tried.score() < best.score();
            boolean asGood = !better && averaged && tried.goesOn(best);
            if (better) {
                best = tried;
                misses = 0;
            } else if (best.addsToTheLine()) {
                // What one group's start is worth is more than a standard error of many rows.
                misses += averaged || !best.settledBy(tried) ? 1 : 2;
            }
            chosen = better || asGood ? tried : chosen;
            if (length >= longest) {
                break;
            }
            // A schedule that found nothing to add may have been too short to: that says little about longer ones.
            length = Tried.next(length, longest, best.addsToTheLine() ? 2 : SKIPPING);
        }
        return chosen;
    }

    private SearchClock.Found found(Tried best) {
        return SearchClock.found(best, judge.mostExplained(best));
    }

    /** Noise that depends on the inputs, at the length that was best. */
    private Tried others(Tried best) {
        LogVariance variance = unevenness(best);
        if (variance == null) {
            return best;
        }
        int length = best.options().recipe().iterations();
        Session watched = clock.lastTrial(session, length, best.run().bestIteration(), found(best));
        Tried tried = attempt(length, variance, watched);
        return takes(tried, best) ? tried : best;
    }

    /** How the noise depends on the inputs; null where that makes the networks at hand no better, or was not asked for. */
    private LogVariance unevenness(Tried best) {
        boolean open = asked.errors() == Errors.CHOSEN || uneven();
        return data.task() == Task.REGRESSION && open ? judge.unevenness(best, train, judging, uneven()) : null;
    }

    private boolean uneven() {
        return asked.errors() == Errors.HETEROSCEDASTIC;
    }

    private boolean takes(Tried withUnevenNoise, Tried best) {
        return uneven() || withUnevenNoise.betterThan(best);
    }

    /** A run of a small cloud. */
    private Tried attempt(int length, LogVariance variance, Session watched) {
        NetworkOptions small = complete(base.withIterations(length), train.count(), few());
        if (data.task() != Task.REGRESSION && many() && options.patience() == 0) {
            small = small.unwatched(); // the last run is not watched either
        }
        OneRun.Rows rows = judge.rows(line, train, judging, variance);
        OneRun run = OneRun.of(net, rows, small, 0, workers, watched.unsaved(), "");
        clock.made(run.run, length);
        return tried(judge.settled(small, line, variance, run));
    }

    private Tried tried(Tried made) {
        trials.add(judge.trial(made, base.errors()));
        return made;
    }

    private NetworkOptions complete(CloudRecipe.Standard recipe, int n, int particles) {
        return options.withParticles(particles).withRecipe(recipe.completed(n, net.weights(), particles));
    }

    /** Whether all rows stand aside in turn where the share of the networks is open. */
    private boolean inTurn() {
        return refit && Parts.inTurn(validation.count(), train.count());
    }

    /**
     * The share and the recalibration that suit all rows, where there are few for validation: other parts of the rows stand aside for
     * runs with the same settings, and are predicted by them. Of a line alone that takes no runs.
     */
    private Tried confirmed(Tried best) {
        int turns = turns(best);
        if (data.task() != Task.REGRESSION) {
            return turns == 0 ? best : classesInTurn(best, turns);
        }
        Calibration.Part first = new Calibration.Part(best, train, validation);
        return judge.calibrated(turns == 0 ? List.of(first) : inTurn(best, first, turns))
                .asStrongAs(best);
    }

    private List<Calibration.Part> inTurn(Tried best, Calibration.Part first, int turns) {
        // The validation rows have chosen the settings: only the others tell without favour.
        double known = best.strength() > Parts.CLEAR ? best.mixture().blend().share() : Double.NaN;
        HeldOut.Judgement judged = best.run().selection.line();
        boolean networks = best.addsToTheLine();
        List<Calibration.Part> parts = new ArrayList<>(List.of(first));
        HeldOut held = null;
        for (int k = 1; k <= turns; k++) {
            Parts.Part part = Parts.of(train, validation, k, options.seed());
            Line line = best.line().again(part.rest());
            OneRun run = best.run();
            if (networks) {
                OneRun.Rows rows =
                        judge.rows(line, part.rest(), Calibration.fresh(part.aside(), part.rest()), best.variance());
                run = turn(best, rows, turns - k);
                HeldOut here = judge.held(rows, run);
                held = held == null ? here : HeldOut.together(held, here);
                judged = held.judged(tied, Selection.CHANCE_OF_MANY, known);
                // Where two parts leave the networks no share, others would hardly give them one.
                networks = k < Parts.FEWEST_TURNS
                        || held.judged(tied, Selection.CHANCE_OF_ONE, known).share() > 0;
            }
            parts.add(new Calibration.Part(
                    new Tried(best.options(), line, best.variance(), run, null, 0, 1, null),
                    part.rest(),
                    part.aside()));
        }
        HeldOut.Judgement last = judged;
        // The last run goes on for as long as these did, whatever more rows say of the networks.
        return parts.stream()
                .map(part -> new Calibration.Part(
                        judge.told(
                                best.options(),
                                part.tried().line(),
                                best.variance(),
                                part.tried().run(),
                                last),
                        part.learnt(),
                        part.aside()))
                .toList();
    }

    /** What is told of classes by rows that have chosen nothing. */
    private Tried classesInTurn(Tried best, int turns) {
        List<HeldOutClasses> held = new ArrayList<>();
        boolean networks = best.addsToTheLine();
        for (int k = 1; k <= turns; k++) {
            Parts.Part part = Parts.of(train, validation, k, options.seed());
            Line line = best.line().again(part.rest());
            OneRun run =
                    networks ? turn(best, judge.rows(line, part.rest(), part.aside(), null), turns - k) : best.run();
            held.add(judge.classes(line, run, part.aside()));
            networks &= k < Parts.FEWEST_TURNS || HeldOutClasses.together(held).share() > 0;
        }
        return judge.told(best, HeldOutClasses.together(held), networks);
    }

    /** A run with the settings that were best, as long as the best cloud took. */
    private OneRun turn(Tried best, OneRun.Rows rows, int others) {
        int stop = best.lasting();
        Session watched = clock.turn(session, stop, others).unsaved();
        OneRun run =
                OneRun.of(net, rows.unscored(), best.options().withRecipe(best.settled()), stop, workers, watched, "");
        clock.made(run.run, stop);
        return run;
    }

    /** How many parts of the rows stand aside besides those for validation. */
    private int turns(Tried best) {
        return !inTurn() || best.line().isNone() ? 0 : Parts.turns(best.strength(), validation.count());
    }

    private Tried onTrainingRows(Tried best) {
        NetworkOptions whole = best.patient(whole(best.recipe()), judging.count());
        return onTrainingRows(
                whole,
                best.variance(),
                clock.whole(session, whole.recipe().iterations(), best.run().bestIteration()),
                fingerprint(whole));
    }

    private NetworkOptions whole(CloudRecipe.Standard recipe) {
        return complete(recipe.withGroups(asked.groups()), train.count(), options.particles());
    }

    private Tried onTrainingRows(NetworkOptions whole, LogVariance variance, Session watched, String fingerprint) {
        OneRun run =
                OneRun.of(net, judge.rows(line, train, judging, variance), whole, 0, workers, watched, fingerprint);
        Tried settled = judge.settled(whole, line, variance, run);
        return judge.calibrated(List.of(new Calibration.Part(settled, train, validation)));
    }

    /** A run of given length that the validation rows judge: nothing has to be found before it, and its noise after it. */
    private Tried ofGivenLength() {
        NetworkOptions whole = whole(base);
        int length = base.iterations();
        Tried last = tried(onTrainingRows(whole, null, clock.whole(session, length), fingerprint(whole)));
        LogVariance variance = unevenness(last);
        if (variance == null) {
            return last;
        }
        clock.madeWhole(last.run().run.trace().rows(), length);
        Tried other = tried(
                onTrainingRows(whole, variance, clock.whole(session, length).unsaved(), ""));
        boolean taken = takes(other, last);
        clock.passed((taken ? last : other).run().run);
        return taken ? other : last;
    }

    /** All rows, with the shares and the recalibration that were found while the validation rows were held out. */
    private Tried onAllRows(Tried best) {
        EncodedRows all = train.and(validation);
        double more = all.count() / (double) train.count();
        // Held-out rows tell of a number how wide its intervals are: for that the last cloud is to be like theirs.
        // Classes were no better for it.
        boolean alike = data.task() == Task.REGRESSION && !given();
        CloudRecipe.Standard again = best.settled(alike ? more : 1);
        NetworkOptions whole = complete(again.withGroups(asked.groups()), all.count(), options.particles());
        Mixture told = told(best, whole.recipe().groups());
        Line line = best.line().again(all);
        int most = whole.recipe().iterations();
        int stop = best.lasting(most, more);
        OneRun run = OneRun.of(
                net,
                judge.rows(line, all, all.some(new int[0]), best.variance()),
                whole,
                stop,
                workers,
                clock.whole(session, stop),
                fingerprint(whole));
        Blend found = told.blend();
        double widening = best.widening(run, line, train.count() / (double) all.count());
        Mixture mixture = line.blend(
                        run,
                        new Line.Blending(found.share(), widening, best.variance(), found.recalibration()),
                        options.seed())
                .withSharpness(told.sharpness());
        Tried last = new Tried(whole, line, best.variance(), run, mixture, best.strength(), widening, best.losses());
        Repeats repeats = found.repeats();
        return repeats == null
                ? last
                : last.with(Calibration.withRepeats(last, all, repeats.correlation(), repeats.floor()));
    }

    /** What was tried with the share and the sharpness for so many groups; networks of classes are run once more to tell them. */
    private Mixture told(Tried best, int groups) {
        if (data.task() == Task.REGRESSION || groups <= best.recipe().groups() || !best.addsToTheLine()) {
            return best.mixture();
        }
        NetworkOptions other = best.options().withSeed(options.seed() ^ StreamKeys.Order.ANOTHER_START);
        OneRun.Rows rows = judge.rows(best.line(), train, judging, null).unscored();
        Session watched = clock.turn(session, best.lasting(), 0).unsaved();
        OneRun run = OneRun.of(net, rows, other, best.lasting(), workers, watched, "");
        clock.made(run.run, best.lasting());
        return judge.forGroups(groups, best, run);
    }

    private String fingerprint(NetworkOptions whole) {
        return Network.fingerprint(whole.withThreads(1).toString(), data);
    }
}
