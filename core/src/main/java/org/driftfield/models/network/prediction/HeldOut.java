package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * What networks say of rows that they have not learnt from, and what came, in units of the target; it may come from several runs,
 * each with rows of its own.
 *
 * @param residuals what a line leaves of the target, or the target without its centre
 * @param means of the networks
 * @param variances between the networks
 * @param noise the variance of the noise around the networks
 * @param lineNoise the variance of the noise around the line alone; NaN where there is none
 */
public record HeldOut(double[] residuals, double[] means, double[] variances, double[] noise, double[] lineNoise) {
    /** The prior of the logarithm of the noise's size counts as much as so many rows. */
    private static final double PRIOR_ROWS = 10;

    /** Degrees of freedom that are tried, while they fit better and better. */
    private static final double[] DOFS = {1000, 15, 7, 4, 2.5};

    /** Errors beyond so many standard deviations are wild. */
    private static final double WILD = 5;

    /** Steps of Newton's method, of which a handful is enough. */
    private static final int MOST_STEPS = 30;

    /**
     * What came out.
     *
     * @param score lower is better
     * @param each the score of each row
     * @param share of the networks
     * @param strength the square of the share that leaves the smallest squares, in standard errors
     * @param widening the factor of the noise's standard deviation that makes the squared errors as large as predicted: what training
     *     rows say of the noise around networks is too little where they are known by heart
     */
    public record Judgement(double score, double[] each, double share, double strength, double widening) {}

    /** The rows of several runs together. */
    public static HeldOut together(HeldOut... parts) {
        return new HeldOut(
                join(parts, HeldOut::residuals),
                join(parts, HeldOut::means),
                join(parts, HeldOut::variances),
                join(parts, HeldOut::noise),
                join(parts, HeldOut::lineNoise));
    }

    private static double[] join(HeldOut[] parts, Function<HeldOut, double[]> column) {
        return Stream.of(parts).map(column).flatMapToDouble(Arrays::stream).toArray();
    }

    /**
     * Gives the networks their share beside the line, where there is one, and scores what is then told.
     *
     * @param tied whether the target has ties, so that the score is the ranked one
     * @param chance what {@link #share} is drawn towards 0 by
     */
    public Judgement judged(boolean tied, double chance) {
        return judged(tied, chance, line(tied));
    }

    /**
     * As {@link #judged(boolean, double)}; where there are wild errors the smallest squares are theirs, and a share that is known from
     * other rows may be better.
     *
     * @param known that share; NaN where there is none
     */
    public Judgement judged(boolean tied, double chance, double known) {
        Judgement here = judged(tied, chance);
        if (Double.isNaN(known)) {
            return here;
        }
        Judgement there = at(known, here.strength(), tied);
        return there.score() < here.score() ? there : here;
    }

    /** @param line what {@link #line} says */
    Judgement judged(boolean tied, double chance, Judgement line) {
        if (line == null) {
            return at(1, Double.POSITIVE_INFINITY, tied);
        }
        double[] best = share(chance);
        Judgement blended = at(best[0], best[1], tied);
        return blended.score() < line.score() ? blended : line;
    }

    /** The line alone; null where there is none. */
    public Judgement line(boolean tied) {
        return Double.isNaN(lineNoise[0]) ? null : at(0, 0, tied);
    }

    private Judgement at(double share, double strength, boolean tied) {
        int n = residuals.length;
        double[] errors = new double[n];
        double[] sds = new double[n];
        for (int i = 0; i < n; i++) {
            errors[i] = residuals[i] - share * means[i];
            sds[i] = Math.sqrt(share * share * variances[i] + noiseVariance(noise[i], lineNoise[i], share));
        }
        double size = size(errors, sds);
        double[] each = tied ? ranked(errors, sds, size) : logarithmic(errors, sds);
        return new Judgement(Arrays.stream(each).sum() / n, each, share, strength, share > 0 ? size : 1);
    }

    /**
     * How much larger errors are than predicted, as a ratio of standard deviations. An error counts as no more than {@link #WILD} of
     * these: a few wild ones are for the tails to tell (Huber 1964, his second proposal).
     */
    private static double size(double[] errors, double[] sds) {
        int n = errors.length;
        double[] squares = new double[n];
        for (int i = 0; i < n; i++) {
            double z = errors[i] / sds[i];
            squares[i] = z * z;
        }
        double square = Arrays.stream(squares).average().orElseThrow();
        // From above, until no more errors are wild.
        for (int k = 0; k < MOST_STEPS; k++) {
            double most = WILD * WILD * square;
            double next = Arrays.stream(squares)
                    .map(each -> Math.min(each, most))
                    .average()
                    .orElseThrow();
            if (next > (1 - 1e-6) * square) {
                break;
            }
            square = next;
        }
        return Math.exp(0.5 * Math.log(Math.max(square, 1e-12)) * n / (n + PRIOR_ROWS));
    }

    /**
     * The widening that suits a run on more rows than those that it was found with. Where p parameters are learnt from n rows, squared
     * errors are 1 + p/n of the noise on new rows and 1 - p/n on those learnt from: what is found tells p/n, and that falls.
     *
     * @param part of the rows that it was found with
     */
    public static double widening(double found, double part) {
        double learnt = part * learnt(found);
        return Math.sqrt((1 + learnt) / (1 - learnt));
    }

