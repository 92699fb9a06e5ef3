package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.math.Dense;
import org.driftfield.stan.math.Ode;
import org.driftfield.stan.math.OdeSystem;
import org.driftfield.stan.math.Quadrature;
import org.driftfield.stan.math.Roots;
import org.driftfield.stan.tree.Expr;

/** Differential equations, integrals and roots of functions of the user's, noted with their Jacobians. */
final class Solvers {
    private static final int INTEGRAND_ARGUMENTS = 5;

    /** As many versions of a function for other sizes and integers are kept in the faster form. */
    private static final int VERSIONS = 16;

    /** The function in a faster form, or none, by the sizes and integers of its arguments. */
    private final Map<List<Integer>, Optional<Supplier<FastFunction>>> versions = new ConcurrentHashMap<>();

    private final Routine called;
    private final Expr.HigherCall call;

    Solvers(Routine called, Expr.HigherCall call) {
        this.called = called;
        this.call = call;
    }

    /**
     * The function as a solver calls it.
     *
     * @param moving the argument that varies by which derivatives are wanted, or -1
     * @param from where the arguments that are handed on begin
     */
    private InnerFunction inner(Machine m, Arg[] varying, int moving, Arg[] handed, int from, int results) {
        return new InnerFunction(
                m, called, call.at(), varying, handed, fast(m, varying, moving, handed, from, results));
    }

    private FastFunction fast(Machine m, Arg[] varying, int moving, Arg[] handed, int from, int results) {
        if (m.fast == null) {
            return null;
        }
        List<Integer> key = new ArrayList<>(List.of(results));
        Arg[] all = Arrays.copyOf(varying, varying.length + handed.length);
        System.arraycopy(handed, 0, all, varying.length, handed.length);
        for (Arg argument : all) {
            for (int extent : argument.dims) {
                key.add(extent);
            }
            for (int i = 0; i < argument.size && argument.type.base() == Type.Base.INT; i++) {
                key.add((int) argument.get(i));
            }
        }
        Optional<Supplier<FastFunction>> version = versions.get(key);
        if (version == null) {
            if (versions.size() >= VERSIONS) {
                return null;
            }
            boolean[] active = new boolean[all.length];
            for (int i = 0; i < all.length; i++) {
                active[i] = i == moving
                        || (i >= varying.length
                                && all[i].type.base() != Type.Base.INT
                                && !call.arguments()
                                        .get(from + i - varying.length)
                                        .data());
            }
            version = versions.computeIfAbsent(key, k -> Optional.ofNullable(m.fast.make(call, all, active, results)));
        }
        return version.map(m::own).orElse(null);
    }

    private Rejection outside(DomainException e) {
        return new Rejection(call.at(), e.getMessage());
    }

    private static Arg blank(Type type, int... dims) {
        int size = 1;
        for (int extent : dims) {
            size *= extent;
        }
        return Arg.constant(type, new double[size], dims);
    }

    private static double[] numbers(Arg value) {
        return Arrays.copyOfRange(value.value, value.at, value.at + value.size);
    }

    private static double number(Arg value) {
        return value.value[value.at];
    }

    /**
     * Notes a result with its Jacobian.
     *
     * @param jacobian by each element of the arguments that have adjoints, end to end; one row for each element of the result
     */
    private static Arg noted(Machine m, Arg out, Arg[] arguments, double[] jacobian) {
        if (m.recording && Machine.active(arguments)) {
            Entry entry = m.entry(arguments.length);
            System.arraycopy(arguments, 0, entry.arguments, 0, arguments.length);
            m.work(entry, jacobian.length);
            if (jacobian.length > 0) {
                System.arraycopy(jacobian, 0, entry.work, entry.workAt, jacobian.length);
            }
            m.giveAdjoint(out);
            m.note(entry, Steps.LINEAR, out);
        }
        return out;
    }

    private static int activeSize(Machine m, Arg argument) {
        return m.recording && argument.adjoint != null ? argument.size : 0;
    }

