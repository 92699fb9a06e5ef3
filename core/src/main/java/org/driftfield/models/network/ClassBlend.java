package org.driftfield.models.network;

import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.prediction.HeldOutClasses;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.NetworkOptions;

/** Puts networks that tell classes together with logistic regression, by the validation rows. */
record ClassBlend(Scoring scoring, long seed) {
    /** A run with the share and the sharpness that suit it. */
    Tried settled(NetworkOptions of, Line line, LogVariance variance, OneRun run) {
        HeldOutClasses held = held(line, run);
        double share = held.share();
        double sharpness = held.sharpness(share);
        return new Tried(
                of,
                line,
                variance,
                run,
                told(beside(line, run), share, sharpness),
                held.gain(share),
                1,
                held.losses(share, sharpness));
    }

    /** What a run beside a line says of the rows, whatever its share. */
    HeldOutClasses held(Line line, OneRun run) {
        return scoring.classes(beside(line, run));
    }

    private Mixture beside(Line line, OneRun run) {
        return line.blend(run, new Line.Blending(1, 1, null, Recalibration.NONE), seed);
    }

    private static Mixture told(Mixture networks, double share, double sharpness) {
        return networks.with(networks.blend().withShare(share)).withSharpness(sharpness);
    }

    /** @param networks whether the networks are to have a share */
    Tried told(Tried tried, HeldOutClasses held, boolean networks) {
        double share = networks ? held.share() : 0;
        return tried.with(told(tried.mixture(), share, held.sharpness(share)));
    }

    /** The score of the line alone. */
    double lineScore(Mixture mixture) {
        return scoring.nll(mixture.with(mixture.blend().withShare(0)).first().withSharpness(1));
    }

    /**
     * What suits a cloud of more groups than were tried. The mistakes that groups make each by itself fall with their number: what the
     * groups of one run and what those of two ask for tell what more would, along a line in one over their number.
     *
     * @param other a run from another start
     */
    Mixture forGroups(int groups, Tried one, OneRun other) {
        Mixture first = one.mixture();
        HeldOutClasses ofOther = scoring.classes(other.mixture.with(first.blend()));
        HeldOutClasses ofBoth = scoring.classes(first).and(ofOther);
        double second = ofOther.share();
        double both = ofBoth.share();
        double runs = groups / (double) one.recipe().groups();
        double share = shareOf(runs, first.blend().share(), second, both);
        double sharpness = Math.exp(along(
                0.5 * (Math.log(first.sharpness()) + Math.log(ofOther.sharpness(second))),
                Math.log(ofBoth.sharpness(both)),
                runs));
        return told(first, share, sharpness);
    }

    /**
     * The share of so many runs together. With mistakes of variance v beside a signal of variance s it is s/(s + v/runs), so that one over it
     * is 1 + v/s/runs: along a line, and no lower than where that goes from what two runs ask for. A run that asks for nothing tells no line.
     */
    static double shareOf(double runs, double first, double second, double both) {
        if (first <= 0 || second <= 0 || both <= 0) {
            return both;
        }
        double mistakes = 2 * (1 / both - 1);
        double inverse = along(2 / (first + second), 1 / both, runs);
        return Math.min(1, 1 / Math.max(1 + mistakes / runs, inverse));
    }

    private static double along(double one, double two, double runs) {
        return two - (one - two) * (1 - 2 / runs);
    }
}
