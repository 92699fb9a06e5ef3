package org.driftfield.stan.parse;

import java.util.List;
import org.driftfield.stan.tree.Function;

/** What the ending of a function's name says. */
final class Endings {
    private static final List<String> BAR =
            List.of("_lpdf", "_lpmf", "_lcdf", "_lccdf", "_cdf", "_log", "_cdf_log", "_ccdf_log");

    private Endings() {}

    static boolean takesBar(String name) {
        return BAR.stream().anyMatch(name::endsWith);
    }

    static Function.Kind kind(String name) {
        if (name.endsWith("_rng")) {
            return Function.Kind.RANDOM;
        }
        if (name.endsWith("_lp")) {
            return Function.Kind.TARGET;
        }
        if (name.endsWith("_jacobian")) {
            return Function.Kind.JACOBIAN;
        }
        return takesBar(name) && !name.endsWith("_cdf") ? Function.Kind.DENSITY : Function.Kind.PLAIN;
    }
}