    /** The control of a differential equation: how exact, how many steps, and where the arguments of the function begin. */
    private record Control(boolean stiff, double relative, double absolute, long steps, int from, Arg[] handed) {
        static Control of(Expr.HigherCall call, Arg[] given) {
            boolean stiff = switch (call.function()) {
                case ODE_BDF, ODE_BDF_TOL, INTEGRATE_ODE_BDF, ODE_ADJOINT_TOL_CTL -> true;
                default -> false;
            };
            return switch (call.function()) {
                case ODE_RK45, ODE_CKRK -> new Control(false, 1e-6, 1e-6, 1_000_000, 3, rest(given, 3));
                case ODE_ADAMS, ODE_BDF -> new Control(stiff, 1e-10, 1e-10, 100_000_000, 3, rest(given, 3));
                case ODE_RK45_TOL, ODE_CKRK_TOL, ODE_ADAMS_TOL, ODE_BDF_TOL ->
                    new Control(stiff, number(given[3]), number(given[4]), (long) number(given[5]), 6, rest(given, 6));
                case ODE_ADJOINT_TOL_CTL ->
                    new Control(
                            stiff, number(given[3]), number(given[4]), (long) number(given[9]), 14, rest(given, 14));
                default -> {
                    Arg[] handed = Arrays.copyOfRange(given, 3, 6);
                    boolean told = given.length > 6;
                    double usual = stiff ? 1e-10 : 1e-6;
                    yield new Control(
                            stiff,
                            told ? number(given[6]) : usual,
                            told ? number(given[7]) : usual,
                            told ? (long) number(given[8]) : stiff ? 100_000_000 : 1_000_000,
                            3,
                            handed);
                }
            };
        }

        private static Arg[] rest(Arg[] given, int from) {
            return Arrays.copyOfRange(given, from, given.length);
        }
    }

    Arg ode(Machine m, Arg[] given) {
        Control control = Control.of(call, given);
        Arg y0 = given[0];
        int n = y0.size;
        Type state = called.function.parameters().get(1).type();
        InnerFunction f =
                inner(m, new Arg[] {blank(Type.REAL), blank(state, n)}, 1, control.handed(), control.from(), n);
        Equations equations = new Equations(f, n);
        double[] times = numbers(given[2]);
        Arg[] arguments = new Arg[3 + control.handed().length];
        System.arraycopy(given, 0, arguments, 0, 3);
        System.arraycopy(control.handed(), 0, arguments, 3, control.handed().length);
        boolean sensitive = m.recording && Machine.active(arguments);
        Ode.Solution solution;
        try {
            solution = new Ode(
                            call.function().word(),
                            equations,
                            f.parameters(),
                            control.relative(),
                            control.absolute(),
                            control.steps())
                    .solve(numbers(y0), number(given[1]), times, control.stiff(), sensitive);
        } catch (DomainException e) {
            throw outside(e);
        }
        Arg out = m.value(call.type(), new int[] {times.length, n}, times.length * n);
        for (int t = 0; t < times.length; t++) {
            System.arraycopy(solution.states()[t], 0, out.value, out.at + t * n, n);
        }
        return sensitive
                ? noted(m, out, arguments, odeJacobian(m, given, times, solution, equations, f.parameters()))
                : out;
    }

