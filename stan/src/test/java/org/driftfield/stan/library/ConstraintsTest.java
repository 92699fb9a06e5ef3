package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;
import org.driftfield.stan.math.continuous.Wiener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transforms as functions, and a density that integrates to what is known. */
class ConstraintsTest {
    private static final Map<String, String> SIZES = Map.of(
            "cholesky_factor_corr", ", 3",
            "corr_matrix", ", 3",
            "cov_matrix", ", 2",
            "cholesky_factor_cov", ", 2, 2");

    private static final Map<String, String> BOUNDS = Map.of(
            "lower_bound", ", -0.5",
            "upper_bound", ", 0.7",
            "lower_upper_bound", ", -1, 2",
            "offset_multiplier", ", 3, 2");

    static List<String> transforms() {
        return Library.names().stream()
                .filter(name -> name.endsWith("_unconstrain"))
                .map(name -> name.replace("_unconstrain", ""))
                .toList();
    }

    /** f⁻¹(f(y)) = y, with the derivatives of that; a unit vector leaves the length of y open. */
    @ParameterizedTest
    @MethodSource("transforms")
    void thereAndBackAgain(String name) {
        String bounds = BOUNDS.getOrDefault(name, "");
        String back =
                name + "_unconstrain(" + name + "_constrain(y" + SIZES.getOrDefault(name, bounds) + ")" + bounds + ")";
        StanModel model = StanProgram.parse(
                        "m.stan",
                        "parameters { vector[3] y; } model { target += dot_product([1, 2, 4]', " + back + "); }")
                .with(Map.of());
        double[] y = {0.3, -0.4, 0.5};
        double[] gradient = new double[3];
        double value = model.evaluator().evaluate(y, gradient);
        if (name.equals("unit_vector")) {
            assertThat(value).isCloseTo(1.5 / Math.sqrt(0.5), within(1e-12));
            return;
        }
        assertThat(value).isCloseTo(1.5, within(1e-12));
        assertThat(gradient).containsExactly(new double[] {1, 2, 4}, within(1e-9));
    }

    @Test
    void theChangeOfVariablesCountsInTransformedParametersOnly() {
        StanModel free = StanProgram.parse("m.stan", """
                        parameters { vector[2] y; }
                        transformed parameters { vector[3] x = simplex_jacobian(y); }
                        model { x ~ dirichlet([2, 3, 4]'); }
                        """).with(Map.of());
        StanModel declared = StanProgram.parse("m.stan", """
                        parameters { simplex[3] x; }
                        model { x ~ dirichlet([2, 3, 4]'); }
                        """).with(Map.of());
        double[] y = {0.3, -0.8};
        double[] one = new double[2];
        double[] other = new double[2];
        assertThat(free.evaluator().evaluate(y, one))
                .isCloseTo(declared.evaluator().evaluate(y, other), within(1e-12));
        assertThat(one).containsExactly(other, within(1e-12));
    }

    /** The chance to end at the upper barrier is (1 - e^(-2δαβ)) / (1 - e^(-2δα)). */
    @Test
    void firstPassageTimesAddUp() {
        double alpha = 1.3;
        double beta = 0.4;
        double delta = 0.7;
        double sum = 0;
        double h = 1e-3;
        for (int k = 0; k < 20_000; k++) {
            sum += h * Math.exp(Wiener.lpdf(0.2 + (k + 0.5) * h, alpha, 0.2, beta, delta, null));
        }
        double expected = Math.expm1(-2 * delta * alpha * beta) / Math.expm1(-2 * delta * alpha);
        // The midpoint rule on a smooth function that vanishes at both ends.
        assertThat(sum).isCloseTo(expected, within(1e-6));
    }
}
