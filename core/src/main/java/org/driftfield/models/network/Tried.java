package org.driftfield.models.network;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.driftfield.data.EncodedRows;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.HeldOut;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Predictions;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;

/**
 * A run that was tried, with what stands beside its networks.
 *
 * @param strength the square of their share in standard errors
 * @param losses of the rows by which it is judged
 * @param heldNoise the variance of the noise that was told of held-out rows on average; NaN where nothing was
 */
record Tried(
        NetworkOptions options,
        Line line,
        LogVariance variance,
        OneRun run,
        Mixture mixture,
        double strength,
        double widening,
        double[] losses,
        double heldNoise) {
    /** Iterations of a run by which nothing is told. */
    private static final int NOTHING_TOLD = 5;

    /** What networks explain of what a line leaves, over what they leave, from which on they go on to learn. */
    private static final double MUCH = 0.5;

    Tried(
            NetworkOptions options,
            Line line,
            LogVariance variance,
            OneRun run,
            Mixture mixture,
            double strength,
            double widening,
            double[] losses) {
        this(options, line, variance, run, mixture, strength, widening, losses, Double.NaN);
    }

    CloudRecipe.Standard recipe() {
        return (CloudRecipe.Standard) options.recipe();
    }

    double score() {
        return Arrays.stream(losses).average().orElseThrow();
    }

    Tried with(Mixture told) {
        return new Tried(options, line, variance, run, told, strength, widening, losses, heldNoise);
    }

    Tried withHeldNoise(double told) {
        return new Tried(options, line, variance, run, mixture, strength, widening, losses, told);
    }

    /**
     * What is run on so many times as many rows. As often over the rows as the cloud that was best is then at the same place of the
     * schedule, under as much of prior and noise as what held-out rows have told of.
     */
    CloudRecipe.Standard settled(double moreRows) {
        return settled().withIterations((int) Math.round(recipe().iterations() * longer(moreRows)));
    }

    /** What is run again: with the tails that were found, since others would not suit what held-out rows say of this run. */
    CloudRecipe.Standard settled() {
        if (recipe().errors() != Errors.STUDENT) {
            return recipe();
        }
        double logs = Arrays.stream(run.mixture.noise())
                .mapToDouble(group -> Math.log(group.dof()))
                .average()
                .orElseThrow();
        return recipe().withDof(Math.exp(logs));
    }

    /** The variance of the noise that is told of rows where it is as usual. */
    double noise() {
        return averageNoise(mixture.noise(), run, Double.NaN, 1);
    }

    private static double averageNoise(Noise[] groups, OneRun run, double ofLine, double share) {
        return Arrays.stream(groups)
                .mapToDouble(own -> HeldOut.noiseVariance(own.variance() * run.spread * run.spread, ofLine, share))
                .average()
                .orElseThrow();
    }

    /**
     * The widening of a run on more rows, by what held-out rows have shown with fewer.
     *
     * @param part of the rows that this one was found with
     */
    double widening(OneRun last, Line again, double part) {
        double share = mixture.blend().share();
        return Double.isNaN(heldNoise) || share == 0
                ? HeldOut.widening(widening, part)
                : HeldOut.widening(
                        widening,
                        part,
                        heldNoise,
                        averageNoise(last.mixture.noise(), last, again.noiseVariance(), share));
    }

    /** Whether the networks explain much of what the line leaves of the rows by which it is judged: a third of it. Of classes none is told so. */
    boolean clear() {
        return mixture.noise() != null && strength > MUCH * losses.length;
    }

    /** As strong as another, by the rows that tell of that one. */
    Tried asStrongAs(Tried other) {
        return new Tried(options, line, variance, run, mixture, other.strength, widening, other.losses, heldNoise);
    }

    /** After how many iterations a run ends that has nothing to be judged by, as long as there are as many rows as for this one. */
    int lasting() {
        return clear() ? run.run.trace().rows() : run.bestIteration();
    }

    /**
     * How long a run on so many times as many rows is: as often over the rows as the cloud that was best. Where the networks explain much
     * of what the line leaves, there is little noise to be known by heart: such a run goes on for as long as this one did. Where the
     * networks have no share, nothing is told by where they go.
     */
    int lasting(int most, double moreRows) {
        if (!addsToTheLine()) {
            return Math.min(most, NOTHING_TOLD);
        }
        return (int) Math.min(most, Math.round(lasting() * longer(moreRows)));
    }

    private double longer(double moreRows) {
        return clear() ? 1 : moreRows;
    }

    /** Whether the networks are given a share, or there is no line. */
    boolean addsToTheLine() {
        return mixture.blend().share() > 0;
    }

    /** Whether the losses of the same rows are lower on average, by more than a standard error. */
    boolean betterThan(Tried other) {
        int n = losses.length;
        double gain = other.score() - score();
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double apart = other.losses[i] - losses[i] - gain;
            squares += apart * apart;
        }
        return gain > Math.sqrt(squares) / n;
    }

    /**
     * Whether a longer schedule that is not better tells that still longer ones are not either: it is worse by more than a standard error,
     * or was at its best no later than this one, and learnt by heart after that.
     */
    boolean settledBy(Tried longer) {
        return betterThan(longer) || longer.run.bestIteration() <= run.bestIteration();
    }

    /**
     * Whether it is at its best later than another one, and either no worse that could be told or at its best in the last quarter of its
     * schedule: then it has learnt nothing by heart, and is worse by where it started.
     */
    boolean goesOn(Tried other) {
        boolean through = 4 * run.bestIteration() > 3 * recipe().iterations();
        return addsToTheLine()
                && run.bestIteration() > other.run.bestIteration()
                && (through || !other.betterThan(this));
    }

    /**
     * What a run of more groups is made with, which is judged by so many rows. They may be good early on by what they average out: it goes on at
     * least to where this one was at its best.
     */
    NetworkOptions patient(NetworkOptions whole, int judged) {
        CloudRecipe.Standard of = (CloudRecipe.Standard) whole.recipe();
        int every = of.scoreEvery(judged, true);
        int until = (run.bestIteration() + every - 1) / every;
        return whole.patience() > 0 ? whole : whole.withPatience(Math.max(of.patience(every), until));
    }

    /** The length of the next schedule, so many times that of this one; one that is nearly the longest is the longest. */
    static int next(int length, int longest, int times) {
        int further = times * length;
        return 1.5 * further > longest ? longest : further;
    }

    /** What it says, to be asked of any rows. */
    NetworkPosterior posterior(NetworkData data, Perceptron net) {
        return new NetworkPosterior(
                data.task(),
                data.encoding(),
                IntStream.rangeClosed(0, net.layers()).mapToObj(net::width).toList(),
                options.activation(),
                mixture,
                run.bestGroup,
                run.tauScales,
                data.task() == Task.REGRESSION ? line.centre() : 0,
                run.spread);
    }

    /** The variance as it depends on the inputs, from what the run leaves unexplained of the rows that it was trained on. */
    LogVariance unevenness(Evaluation evaluation, EncodedRows train) {
        double[] mean =
                new Predictions(evaluation, Task.REGRESSION, 1, line.centre(), run.spread).means(mixture, train);
        double[] squares = new double[mean.length];
        double sum = 0;
        for (int i = 0; i < mean.length; i++) {
            double residual = train.y()[i] - mean[i];
            squares[i] = residual * residual;
            sum += squares[i] / mean.length;
        }
        for (int i = 0; i < mean.length; i++) {
            squares[i] /= Math.max(sum, Double.MIN_NORMAL);
        }
        return LogVariance.of(train.x(), train.inputs(), squares);
    }
}
