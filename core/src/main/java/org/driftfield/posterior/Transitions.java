package org.driftfield.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the transitions of Hamiltonian chains went: what shows that they could not follow the posterior.
 *
 * @param made transitions since the warm-up, of all chains
 * @param diverged how many of them lost the Hamiltonian: the step is too long for a part of the posterior
 * @param cutShort how many ended at the maximum tree depth
 * @param maxDepth that maximum
 * @param targetAcceptance the acceptance rate that the step size was tuned to
 * @param energyFractions for each chain the estimated Bayesian fraction of missing information, the mean squared change of
 *     the energy over its variance (Betancourt 2016): small where fresh momenta change the energy by too little to reach
 *     all of it; NaN for chains too short to tell
 */
public record Transitions(
        long made, long diverged, long cutShort, int maxDepth, double targetAcceptance, List<Double> energyFractions) {
    /** Below this the energy moves so slowly that tails are missed (the mark of Stan's diagnose). */
    public static final double LEAST_ENERGY_FRACTION = 0.3;

    public Transitions {
        energyFractions = List.copyOf(energyFractions);
    }

    /** The smallest energy fraction of all chains; NaN when none could tell. */
    public double leastEnergyFraction() {
        return energyFractions.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.NaN);
    }

    /** What should make a reader doubt the draws, one sentence each; empty when nothing does. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (diverged > 0) {
            warnings.add(aboutDivergences());
        }
        if (cutShort > 0) {
            warnings.add(aboutDepth());
        }
        if (leastEnergyFraction() < LEAST_ENERGY_FRACTION) {
            warnings.add(aboutEnergy());
        }
        return warnings;
    }

    /** What the divergences say, in a sentence. */
    public String aboutDivergences() {
        return diverged == 0
                ? String.format(Locale.ROOT, "None of %d transitions diverged.", made)
                : String.format(
                        Locale.ROOT,
                        "%d of %d transitions diverged: parts of the posterior may be missing; raise the target acceptance"
                                + " (now %s) or reparameterise the model.",
                        diverged,
                        made,
                        targetAcceptance);
    }

    /** What the depth of the trees says, in a sentence. */
    public String aboutDepth() {
        return cutShort == 0
                ? String.format(Locale.ROOT, "No transition reached the maximum tree depth of %d.", maxDepth)
                : String.format(
                        Locale.ROOT,
                        "%d of %d transitions reached the maximum tree depth of %d: sampling is slow, not wrong; standardise"
                                + " the data, use the dense metric or raise the maximum depth.",
                        cutShort,
                        made,
                        maxDepth);
    }

    /** What the energies say, in a sentence. */
    public String aboutEnergy() {
        double least = leastEnergyFraction();
        return String.format(
                Locale.ROOT,
                least < LEAST_ENERGY_FRACTION
                        ? "The energy of a chain changes too little from one transition to the next (E-BFMI %.2f): heavy"
                                + " tails or narrow necks are explored slowly; reparameterise the model."
                        : "Fresh momenta reach all energies (least E-BFMI %.2f).",
                least);
    }
}