    /** One row for each time and state: by the initial state, the initial time, the times and θ, as far as they vary. */
    private static double[] odeJacobian(
            Machine m, Arg[] given, double[] times, Ode.Solution solution, Equations equations, int parameters) {
        int n = given[0].size;
        int byState = activeSize(m, given[0]);
        int byStart = activeSize(m, given[1]);
        int byTimes = activeSize(m, given[2]);
        int columns = byState + byStart + byTimes + parameters;
        double[] jacobian = new double[times.length * n * columns];
        double[] slope = new double[n];
        double[] first = new double[n];
        equations.slope(number(given[1]), numbers(given[0]), first);
        int at = 0;
        for (int t = 0; t < times.length; t++) {
            double[] sensitivities = solution.sensitivities()[t];
            if (byTimes > 0) {
                equations.slope(times[t], solution.states()[t], slope);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < byState; j++) {
                    jacobian[at++] = sensitivities[j * n + i];
                }
                if (byStart > 0) {
                    for (int j = 0; j < n; j++) {
                        jacobian[at] -= sensitivities[j * n + i] * first[j];
                    }
                    at++;
                }
                if (byTimes > 0) {
                    jacobian[at + t] = slope[i];
                    at += byTimes;
                }
                for (int j = 0; j < parameters; j++) {
                    jacobian[at++] = sensitivities[(n + j) * n + i];
                }
            }
        }
        return jacobian;
    }

    /** A function of time, state and θ as a system of equations. */
    private record Equations(InnerFunction f, int n) implements OdeSystem {
        @Override
        public void slope(double t, double[] y, double[] out) {
            f.set(0, t);
            f.set(1, y);
            f.run(out);
        }

        @Override
        public void jacobian(double t, double[] y, double[] out, double[] byState, double[] byParameter) {
            f.set(0, t);
            f.set(1, y);
            f.jacobian(1, out, byState, byParameter);
        }
    }

    Arg integral(Machine m, Arg[] given) {
        double tolerance = given.length > INTEGRAND_ARGUMENTS ? number(given[INTEGRAND_ARGUMENTS]) : 1.5e-8;
        Arg[] handed = Arrays.copyOfRange(given, 2, INTEGRAND_ARGUMENTS);
        InnerFunction f = inner(m, new Arg[] {blank(Type.REAL), blank(Type.REAL)}, -1, handed, 2, 1);
        double[] found = new double[1];
        double a = number(given[0]);
        double b = number(given[1]);
        double[] slopes = new double[f.parameters()];
        double value;
        try {
            value = Quadrature.integrate(
                    (x, distance, by) -> {
                        f.set(0, x);
                        f.set(1, distance);
                        if (by.length == 0) {
                            f.run(found);
                        } else {
                            f.jacobian(0, found, null, by);
                        }
                        return found[0];
                    },
                    a,
                    b,
                    tolerance,
                    slopes);
        } catch (DomainException e) {
            throw outside(e);
        }
        Arg out = m.number(Type.REAL, value);
        double[] jacobian = new double[activeSize(m, given[0]) + activeSize(m, given[1]) + slopes.length];
        int at = 0;
        if (activeSize(m, given[0]) > 0) {
            jacobian[at++] = -integrand(f, a);
        }
        if (activeSize(m, given[1]) > 0) {
            jacobian[at++] = integrand(f, b);
        }
        System.arraycopy(slopes, 0, jacobian, at, slopes.length);
        Arg[] arguments = {given[0], given[1], handed[0], handed[1], handed[2]};
        return noted(m, out, arguments, jacobian);
    }

    private static double integrand(InnerFunction f, double x) {
        if (Double.isInfinite(x)) {
            return 0;
        }
        f.set(0, x);
        f.set(1, 0);
        double[] value = new double[1];
        f.run(value);
        return value[0];
    }

    Arg root(Machine m, Arg[] given) {
        double scale = 1e-10;
        double tolerance = 1e-6;
        long limit = 200;
        int told = -1;
        int from = 1;
        Arg[] handed;
        switch (call.function()) {
            case SOLVE_NEWTON, SOLVE_POWELL -> handed = Arrays.copyOfRange(given, from, given.length);
            case SOLVE_NEWTON_TOL, SOLVE_POWELL_TOL -> {
                told = 1;
                from = 4;
                handed = Arrays.copyOfRange(given, from, given.length);
            }
            default -> {
                told = given.length > 4 ? 4 : -1;
                handed = Arrays.copyOfRange(given, from, 4);
            }
        }
        if (told > 0) {
            tolerance = number(given[told + 1]);
            limit = (long) number(given[told + 2]);
        }
        int n = given[0].size;
        InnerFunction f = inner(m, new Arg[] {blank(Type.VECTOR, n)}, 0, handed, from, n);
        double[] x;
        try {
            x = Roots.solve(
                    call.function().word(),
                    (at, out, jacobian) -> {
                        f.set(0, at);
                        f.jacobian(0, out, jacobian, null);
                    },
                    numbers(given[0]),
                    scale,
                    tolerance,
                    limit);
        } catch (DomainException e) {
            throw outside(e);
        }
        Arg out = m.value(Type.VECTOR, new int[] {n}, n);
        System.arraycopy(x, 0, out.value, out.at, n);
        return f.parameters() == 0 ? out : noted(m, out, handed, implicit(f, x));
    }

    /** dx/dθ = -(∂f/∂x)⁻¹ ∂f/∂θ where f(x, θ) = 0, row after row. */
    private static double[] implicit(InnerFunction f, double[] x) {
        int n = x.length;
        int p = f.parameters();
        double[] byX = new double[n * n];
        double[] byParameter = new double[n * p];
        f.set(0, x);
        f.jacobian(0, new double[n], byX, byParameter);
        double[] solved = new Dense.Lu(byX, n).solve(byParameter, p);
        double[] jacobian = new double[n * p];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < p; j++) {
                jacobian[i * p + j] = -solved[j * n + i];
            }
        }
        return jacobian;
    }
}
