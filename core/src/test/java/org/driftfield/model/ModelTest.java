package org.driftfield.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTest {
    static List<Support> supports() {
        return List.of(Support.REAL, Support.POSITIVE, Support.above(-2), Support.interval(-1, 3));
    }

    /** Slopes against central differences, whose error is of the order of step² = 1e-10 here. */
    @ParameterizedTest
    @MethodSource("supports")
    void transformsAndJacobiansAgreeWithDifferences(Support support) {
        double step = 1e-5;
        for (double z : new double[] {-6, -1.3, -1e-3, 0, 0.4, 2.1, 7}) {
            double x = support.constrain(z);
            assertThat(support.contains(x)).isTrue();
            assertThat(support.unconstrain(x)).isCloseTo(z, within(1e-9));
            double slope = (support.constrain(z + step) - support.constrain(z - step)) / (2 * step);
            assertThat(support.slope(z)).isCloseTo(slope, within(1e-7 * Math.max(1, slope)));
            assertThat(support.slopeAt(x)).isCloseTo(support.slope(z), within(1e-12 * Math.max(1, slope)));
            assertThat(support.logJacobian(z)).isCloseTo(Math.log(support.slope(z)), within(1e-12));
            double bend = (support.logJacobian(z + step) - support.logJacobian(z - step)) / (2 * step);
            assertThat(support.logJacobianSlope(z)).isCloseTo(bend, within(1e-8));
        }
    }

    @Test
    void boundsStayOutside() {
        Support interval = Support.interval(-1, 3);
        assertThat(interval.logJacobian(800)).isCloseTo(Math.log(4) - 800, within(1e-9));
        assertThat(interval.contains(3)).isFalse();
        assertThat(Support.POSITIVE.contains(0)).isFalse();
        assertThat(Support.REAL.contains(Double.NaN)).isFalse();
        assertThatThrownBy(() -> Support.interval(1, 1))
                .isInstanceOf(InputException.class)
                .hasMessage("an interval must have finite bounds with lower < upper, got (1.0, 1.0)");
    }

    @Test
    void everyElementHasItsName() {
        ParameterSpace space = ParameterSpace.of(
                List.of(Parameter.real("a"), Parameter.positive("W", 2, 3), Parameter.interval("p", 0, 1, 2)));
        assertThat(space.names())
                .containsExactly("a", "W[1,1]", "W[1,2]", "W[1,3]", "W[2,1]", "W[2,2]", "W[2,3]", "p[1]", "p[2]");
        assertThat(space.coordinates("W")).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(space.coordinates("p[2]")).containsExactly(8);
        assertThatThrownBy(() -> space.coordinates("b"))
                .isInstanceOf(InputException.class)
                .hasMessage("no parameter 'b' in the model; it has a, W, p");
        assertThatThrownBy(() -> space.unconstrain(0, 1, 1, 1, 1, 1, 1, 0.5, 2))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("p[2] must lie in ")
                .hasMessageEndingWith(", got 2.0");
        assertThatThrownBy(() -> ParameterSpace.of(List.of(Parameter.real("a"), Parameter.real("a"))))
                .hasMessage("parameter names must differ, got 'a' twice");
        assertThatThrownBy(() -> ParameterSpace.of(List.of()))
                .hasMessage("a model must have at least one parameter, got none");
        assertThatThrownBy(() -> Parameter.real("a", 0))
                .hasMessage("parameter 'a': each dimension must be at least 1, got [0]");
    }

    /** A Gamma(3, 2) rate: right, and with a factor forgotten in the gradient. */
    private static Model gamma(double factor) {
        return new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.positive("rate"));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                gradient[0] = factor * (2 / theta[0] - 2);
                return 2 * Math.log(theta[0]) - 2 * theta[0];
            }
        };
    }

    @Test
    void aWrongGradientIsFound() {
        assertThat(GradientCheck.largestError(gamma(1), 0.3)).isLessThan(1e-7);
        assertThat(GradientCheck.largestError(gamma(0.5), 0.3)).isCloseTo(0.5, within(1e-6));
        assertThatThrownBy(() -> GradientCheck.largestError(gamma(1), 1, 2))
                .hasMessage("a point must have 1 values, got 2");
    }

    @Test
    void theUnconstrainedDensityHasItsJacobian() {
        UnconstrainedDensity density = new UnconstrainedDensity(gamma(1));
        double[] gradient = new double[1];
        double z = 0.7;
        double rate = Math.exp(z);
        assertThat(density.evaluate(new double[] {z}, gradient)).isCloseTo(3 * z - 2 * rate, within(1e-14));
        assertThat(gradient[0]).isCloseTo(3 - 2 * rate, within(1e-14));
    }
}
