package org.driftfield.stan.math;

import org.driftfield.stan.library.DomainException;

/**
 * Solves differential equations with the sensitivities of the solution by initial state and parameters, by Dormand and Prince's pair
 * of order 5(4). Where a system may be stiff, the implicit Runge-Kutta method Radau IIA of order 5 takes over as soon as it shows.
 */
public final class Ode {
    private final String name;
    private final OdeSystem system;
    private final int parameters;
    private final double relative;
    private final double absolute;
    private final long limit;

    /**
     * @param name what the user called, for messages
     * @param parameters how many parameters derivatives are wanted for
     * @param relative the relative tolerance of one step
     * @param absolute the absolute tolerance of one step
     * @param limit the largest number of steps between two times
     */
    public Ode(String name, OdeSystem system, int parameters, double relative, double absolute, long limit) {
        Check.positiveFinite(name, "relative tolerance", relative);
        Check.positiveFinite(name, "absolute tolerance", absolute);
        Check.positive(name, "maximum number of steps", (double) limit);
        this.name = name;
        this.system = system;
        this.parameters = parameters;
        this.relative = relative;
        this.absolute = absolute;
        this.limit = limit;
    }

    /**
     * The solution at given times.
     *
     * @param states by time; null where they are not wanted
     * @param sensitivities by time, a matrix with one row for each state, and one column for each initial state and then each
     *     parameter; null where they were not asked for
     */
    public record Solution(double[][] states, double[][] sensitivities) {}

    /**
     * Solves from t0 on. Times must increase and come after t0.
     *
     * @param stiff whether the system may be stiff
     */
    public Solution solve(double[] y0, double t0, double[] times, boolean stiff, boolean sensitive) {
        for (double y : y0) {
            Check.finite(name, "initial state", y);
        }
        Check.finite(name, "initial time", t0);
        double last = t0;
        for (int i = 0; i < times.length; i++) {
            Check.finite(name, "time", times[i]);
            if (i == 0 ? !(times[i] > t0) : !(times[i] >= last)) {
                throw Check.fail(name, "times", "increasing, after " + Check.number(last), times[i]);
            }
            last = times[i];
        }
        int n = y0.length;
        int columns = sensitive ? n + parameters : 0;
        double[] y = new double[n * (1 + columns)];
        System.arraycopy(y0, 0, y, 0, n);
        for (int i = 0; i < n && sensitive; i++) {
            y[n + i * n + i] = 1;
        }
        // What need not be stiff is far cheaper without a system of equations in each step.
        DormandPrince explicit = new DormandPrince(system, n, parameters, sensitive);
        Stepper stepper = explicit;
        double[][] states = new double[times.length][];
        double[][] sensitivities = sensitive ? new double[times.length][] : null;
        double t = t0;
        double step = start(y0, t0, times.length == 0 ? t0 + 1 : times[times.length - 1]);
        for (int i = 0; i < times.length; i++) {
            long steps = 0;
            while (t < times[i]) {
                if (++steps > limit) {
                    throw new DomainException(name + ": more than " + limit
                            + " steps between two times, stopped at time " + Check.number(t));
                }
                boolean arrives = t + step * 1.0001 >= times[i];
                double h = arrives ? times[i] - t : step;
                double error = stepper.advance(t, h, y, relative, absolute);
                if (error <= 1) {
                    t = arrives ? times[i] : t + h;
                    System.arraycopy(stepper.next(), 0, y, 0, y.length);
                    if (stiff && stepper == explicit && explicit.stiff()) {
                        stepper = new Radau(system, n, parameters, sensitive);
                    }
                }
                double factor = error == 0 ? 5 : 0.9 * Math.pow(error, -0.2);
                factor = Double.isNaN(factor) ? 0.1 : Math.min(5, Math.max(0.1, factor));
                // A step that was cut short to arrive says little about the next.
                step = error <= 1 && arrives ? Math.max(step, h * factor) : h * factor;
                if (!(step > 1e-15 * Math.max(Math.abs(t), 1e-280))) {
                    throw new DomainException(name + ": the step became too small at time " + Check.number(t)
                            + "; the solution may not exist there");
                }
            }
            states[i] = new double[n];
            System.arraycopy(y, 0, states[i], 0, n);
            if (sensitive) {
                sensitivities[i] = new double[n * columns];
                System.arraycopy(y, n, sensitivities[i], 0, n * columns);
            }
        }
        return new Solution(states, sensitivities);
    }

    /** A first step by the rate of change at the start. */
    private double start(double[] y, double t, double end) {
        double[] f = new double[y.length];
        system.slope(t, y, f);
        double size = 0;
        double rate = 0;
        for (int i = 0; i < y.length; i++) {
            double scale = absolute + relative * Math.abs(y[i]);
            size = Math.max(size, Math.abs(y[i]) / scale);
            rate = Math.max(rate, Math.abs(f[i]) / scale);
        }
        double step = size < 1e-5 || rate < 1e-5 ? 1e-6 : 0.01 * size / rate;
        return Math.min(step, end - t);
    }

    /** One method of taking a step. */
    interface Stepper {
        /**
         * Tries a step from y, states and then sensitivities. The next one begins where this led if the error is at most 1, otherwise
         * where this began.
         *
         * @return the error in units of the tolerance, NaN where it failed
         */
        double advance(double t, double h, double[] y, double relative, double absolute);

        /** Where the last step led. */
        double[] next();
    }
}
