package org.driftfield.models.network;

import java.util.List;
import org.driftfield.data.EncodedRows;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.HeldOut;
import org.driftfield.models.network.prediction.HeldOutClasses;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/**
 * Judges runs by rows held out, and puts them together with the line.
 *
 * @param validation the rows held out
 * @param y the target of all rows
 * @param tied whether it has ties
 * @param chance what the shares of networks beside the line are drawn towards 0 by
 */
record Judge(
        Task task,
        Perceptron net,
        Workers workers,
        EncodedRows validation,
        double[] y,
        boolean tied,
        double chance,
        long seed) {

    /** Networks that take this part off the loss of logistic regression go on to learn. */
    private static final double MUCH = 0.15;

    private Evaluation evaluation() {
        return new Evaluation(net, workers);
    }

    private ClassBlend classes() {
        return classes(validation);
    }

    private ClassBlend classes(EncodedRows rows) {
        return new ClassBlend(new Scoring(evaluation(), task, net.outputs(), 0, 1, rows), seed);
    }

    /** What a run beside a line is made on. */
    OneRun.Rows rows(Line line, EncodedRows training, EncodedRows held, LogVariance variance) {
        return new OneRun.Rows(
                task, line.residual(training), line.residual(held), variance, line.noiseVariance(), tied, chance);
    }

    /** Puts a run together with the line by the validation rows. */
    Tried settled(NetworkOptions of, Line line, LogVariance variance, OneRun run) {
        return task == Task.REGRESSION
                ? told(of, line, variance, run, run.selection.of(run.mixture))
                : classes().settled(of, line, variance, run);
    }

    /** A number as a judgement has it told, before it is recalibrated. */
    Tried told(NetworkOptions of, Line line, LogVariance variance, OneRun run, HeldOut.Judgement judged) {
        Mixture blended = line.blend(
                run, new Line.Blending(judged.share(), judged.widening(), variance, Recalibration.NONE), seed);
        return new Tried(of, line, variance, run, blended, judged.strength(), judged.widening(), judged.each());
    }

    /** A number as several runs, the first of which is told, have it come out. */
    Tried calibrated(List<Calibration.Part> parts) {
        return new Calibration(evaluation(), y, tied).of(parts);
    }

    /** What a run beside a line says of the classes of other rows. */
    HeldOutClasses classes(Line line, OneRun run, EncodedRows rows) {
        return classes(rows).held(line, run);
    }

    /** Classes with the share, if they are to have one, and the sharpness that suit what was held out. */
    Tried told(Tried tried, HeldOutClasses held, boolean networks) {
        return classes().told(tried, held, networks);
    }

    /** What the rows that a run learnt from say of how its noise depends on the inputs; null where it makes the run no better. */
    LogVariance unevenness(Tried of, EncodedRows train, EncodedRows judging, boolean forced) {
        LogVariance variance = of.unevenness(evaluation(), train);
        double here = selection(rows(of.line(), train, judging, variance), of.run())
                .of(of.run().mixture)
                .score();
        return forced || here <= of.score() ? variance : null;
    }

    /** What a run says of the rows held out of it. */
    HeldOut held(OneRun.Rows rows, OneRun run) {
        return selection(rows, run).heldOut(run.mixture);
    }

    private Selection selection(OneRun.Rows rows, OneRun run) {
        return rows.selection(evaluation(), run.centre, run.spread);
    }

    /** What clouds of more groups than were tried are told with, of which there was another run. */
    Mixture forGroups(int groups, Tried one, OneRun other) {
        return classes().forGroups(groups, one, other);
    }

    /** Whether networks explain so much that longer schedules will be better. */
    boolean mostExplained(Tried tried) {
        return task == Task.REGRESSION ? tried.clear() : tried.score() < (1 - MUCH) * lineScore(tried);
    }

    private double lineScore(Tried tried) {
        if (tried.line().isNone()) {
            return Double.NaN;
        }
        return task == Task.REGRESSION
                ? tried.run().selection.line().score()
                : classes().lineScore(tried.mixture());
    }

    /** A line of the report on the search. */
    NetworkTrial trial(Tried tried, Errors errors) {
        NetworkRecipe recipe = tried.options().recipe();
        return new NetworkTrial(
                tried.variance() == null ? errors : Errors.HETEROSCEDASTIC,
                recipe.iterations(),
                tried.run().bestIteration(),
                tried.score(),
                lineScore(tried),
                tried.mixture().blend().share());
    }
}
