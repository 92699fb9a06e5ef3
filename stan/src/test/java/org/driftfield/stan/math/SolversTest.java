package org.driftfield.stan.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.stan.library.DomainException;
import org.junit.jupiter.api.Test;

/** Differential equations, integrals and roots against closed forms. */
class SolversTest {
    /** y' = -θ y. */
    private static OdeSystem decay(double theta) {
        return new OdeSystem() {
            @Override
            public void slope(double t, double[] y, double[] out) {
                out[0] = -theta * y[0];
            }

            @Override
            public void jacobian(double t, double[] y, double[] out, double[] byState, double[] byParameter) {
                slope(t, y, out);
                byState[0] = -theta;
                byParameter[0] = -y[0];
            }
        };
    }

    /** The oscillator y'' = -θ y. */
    private static OdeSystem oscillator(double theta) {
        return new OdeSystem() {
            @Override
            public void slope(double t, double[] y, double[] out) {
                out[0] = y[1];
                out[1] = -theta * y[0];
            }

            @Override
            public void jacobian(double t, double[] y, double[] out, double[] byState, double[] byParameter) {
                slope(t, y, out);
                byState[0] = 0;
                byState[1] = -theta;
                byState[2] = 1;
                byState[3] = 0;
                byParameter[0] = 0;
                byParameter[1] = -y[0];
            }
        };
    }

    @Test
    void solutionsAndSensitivitiesAreExact() {
        double[] times = {0.1, 0.5, 2, 2, 7.5};
        for (boolean stiff : new boolean[] {false, true}) {
            Ode.Solution decay =
                    new Ode("ode", decay(0.7), 1, 1e-9, 1e-9, 100000).solve(new double[] {3}, 0, times, stiff, true);
            Ode.Solution wave = new Ode("ode", oscillator(4), 1, 1e-9, 1e-9, 100000)
                    .solve(new double[] {1, 0}, 0, times, stiff, true);
            for (int i = 0; i < times.length; i++) {
                double t = times[i];
                double e = Math.exp(-0.7 * t);
                assertThat(decay.states()[i][0]).isCloseTo(3 * e, within(1e-7));
                assertThat(decay.sensitivities()[i][0]).isCloseTo(e, within(1e-7));
                assertThat(decay.sensitivities()[i][1]).isCloseTo(-3 * t * e, within(1e-7));
                assertThat(wave.states()[i][0]).isCloseTo(Math.cos(2 * t), within(1e-6));
                // by the first and second initial state, and by θ, whose root is the frequency
                assertThat(wave.sensitivities()[i][0]).isCloseTo(Math.cos(2 * t), within(1e-6));
                assertThat(wave.sensitivities()[i][2]).isCloseTo(Math.sin(2 * t) / 2, within(1e-6));
                assertThat(wave.sensitivities()[i][4]).isCloseTo(-t * Math.sin(2 * t) / 4, within(2e-6));
            }
        }
    }

    /** Robertson's kinetics, the classic stiff problem; reference values as in Hairer and Wanner at t = 40. */
    @Test
    void stiffEquationsAreSolvedInFewSteps() {
        int[] calls = {0};
        OdeSystem system = new OdeSystem() {
            @Override
            public void slope(double t, double[] y, double[] out) {
                calls[0]++;
                out[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
                out[2] = 3e7 * y[1] * y[1];
                out[1] = -out[0] - out[2];
            }

            @Override
            public void jacobian(double t, double[] y, double[] out, double[] byState, double[] byParameter) {
                slope(t, y, out);
                double[] j = {
                    -0.04, 0.04, 0, 1e4 * y[2], -1e4 * y[2] - 6e7 * y[1], 6e7 * y[1], 1e4 * y[1], -1e4 * y[1], 0
                };
                System.arraycopy(j, 0, byState, 0, 9);
            }
        };
        double[] y = new Ode("ode_bdf", system, 0, 1e-8, 1e-12, 100000)
                .solve(new double[] {1, 0, 0}, 0, new double[] {40}, true, false)
                .states()[0];
        assertThat(y[0]).isCloseTo(0.7158270688, within(1e-8));
        assertThat(y[1]).isCloseTo(9.185534765e-6, within(1e-12));
        assertThat(y[2]).isCloseTo(0.2841637458, within(1e-8));
        assertThat(calls[0]).isLessThan(5000);
    }

    @Test
    void hopelessEquationsEndInASentence() {
        assertThatThrownBy(() -> new Ode("ode_rk45", decay(1e9), 1, 1e-6, 1e-6, 100)
                        .solve(new double[] {1}, 0, new double[] {1}, false, false))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("more than 100 steps");
        assertThatThrownBy(() -> new Ode("ode_rk45", decay(1), 1, 1e-6, 1e-6, 100)
                        .solve(new double[] {1}, 2, new double[] {1}, false, false))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("times must be increasing");
    }

    @Test
    void integralsAreRight() {
        double[] slopes = new double[1];
        double infinity = Double.POSITIVE_INFINITY;
        assertThat(Quadrature.integrate(
                        (x, gap, d) -> Math.exp(-0.5 * x * x), -infinity, infinity, 1e-9, new double[0]))
                .isCloseTo(Math.sqrt(2 * Math.PI), within(1e-12));
        assertThat(Quadrature.integrate((x, gap, d) -> Math.log(x), 0, 1, 1e-9, new double[0]))
                .isCloseTo(-1, within(1e-12));
        assertThat(Quadrature.integrate(
                        (x, gap, d) -> 1 / Math.sqrt(Math.abs(gap) * (x > 0.5 ? x : 1 - x)), 0, 1, 1e-9, new double[0]))
                .isCloseTo(Math.PI, within(1e-11));
        double value = Quadrature.integrate(
                (x, gap, d) -> {
                    d[0] = -x * Math.exp(-2 * x);
                    return Math.exp(-2 * x);
                },
                1,
                infinity,
                1e-9,
                slopes);
        assertThat(value).isCloseTo(Math.exp(-2) / 2, within(1e-13));
        assertThat(slopes[0]).isCloseTo(-Math.exp(-2) * (0.5 + 0.25), within(1e-12));
        assertThat(Quadrature.integrate((x, gap, d) -> Math.cos(x), -2, 3, 1e-9, new double[0]))
                .isCloseTo(Math.sin(3) + Math.sin(2), within(1e-12));
    }

    @Test
    void rootsAreFound() {
        Roots.Equations system = (x, out, jacobian) -> {
            out[0] = x[0] * x[0] + x[1] * x[1] - 4;
            out[1] = x[0] - x[1];
            jacobian[0] = 2 * x[0];
            jacobian[1] = 1;
            jacobian[2] = 2 * x[1];
            jacobian[3] = -1;
        };
        double[] x = Roots.solve("solve_newton", system, new double[] {10, 0.1}, 1e-10, 1e-6, 1000);
        assertThat(x).containsExactly(new double[] {Math.sqrt(2), Math.sqrt(2)}, within(1e-12));
        assertThatThrownBy(() -> Roots.solve(
                        "solve_newton",
                        (y, out, jacobian) -> {
                            out[0] = y[0] * y[0] + 1;
                            jacobian[0] = 2 * y[0];
                        },
                        new double[] {3},
                        1e-10,
                        1e-6,
                        200))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("found no solution");
    }
}
