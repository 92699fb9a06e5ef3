package org.driftfield.models.network;

import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.NetworkOptions;

/** Puts networks that tell classes together with logistic regression, by the validation rows. */
record ClassBlend(Scoring scoring, long seed) {
    /** A run with the share and the sharpness that suit it. */
    Tried settled(NetworkOptions of, Line line, LogVariance variance, OneRun run) {
        Mixture told = told(line.blend(run, new Line.Blending(1, 1, null, Recalibration.NONE), seed));
        return new Tried(of, line, variance, run, told, 0, 1, scoring.losses(told));
    }

    private Mixture told(Mixture networks) {
        double share = networks.blend().line() == null ? 1 : scoring.share(networks);
        Mixture blended = networks.with(networks.blend().withShare(share));
        return blended.withSharpness(scoring.sharpness(blended));
    }

    /** The score of the line alone. */
    double lineScore(Mixture mixture) {
        return scoring.nll(mixture.with(mixture.blend().withShare(0)).first().withSharpness(1));
    }

    /**
     * What suits a cloud of more groups than were tried. The mistakes that groups make each by itself fall with their number: what one and
     * what two of them ask for tell what more would, along a line in one over their number.
     *
     * @param other a run from another start
     */
    Mixture forGroups(int groups, Tried one, OneRun other) {
        Mixture first = one.mixture();
        Mixture second = told(other.mixture.with(first.blend()));
        Mixture both = told(first.and(second).withSharpness(1));
        double share = both.blend().share();
        double single = 0.5 * (first.blend().share() + second.blend().share());
        if (share > 0 && single > 0) {
            share = Math.min(1, 1 / Math.max(1, along(1 / single, 1 / share, groups)));
        }
        double sharpness = Math.exp(along(
                0.5 * (Math.log(first.sharpness()) + Math.log(second.sharpness())),
                Math.log(both.sharpness()),
                groups));
        return first.with(first.blend().withShare(share)).withSharpness(sharpness);
    }

    private static double along(double one, double two, int groups) {
        return two - (one - two) * (1 - 2.0 / groups);
    }
}