    /**
     * The same for a run that sees noise of its own. That may be larger than expected, where such a run knows its rows less by heart, but
     * not its errors: it is told with no more noise than held-out rows have shown, less what errors fall with more rows. It may be smaller,
     * because the run has learnt more or because it knows its rows still more by heart: the part p/n of the difference, in logarithms, is
     * not believed.
     *
     * @param held the variance of the noise that was told of held-out rows
     * @param own the variance of the noise that the run sees
     */
    public static double widening(double found, double part, double held, double own) {
        double byItself = widening(found, part);
        double byOthers = Math.sqrt(held * fall(found, part) / own);
        return byOthers < byItself
                ? byOthers
                : byItself * Math.pow(byOthers / byItself, part * Math.max(0, learnt(found)));
    }

    /** By what squared errors on new rows fall when there are more rows to learn from; see {@link #widening(double, double)}. */
    static double fall(double found, double part) {
        double learnt = Math.max(0, learnt(found));
        return (1 + part * learnt) / (1 + learnt);
    }

    /** p/n. */
    private static double learnt(double widening) {
        double ratio = widening * widening;
        return (ratio - 1) / (ratio + 1);
    }

    /** The continuous ranked probability score of each row. */
    private static double[] ranked(double[] errors, double[] sds, double size) {
        double[] each = new double[errors.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = crps(errors[i], size * sds[i]);
        }
        return each;
    }

    /** Minus the log density of each row, with the degrees of freedom and the size of the spread that make it highest. */
    private static double[] logarithmic(double[] errors, double[] sds) {
        double lowest = Double.POSITIVE_INFINITY;
        double dof = 0;
        double size = 0;
        for (double tried : DOFS) {
            double found = size(errors, sds, tried);
            double loss = loss(errors, sds, tried, found);
            if (loss >= lowest) {
                break;
            }
            lowest = loss;
            dof = tried;
            size = found;
        }
        double[] each = new double[errors.length];
        double constant = constant(dof) + size;
        for (int i = 0; i < each.length; i++) {
            each[i] = constant + loss(errors[i], sds[i], dof, size);
        }
        return each;
    }

    /**
     * The logarithm of the size of the spread that makes the density highest. Minus the log density is convex in it, and its slope
     * needs no logarithm: Newton's steps, none longer than 1, are there soon.
     */
    private static double size(double[] errors, double[] sds, double dof) {
        int n = errors.length;
        double[] squares = new double[n];
        for (int i = 0; i < n; i++) {
            double z = errors[i] / sds[i];
            squares[i] = z * z / dof;
        }
        double size = 0;
        for (int k = 0; k < MOST_STEPS; k++) {
            double scale = Math.exp(-2 * size);
            double first = 0;
            double second = 0;
            for (double square : squares) {
                double rest = 1 / (1 + scale * square);
                first += 1 - rest;
                second += rest * (1 - rest);
            }
            double slope = 1 - (dof + 1) * first / n + 2 * PRIOR_ROWS * size / n;
            double bend = 2 * (dof + 1) * second / n + 2 * PRIOR_ROWS / n;
            double step = Math.max(-1, Math.min(1, -slope / bend));
            size += step;
            if (Math.abs(step) < 1e-6) {
                break;
            }
        }
        return size;
    }

    private static double loss(double[] errors, double[] sds, double dof, double size) {
        double sum = 0;
        for (int i = 0; i < errors.length; i++) {
            sum += loss(errors[i], sds[i], dof, size);
        }
        return sum / errors.length + constant(dof) + size + PRIOR_ROWS * size * size / errors.length;
    }

    /** What of minus the log density of Student's distribution depends on the row. */
    private static double loss(double error, double sd, double dof, double size) {
        double z = error / sd;
        return Math.log(sd) + 0.5 * (dof + 1) * Math.log1p(z * z * Math.exp(-2 * size) / dof);
    }

    private static double constant(double dof) {
        return LogGamma.value(dof / 2) - LogGamma.value((dof + 1) / 2) + 0.5 * Math.log(Math.PI * dof);
    }

    /** The score of N(0, sd²) when e comes. */
    private static double crps(double e, double sd) {
        double z = e / sd;
        double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
        return sd * (z * Erf.value(z / Math.sqrt(2)) + 2 * density - 1 / Math.sqrt(Math.PI));
    }

    /**
     * The share of the networks that leaves the smallest squares, drawn towards 0 by as much as it may be chance: with z its
     * size in standard errors, by a part of chance/z², in the manner of James and Stein (1961). Without anything to add to
     * the line that is mostly 0. The second number is z².
     */
    private double[] share(double chance) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < means.length; i++) {
            products += residuals[i] * means[i];
            squares += means[i] * means[i];
        }
        if (!(products > 0)) {
            return new double[] {0, 0};
        }
        double best = products / squares;
        double left = 0;
        for (int i = 0; i < means.length; i++) {
            double error = residuals[i] - best * means[i];
            left += error * error / means.length;
        }
        double strength = best * best * squares / left;
        return new double[] {Math.min(1, best) * Math.max(0, 1 - chance / strength), strength};
    }

    /**
     * The variance of the noise when the networks have a share s. What they explain has the variance by which the line's noise
     * exceeds theirs, and (1 - s)² of that is left.
     */
    public static double noiseVariance(double ofNetworks, double ofLine, double share) {
        if (Double.isNaN(ofLine)) {
            return ofNetworks;
        }
        // Networks that leave more than the line does, as they do at their start, explain nothing.
        double left = Math.min(ofNetworks, ofLine);
        return left + (1 - share) * (1 - share) * (ofLine - left);
    }
}
