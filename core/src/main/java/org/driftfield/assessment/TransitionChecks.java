package org.driftfield.assessment;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.assessment.Check.Level;
import org.driftfield.posterior.Transitions;

/** What the transitions of Hamiltonian chains say about their draws. */
final class TransitionChecks {
    /** So many divergences, as a share, are no accident of a tail: a region is closed to the chains. */
    private static final double MANY_DIVERGENCES = 0.1;

    private TransitionChecks() {}

    static List<Check> of(Transitions made) {
        List<Check> checks = new ArrayList<>();
        double diverged = (double) made.diverged() / Math.max(1, made.made());
        checks.add(new Check(
                "divergences",
                made.diverged(),
                "none",
                diverged == 0 ? Level.GOOD : diverged <= MANY_DIVERGENCES ? Level.CAUTION : Level.BAD,
                made.aboutDivergences()));
        checks.add(new Check(
                "tree depth",
                made.cutShort(),
                "no transition at the maximum depth",
                made.cutShort() == 0 ? Level.GOOD : Level.CAUTION,
                made.aboutDepth()));
        double fraction = made.leastEnergyFraction();
        if (!Double.isNaN(fraction)) {
            checks.add(new Check(
                    "E-BFMI",
                    fraction,
                    "at least 0.3 in every chain",
                    fraction < Transitions.LEAST_ENERGY_FRACTION ? Level.CAUTION : Level.GOOD,
                    made.aboutEnergy()));
        }
        return checks;
    }
}
