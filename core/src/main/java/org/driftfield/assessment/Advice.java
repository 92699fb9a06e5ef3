package org.driftfield.assessment;

import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;

/** What to do about an answer that is off, which depends on the method that gave it. */
final class Advice {
    private Advice() {}

    /** A sentence. */
    static String of(Posterior posterior) {
        return switch (Method.of(posterior.provenance().method()).orElse(Method.PMFVB)) {
            case NUTS -> "Draw more, or write the model in coordinates that depend less on each other.";
            case LAPLACE, PATHFINDER, GAUSSIAN_VB ->
                "The approximation does not have the shape of the posterior: use NUTS.";
            default -> "Run longer, or use NUTS.";
        };
    }
}
