package org.driftfield.assessment;

import java.util.List;
import org.driftfield.meanfield.Block;
import org.driftfield.model.Model;
import org.driftfield.posterior.Posterior;

/**
 * Whether an answer can be trusted, in numbers and in words.
 *
 * @param checks what was looked at, worst first
 */
public record Assessment(List<Check> checks) {
    /** Looks at a posterior of a model that was approximated by the given factors (one block for an exact sampler). */
    public static Assessment of(Model model, Posterior posterior, List<Block> blocks, long seed) {
        return new Assessment(List.of());
    }

    /** The worst level of all checks. */
    public Check.Level level() {
        return checks.stream().map(Check::level).max(Enum::compareTo).orElse(Check.Level.GOOD);
    }

    /** The verdict in one sentence. */
    public String headline() {
        return "";
    }
}
